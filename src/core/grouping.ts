import type { RunStatus } from '../shared/engineProtocol.js';
import type { DatasetTask } from './dataset.js';
import { DOMAINS, domainsOf } from './domains.js';
import { naturally } from './naturally.js';
import { summary } from './summary.js';

export const GROUPINGS = ['domain', 'library', 'verdict', 'none'] as const;
export type Grouping = (typeof GROUPINGS)[number];

export const SORTINGS = ['id', 'name'] as const;
/** By task id as people count, or by what the task does. */
export type Sorting = (typeof SORTINGS)[number];

export interface TaskGroup {
  /** Unique among the groups; empty where tasks are not grouped. */
  readonly label: string;
  readonly tasks: readonly DatasetTask[];
}

/** A task's last verdict as far as groups go: `elsewhere` where another environment gave it. */
export type GroupStatus = RunStatus | 'elsewhere' | undefined;

/** What needs attention comes first. */
const VERDICT_LABELS: ReadonlyMap<GroupStatus, string> = new Map<GroupStatus, string>([
  ['fail', 'Failed'],
  ['timeout', 'Timed out'],
  ['error', 'Error'],
  ['elsewhere', 'From another environment'],
  [undefined, 'Not run'],
  ['pass', 'Passed'],
]);

export const GROUP_STATUSES: readonly GroupStatus[] = [...VERDICT_LABELS.keys()];

/** What tasks of that status are called as a group. */
export function verdictLabel(status: GroupStatus): string {
  return VERDICT_LABELS.get(status) ?? '';
}

const OTHER_DOMAIN = 'Other';
const NO_LIBRARY = 'No library';

/**
 * Arranges tasks for a tree. A task with several domains or libraries stands in each of their
 * groups; groups without a task are left out.
 *
 * @param statusOf a task's last verdict; undefined where it was not run
 */
export function groupTasks(
  tasks: readonly DatasetTask[],
  grouping: Grouping,
  sorting: Sorting,
  statusOf: (task: DatasetTask) => GroupStatus,
): readonly TaskGroup[] {
  const sorted = sortTasks(tasks, sorting);
  switch (grouping) {
    case 'none':
      return [{ label: '', tasks: sorted }];
    case 'domain':
      return inOrder(
        gather(sorted, ({ task }) => orElse(domainsOf(task), OTHER_DOMAIN)),
        [...DOMAINS, OTHER_DOMAIN],
      );
    case 'verdict':
      return inOrder(
        gather(sorted, (entry) => [verdictLabel(statusOf(entry))]),
        [...VERDICT_LABELS.values()],
      );
    case 'library': {
      const groups = gather(sorted, ({ task }) => orElse(task.libs, NO_LIBRARY));
      const names = [...groups.keys()].filter((name) => name !== NO_LIBRARY);
      return inOrder(groups, [...names.sort(naturally), NO_LIBRARY]);
    }
  }
}

function sortTasks(tasks: readonly DatasetTask[], sorting: Sorting): readonly DatasetTask[] {
  const keyed = tasks.map((entry) => ({
    entry,
    name: sorting === 'name' ? summary(entry.task) : '',
  }));
  keyed.sort(
    (a, b) => naturally(a.name, b.name) || naturally(a.entry.task.taskId, b.entry.task.taskId),
  );
  return keyed.map(({ entry }) => entry);
}

function gather(
  tasks: readonly DatasetTask[],
  labelsOf: (entry: DatasetTask) => readonly string[],
): Map<string, DatasetTask[]> {
  const groups = new Map<string, DatasetTask[]>();
  for (const entry of tasks) {
    for (const label of labelsOf(entry)) {
      const group = groups.get(label);
      if (group) {
        group.push(entry);
      } else {
        groups.set(label, [entry]);
      }
    }
  }
  return groups;
}

function inOrder(
  groups: ReadonlyMap<string, readonly DatasetTask[]>,
  labels: readonly string[],
): readonly TaskGroup[] {
  return labels.flatMap((label) => {
    const tasks = groups.get(label);
    return tasks ? [{ label, tasks }] : [];
  });
}

function orElse(labels: readonly string[], fallback: string): readonly string[] {
  return labels.length > 0 ? labels : [fallback];
}
