import type { Dirent } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import type { DatasetTask, Refusal } from '../../core/dataset.js';
import { CancelledError, UserError } from '../../core/errors.js';
import { splitTaskFile } from '../../core/taskFile.js';

const SKIPPED = new Set(['node_modules', '__pycache__', 'venv']);
const HAS_FUNCTION = /^(?:async\s+)?def\s+task_func\b/m;
const HAS_TESTS = /^class\s+TestCases\b/m;

/**
 * Reads the task files of a folder and the folders in it, in the order of their names. Python files
 * that have neither a task's function nor its tests are something else and are passed over.
 *
 * @throws {CancelledError} once `signal` is aborted
 */
export async function readTaskFolder(
  folder: string,
  signal?: AbortSignal,
): Promise<{ tasks: Required<DatasetTask>[]; refused: Refusal[] }> {
  const tasks: Required<DatasetTask>[] = [];
  const refused: Refusal[] = [];
  for await (const path of pythonFiles(folder)) {
    if (signal?.aborted) {
      throw new CancelledError();
    }
    const reading = readTaskFile(await readFile(path), taskIdOf(folder, path));
    if (reading && 'reason' in reading) {
      refused.push({ file: path, ...reading });
    } else if (reading) {
      tasks.push({ task: reading.task, path });
    }
  }
  return { tasks, refused };
}

/** The task's id is the file's path below the folder, without its ending. */
function taskIdOf(folder: string, path: string): string {
  return relative(folder, path).split(sep).join('/').replace(/\.py$/, '');
}

function readTaskFile(
  bytes: Uint8Array,
  taskId: string,
): Pick<DatasetTask, 'task'> | Pick<Refusal, 'line' | 'reason'> | undefined {
  let text;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    // Judged by its ASCII alone: no Python file of another encoding is refused for not being a task.
    const ascii = Buffer.from(bytes).toString('latin1');
    return HAS_FUNCTION.test(ascii) || HAS_TESTS.test(ascii)
      ? { reason: 'not UTF-8: save the file in that encoding' }
      : undefined;
  }
  if (!HAS_FUNCTION.test(text) && !HAS_TESTS.test(text)) {
    return undefined;
  }
  try {
    return { task: splitTaskFile(text, taskId) };
  } catch (error) {
    if (error instanceof UserError) {
      return { reason: error.message };
    }
    throw error;
  }
}

/** Links are not followed: one that leads upwards would never end. */
async function* pythonFiles(folder: string): AsyncGenerator<string> {
  const entries = await readdir(folder, { withFileTypes: true });
  entries.sort((a, b) => collator.compare(a.name, b.name));
  for (const entry of entries) {
    const path = join(folder, entry.name);
    if (entry.isDirectory() && !isSkipped(entry)) {
      yield* pythonFiles(path);
    } else if (entry.isFile() && entry.name.endsWith('.py')) {
      yield path;
    }
  }
}

const collator = new Intl.Collator('en', { numeric: true });

function isSkipped({ name }: Dirent): boolean {
  return name.startsWith('.') || SKIPPED.has(name);
}
