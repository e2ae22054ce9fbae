import { countText } from '../core/countText.js';
import type { Refusal } from '../core/dataset.js';
import type { RunResult } from '../core/engine.js';
import { testRecords } from '../core/runRecord.js';
import type { Task } from '../core/task.js';
import { branchSummary, causeText, lineSummary, testCounts } from '../core/verdict.js';
import type { EngineReady } from '../shared/engineProtocol.js';
import { formatCount, formatQuantity } from '../shared/numbers.js';
import { causesLine } from './causesLine.js';
import { examplesLine, examplesReport, examplesText } from './examplesReport.js';
import { formatTable } from './table.js';

/** A run of a task, or a cached result in its place. */
export interface CheckedRun {
  readonly result: RunResult;
  readonly cached: boolean;
}

export interface CheckedTask {
  readonly task: Task;
  /** The verdict: that of the first run which did not pass, or of the first of all. */
  readonly result: RunResult;
  /** How often the task was run. */
  readonly runs: number;
  /** How many of the runs passed. */
  readonly passes: number;
  /** Whether the verdict is that of an earlier check, which had the same to run. */
  readonly cached: boolean;
  /** The run of its docstring's examples, where they were asked for. */
  readonly examples?: RunResult | undefined;
}

/** What a task's runs amount to: it passes only if all of them do. */
export function checkedTask(
  task: Task,
  runs: readonly CheckedRun[],
  examples?: RunResult,
): CheckedTask {
  const failing = runs.filter(({ result }) => result.status !== 'pass');
  const decisive = failing[0] ?? runs[0];
  if (!decisive) throw new Error(`${task.taskId} was not run.`);
  return { task, ...decisive, runs: runs.length, passes: runs.length - failing.length, examples };
}

/** With more tasks than this the table shows only those that did not pass. */
const WHOLE_TABLE = 100;

/** The check as a table for people, closed by a line that counts. */
export function checkTable(checked: readonly CheckedTask[], coverage: boolean): string {
  const shown =
    checked.length > WHOLE_TABLE
      ? checked.filter(({ result }) => result.status !== 'pass')
      : checked;
  const doctest = checked.some(({ examples }) => examples);
  const head = [
    ...['task', 'tests', 'verdict', 'time'],
    ...(coverage ? ['branches'] : []),
    ...(doctest ? ['examples'] : []),
    '',
  ];
  const rows = shown.map((one) => [
    one.task.taskId,
    testCount(one.result),
    one.result.status,
    `${one.result.duration_s.toFixed(2)} s`,
    ...(coverage ? [branchText(one.result)] : []),
    ...(one.examples ? [examplesText(one.examples)] : []),
    remarks(one),
  ]);
  const table =
    shown.length > 0 ? `${formatTable(head, rows, coverage ? [1, 3, 4] : [1, 3])}\n` : '';
  return `${table}${countLines(checked)}${examplesLine(checked.map(({ examples }) => examples))}`;
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
    tasks: checked.map(({ task, result, runs, passes, cached, examples }) => ({
      task_id: task.taskId,
      status: result.status,
      cause: result.cause,
      message: result.message,
      duration_s: result.duration_s,
      startup_s: result.startup_s,
      times: result.times,
      details: result.details,
      tests: testRecords(result.tests),
      repeats: { runs, passes },
      isolation: ready.isolation.level,
      cached,
      ...(coverage ? coverageReport(result) : {}),
      ...(examples && { doctest: examplesReport(examples) }),
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
  const cached = checked.filter((one) => one.cached).length;
  const ofThem = cached === 0 ? '' : `, ${formatCount(cached)} cached`;
  return `${formatQuantity(checked.length, 'task')}${ofThem}: ${counts}\n${causes}`;
}

/** What is worth a remark: that it was not run now, that its runs differ, why it does not pass. */
function remarks({ result, runs, passes, cached }: CheckedTask): string {
  const unsteady = passes > 0 && passes < runs;
  return [
    ...(cached ? ['cached'] : []),
    ...(unsteady ? [`${passes} of ${runs} runs passed`] : []),
    ...(result.cause === null ? [] : [whyNot(result)]),
  ].join('. ');
}

function whyNot({ cause, message }: RunResult): string {
  return cause === null ? '' : `${causeText(cause)}: ${firstLine(message)}`;
}

/** A message's first words: some go on for a page. */
function firstLine(message: string): string {
  return message.replace(/\s*\n[\s\S]*$/, ' …');
}

function testCount(result: RunResult): string {
  const { passed, total } = testCounts(result);
  return `${String(passed)}/${String(total)}`;
}

function branchText({ coverage }: RunResult): string {
  return coverage ? `${branchSummary(coverage).percent.toFixed(1)} %` : '–';
}
