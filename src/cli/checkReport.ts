import type { Refusal } from '../core/dataset.js';
import type { RunResult } from '../core/engine.js';
import { testRecords } from '../core/runRecord.js';
import type { Task } from '../core/task.js';
import { branchSummary, causeText, lineSummary } from '../core/verdict.js';
import type { EngineReady } from '../shared/engineProtocol.js';
import { causesLine, countText, plural } from './counts.js';
import { formatTable } from './table.js';

export interface CheckedTask {
  readonly task: Task;
  /** The verdict: that of the first run which did not pass, or of the first of all. */
  readonly result: RunResult;
  /** How often the task was run. */
  readonly runs: number;
  /** How many of the runs passed. */
  readonly passes: number;
}

/** What a task's runs amount to: it passes only if all of them do. */
export function checkedTask(task: Task, results: readonly RunResult[]): CheckedTask {
  const failing = results.filter(({ status }) => status !== 'pass');
  const result = failing[0] ?? results[0];
  if (!result) throw new Error(`${task.taskId} was not run.`);
  return { task, result, runs: results.length, passes: results.length - failing.length };
}

/** With more tasks than this the table shows only those that did not pass. */
const WHOLE_TABLE = 100;

/** The check as a table for people, closed by a line that counts. */
export function checkTable(checked: readonly CheckedTask[], coverage: boolean): string {
  const shown =
    checked.length > WHOLE_TABLE
      ? checked.filter(({ result }) => result.status !== 'pass')
      : checked;
  const head = ['task', 'tests', 'verdict', 'time', ...(coverage ? ['branches'] : []), ''];
  const rows = shown.map(({ task, result, runs, passes }) => [
    task.taskId,
    testCount(result),
    result.status,
    `${result.duration_s.toFixed(2)} s`,
    ...(coverage ? [branchText(result)] : []),
    `${steadiness(runs, passes)}${whyNot(result)}`,
  ]);
  const table =
    shown.length > 0 ? `${formatTable(head, rows, coverage ? [1, 3, 4] : [1, 3])}\n` : '';
  return `${table}${countLines(checked)}`;
}

/** What the report says of a check beside its verdicts. */
export interface CheckContext {
  readonly ready: EngineReady;
  readonly timeoutSeconds: number;
  readonly coverage: boolean;
  readonly refused: readonly Refusal[];
}

/** The check as data: what `--json` writes. */
export function checkReport(
  checked: readonly CheckedTask[],
  { ready, timeoutSeconds, coverage, refused }: CheckContext,
) {
  return {
    python: ready.python,
    isolation: ready.isolation,
    timeout_s: timeoutSeconds,
    memory_mib: ready.memory_mib,
    tasks: checked.map(({ task, result, runs, passes }) => ({
      task_id: task.taskId,
      status: result.status,
      cause: result.cause,
      message: result.message,
      duration_s: result.duration_s,
      startup_s: result.startup_s,
      tests: testRecords(result.tests),
      repeats: { runs, passes },
      ...(coverage ? coverageReport(result) : {}),
    })),
    refused,
  };
}

function coverageReport({ coverage }: RunResult) {
  if (!coverage) return { branch_coverage: null, line_coverage: null };
  return {
    branch_coverage: { ...branchSummary(coverage), missed: coverage.missing_branches },
    line_coverage: { ...lineSummary(coverage), missed: coverage.missing_lines },
  };
}

function countLines(checked: readonly CheckedTask[]): string {
  const counts = countText(checked.map(({ result }) => result.status));
  const causes = causesLine(checked.map(({ result }) => result.cause));
  return `${plural(checked.length, 'task')}: ${counts}\n${causes}`;
}

/** Named only where the runs of a task differ. */
function steadiness(runs: number, passes: number): string {
  return passes === 0 || passes === runs ? '' : `${passes} of ${runs} runs passed. `;
}

function whyNot({ cause, message }: RunResult): string {
  return cause === null ? '' : `${causeText(cause)}: ${firstLine(message)}`;
}

/** A message's first words: some go on for a page. */
function firstLine(message: string): string {
  return message.replace(/\s*\n[\s\S]*$/, ' …');
}

function testCount({ tests }: RunResult): string {
  const passed = tests.filter(({ status }) => status === 'pass').length;
  return `${String(passed)}/${String(tests.length)}`;
}

function branchText({ coverage }: RunResult): string {
  return coverage ? `${branchSummary(coverage).percent.toFixed(1)} %` : '–';
}
