import type { Dataset, DatasetTask } from '../core/dataset.js';
import { UserError } from '../core/errors.js';

/** The tasks that `--ids` names (comma-separated, repeatable), each once; all without it. */
export function selectTasks(
  { tasks, label }: Dataset,
  ids: readonly string[] | undefined,
): readonly DatasetTask[] {
  if (ids === undefined) return tasks;
  const wanted = new Set(ids.flatMap((text) => text.split(',')).filter((id) => id !== ''));
  const byId = new Map(tasks.map((entry) => [entry.task.taskId, entry]));
  return [...wanted].map((id) => {
    const entry = byId.get(id);
    if (!entry) throw new UserError(`There is no task ${id} in ${label}. See bcb list.`);
    return entry;
  });
}
