import type { Dirent } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { ATTEMPTS_ENDING } from '../../core/baseline/studyNames.js';
import type { DatasetTask, Refusal } from '../../core/dataset.js';
import { CancelledError, UserError } from '../../core/errors.js';
import { naturally } from '../../core/naturally.js';
import type { Task } from '../../core/task.js';
import { splitTaskFile } from '../../core/taskFile.js';
import { taskIdOfPath } from '../../core/taskPath.js';
import { whyUnreadable } from '../files.js';
import { decodeUtf8 } from '../utf8.js';

/** A task and the file that it is. */
type FileTask = Required<Pick<DatasetTask, 'task' | 'path'>>;

/** Enough to hide the disk's latency. */
const READ_AT_ONCE = 32;
const SKIPPED = new Set(['node_modules', '__pycache__', 'site-packages', 'venv']);
const HAS_FUNCTION = /^(?:async\s+)?def\s+task_func\b/m;
/** Where the function belongs to no task yet: in a class, say, as in some drafts. */
const HAS_NESTED_FUNCTION = /^[ \t]+(?:async\s+)?def\s+task_func\b/m;
const HAS_TESTS = /^class\s+TestCases\b/m;

/**
 * Reads the task files of a folder and the folders in it, in the order of their names. Python files
 * that have neither a task's function, at whatever level, nor its tests are something else and are passed over.
 *
 * @throws {CancelledError} once `signal` is aborted
 */
export async function readTaskFolder(
  folder: string,
  signal?: AbortSignal,
): Promise<{ tasks: FileTask[]; refused: Refusal[] }> {
  const tasks: FileTask[] = [];
  const refused: Refusal[] = [];
  const paths = await pythonFiles(folder);
  for (let start = 0; start < paths.length; start += READ_AT_ONCE) {
    if (signal?.aborted) {
      throw new CancelledError();
    }
    const batch = paths.slice(start, start + READ_AT_ONCE);
    const contents = await Promise.all(batch.map(readOrExplain));
    for (const [index, path] of batch.entries()) {
      const content = contents[index];
      const reading =
        typeof content === 'object' ? readTaskFile(content, taskIdOf(folder, path)) : content;
      if (typeof reading === 'string') {
        refused.push({ file: path, reason: reading, ...(isDraft(content) && { draft: true }) });
      } else if (reading) {
        tasks.push({ task: reading, path });
      }
    }
  }
  return { tasks, refused };
}

/**
 * Whether a folder has a task file, with both the function and the tests, among the first `most`
 * Python files in it: a file with one of the two may well be no task's.
 */
export async function holdsTask(folder: string, most: number): Promise<boolean> {
  const paths = await pythonFiles(folder, most);
  for (let start = 0; start < paths.length; start += READ_AT_ONCE) {
    const contents = await Promise.all(paths.slice(start, start + READ_AT_ONCE).map(readOrExplain));
    if (contents.some((content) => typeof content === 'object' && isWhole(asAscii(content)))) {
      return true;
    }
  }
  return false;
}

/** A file's bytes, or why it has none: one that may not be read is no reason to refuse the others. */
async function readOrExplain(path: string): Promise<Uint8Array | string> {
  try {
    return await readFile(path);
  } catch (error) {
    return whyUnreadable(error);
  }
}

function taskIdOf(folder: string, path: string): string {
  return taskIdOfPath(relative(folder, path).split(sep).join('/'));
}

/** A file's task, why it is refused, or nothing where it is no task file. */
function readTaskFile(bytes: Uint8Array, taskId: string): Task | string | undefined {
  const decoded = decodeUtf8(bytes);
  if (typeof decoded === 'object') {
    return isTaskFile(asAscii(bytes))
      ? `Line ${String(decoded.line)}: ${decoded.reason}`
      : undefined;
  }
  const text = decoded.replace(/^\uFEFF/, '');
  if (!isTaskFile(text)) {
    return undefined;
  }
  try {
    return splitTaskFile(text, taskId);
  } catch (error) {
    if (error instanceof UserError) {
      return error.message;
    }
    throw error;
  }
}

function isWhole(text: string): boolean {
  return HAS_FUNCTION.test(text) && HAS_TESTS.test(text);
}

/** What marks a task file is ASCII, which this decoding keeps. */
function asAscii(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('latin1');
}

function isTaskFile(text: string): boolean {
  return HAS_FUNCTION.test(text) || HAS_NESTED_FUNCTION.test(text) || HAS_TESTS.test(text);
}

/** Whether a file that is no task yet has its function and lacks its tests. */
function isDraft(content: Uint8Array | string | undefined): boolean {
  const decoded = typeof content === 'object' && decodeUtf8(content);
  return typeof decoded === 'string' && HAS_FUNCTION.test(decoded) && !HAS_TESTS.test(decoded);
}

/**
 * Reads one task file; its id is its name.
 * @throws {UserError} naming the file and what is wrong with it
 */
export async function readSingleTaskFile(path: string): Promise<FileTask> {
  const reading = readTaskFile(await readFile(path), taskIdOf(dirname(path), path));
  if (typeof reading === 'object') return { task: reading, path };
  throw new UserError(
    `${path}: ${reading ?? `expected a task file: it has neither \`def task_func\` nor \`class TestCases\``}`,
  );
}

/** The first `most` of them. Links are not followed: one that leads upwards would never end. */
async function pythonFiles(folder: string, most = Infinity): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  entries.sort((a, b) => naturally(a.name, b.name));
  const paths: string[] = [];
  for (const entry of entries) {
    if (paths.length >= most) break;
    const path = join(folder, entry.name);
    if (entry.isDirectory() && !isSkipped(entry)) {
      // One that may not be read stands for its files: reading it as one of them says why.
      paths.push(...(await pythonFiles(path, most - paths.length).catch(() => [path])));
    } else if (entry.isFile() && entry.name.endsWith('.py')) {
      paths.push(path);
    }
  }
  return paths;
}

function isSkipped({ name }: Dirent): boolean {
  return name.startsWith('.') || name.endsWith(ATTEMPTS_ENDING) || SKIPPED.has(name);
}
