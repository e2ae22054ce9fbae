import type { Refusal } from '../core/dataset.js';
import type { RunResult } from '../core/engine.js';
import type { Task } from '../core/task.js';
import { branchSummary, causeText, lineSummary } from '../core/verdict.js';
import type { EngineReady } from '../shared/engineProtocol.js';
import { formatTable } from './table.js';

export interface CheckedTask {
  readonly task: Task;
  readonly result: RunResult;
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
  const rows = shown.map(({ task, result }) => [
    task.taskId,
    testCount(result),
    result.status,
    `${result.duration_s.toFixed(2)} s`,
    ...(coverage ? [branchText(result)] : []),
    result.cause === null ? '' : `${causeText(result.cause)}: ${firstLine(result.message)}`,
  ]);
  const table = shown.length > 0 ? `${formatTable(head, rows, [1, 3, 4])}\n` : '';
  return `${table}${countLine(checked)}\n`;
}

/** The check as data: what `--json` writes. */
export function checkReport(
  checked: readonly CheckedTask[],
  refused: readonly Refusal[],
  engine: EngineReady,
  coverage: boolean,
) {
  return {
    python: engine.python,
    isolation: engine.isolation,
    tasks: checked.map(({ task, result }) => ({
      task_id: task.taskId,
      status: result.status,
      cause: result.cause,
      message: result.message,
      duration_s: result.duration_s,
      startup_s: result.startup_s,
      tests: result.tests.map(({ name, status, duration_s, message }) => ({
        name,
        status,
        duration_s,
        message,
      })),
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

function countLine(checked: readonly CheckedTask[]): string {
  const count = new Map<string, number>();
  for (const { result } of checked) count.set(result.status, (count.get(result.status) ?? 0) + 1);
  const parts = [...count].map(([status, n]) => `${String(n)} ${status}`);
  return `${String(checked.length)} tasks: ${parts.join(', ')}`;
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
