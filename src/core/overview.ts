import type { DomainRow, LibraryRow, Overview, Tally, TimedTask } from '../shared/overview.js';
import type { Dataset, DatasetTask } from './dataset.js';
import { domainOf, domainsOf, type Domain } from './domains.js';
import { summary } from './summary.js';
import type { Task } from './task.js';
import { testMethods } from './testMethods.js';
import { testedBranches, type Verdict } from './verdict.js';

/** What the overview needs to know of a verdict. */
export type OverviewVerdict = Pick<Verdict, 'status' | 'durationSeconds' | 'branchPercent'>;

/** A task and its last verdict. */
interface JudgedTask {
  readonly task: Task;
  readonly verdict: OverviewVerdict | undefined;
}

/** How many tasks the lists of extremes name. */
const LISTED = 10;

/** Sums a dataset up. `verdictOf` knows the last verdict on a task, if it was run. */
export function overviewOf(
  { label, tasks }: Dataset,
  verdictOf: (entry: DatasetTask) => OverviewVerdict | undefined,
): Overview {
  const judged = tasks.map((entry) => ({ task: entry.task, verdict: verdictOf(entry) }));
  const measured = judged.flatMap(measuredTask);
  return {
    label,
    tasks: tasks.length,
    tests: tasks.reduce((sum, { task }) => sum + testCount(task), 0),
    verdicts: tally(judged),
    domains: domainRows(judged),
    libraries: libraryRows(judged),
    slowest: judged
      .flatMap(timedTask)
      .sort((a, b) => b.seconds - a.seconds)
      .slice(0, LISTED),
    measured: measured.length,
    leastCovered: measured
      .flatMap(({ percent, ...named }) => (percent === null ? [] : [{ ...named, percent }]))
      .filter(({ percent }) => percent < 100)
      .sort((a, b) => a.percent - b.percent)
      .slice(0, LISTED),
  };
}

/** Counting takes a parse, and the overview is computed again after every run. */
const testCounts = new WeakMap<Task, number>();

function testCount(task: Task): number {
  let count = testCounts.get(task);
  if (count === undefined) {
    count = testMethods(task.test).length;
    testCounts.set(task, count);
  }
  return count;
}

function tally(tasks: readonly JudgedTask[]): Tally {
  const counts: Tally = { pass: 0, fail: 0, timeout: 0, error: 0, notRun: 0 };
  for (const { verdict } of tasks) counts[verdict?.status ?? 'notRun'] += 1;
  return counts;
}

function domainRows(tasks: readonly JudgedTask[]): DomainRow[] {
  const counts = new Map<Domain, number>();
  for (const domain of tasks.flatMap(({ task }) => domainsOf(task))) {
    counts.set(domain, (counts.get(domain) ?? 0) + 1);
  }
  return [...counts].map(([domain, count]) => ({ domain, tasks: count })).sort(mostTasksFirst);
}

function libraryRows(tasks: readonly JudgedTask[]): LibraryRow[] {
  const rows = new Map<string, LibraryRow>();
  for (const { task, verdict } of tasks) {
    for (const library of new Set(task.libs)) {
      const domain = domainOf(library) ?? null;
      const row = rows.get(library) ?? { library, domain, tasks: 0, passed: 0, failed: 0 };
      row.tasks += 1;
      if (verdict?.status === 'pass') row.passed += 1;
      if (verdict?.status === 'fail' || verdict?.status === 'timeout') row.failed += 1;
      rows.set(library, row);
    }
  }
  return [...rows.values()].sort(mostTasksFirst);
}

function timedTask({ task, verdict }: JudgedTask): TimedTask[] {
  // An error's time is that of a run that went wrong, not the task's.
  if (verdict === undefined || verdict.status === 'error') return [];
  return [{ taskId: task.taskId, summary: summary(task), seconds: verdict.durationSeconds }];
}

/** A task whose coverage was measured; without a percentage where it has no branches. */
function measuredTask({ task, verdict }: JudgedTask) {
  const percent = verdict && testedBranches(verdict);
  return percent === undefined ? [] : [{ taskId: task.taskId, summary: summary(task), percent }];
}

function mostTasksFirst(a: { readonly tasks: number }, b: { readonly tasks: number }): number {
  return b.tasks - a.tasks;
}
