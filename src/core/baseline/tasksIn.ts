import { UserError } from '../errors.js';
import { readRow } from '../row.js';
import type { Task } from '../task.js';
import { splitTaskFile } from '../taskFile.js';

/** The tasks that a text holds whole: a task file's, or those of rows as JSON or JSON lines. */
export function tasksIn(text: string): readonly Task[] {
  if (!/^\s*[[{]/.test(text)) return taskOfFile(text);
  const whole = parseJson(text);
  const rows = whole === undefined ? text.split('\n').map(parseJson) : [whole].flat();
  return rows.flatMap((row) => {
    const reading = readRow(row);
    return reading.ok ? [reading.task] : [];
  });
}

function taskOfFile(text: string): readonly Task[] {
  try {
    return [splitTaskFile(text, '')];
  } catch (error) {
    if (error instanceof UserError) return [];
    throw error;
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
