import { UserError } from './errors.js';
import { ROW_FIELDS, toRow, type TaskRow } from './row.js';
import type { Task } from './task.js';
import { ENTRY_POINT, joinTaskFile, splitTaskFile } from './taskFile.js';

/**
 * What of a task its task file could not give back, as a sentence; `undefined` where nothing is lost,
 * as for every task of the published data. The order of `libs` has no meaning.
 */
export function lostInTaskFile(task: Task): string | undefined {
  if (task.entryPoint !== ENTRY_POINT) {
    return `entry_point: a task file defines ${ENTRY_POINT}, and this row ${task.entryPoint}. Import it as a draft.`;
  }
  let again: Task;
  try {
    again = splitTaskFile(joinTaskFile(task), task.taskId);
  } catch (error) {
    if (error instanceof UserError) return `as a task file: ${error.message}`;
    throw error;
  }
  const before = comparable(task);
  const after = comparable(again);
  const lost = ROW_FIELDS.filter((field) => before[field] !== after[field]);
  return lost.length === 0
    ? undefined
    : `${lost.join(', ')}: not what follows from the code and its docstring, so a task file cannot keep it`;
}

function comparable(task: Task): TaskRow {
  return toRow({ ...task, libs: task.libs.toSorted() });
}
