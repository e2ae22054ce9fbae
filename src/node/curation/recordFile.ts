import { readFile } from 'node:fs/promises';
import type { ChangeEvent, CurationEvent } from '../../core/curation/events.js';
import {
  EMPTY_RECORD,
  formatEvent,
  parseRecord,
  type TaskRecord,
} from '../../core/curation/record.js';
import type { Refusal } from '../../core/dataset.js';
import { codeOf, UserError } from '../../core/errors.js';
import { refusalText } from '../../core/refusal.js';
import { appendLines } from '../appendLines.js';
import { unlessMissing, whyUnreadable } from '../files.js';
import { writeAtomically } from '../jsonFile.js';
import { decodeUtf8 } from '../utf8.js';

const TASK_ENDING = /\.py$/;
const RECORD_ENDING = '.events.jsonl';

/** Where the record of a task file lies: beside it. */
export function recordPathOf(taskFile: string): string {
  return taskFile.replace(TASK_ENDING, RECORD_ENDING);
}

/** The task file that a record belongs to; `undefined` for a file that is no record. */
export function taskFileOf(record: string): string | undefined {
  return record.endsWith(RECORD_ENDING)
    ? `${record.slice(0, -RECORD_ENDING.length)}.py`
    : undefined;
}

/**
 * A task file's text; none where it was deleted, and where it is refused: it may not be read, or a
 * diff could not give it back.
 */
export async function readTaskText(
  path: string,
): Promise<{ readonly text: string | undefined; readonly refusal?: Refusal }> {
  try {
    const bytes = await unlessMissing(readFile(path));
    const text = bytes && decodeUtf8(bytes);
    if (typeof text !== 'object') return { text };
    return { text: undefined, refusal: { file: path, ...text } };
  } catch (error) {
    return { text: undefined, refusal: { file: path, reason: whyUnreadable(error) } };
  }
}

/**
 * Reads a record; an empty one where there is none yet.
 * @throws {Error} the system's, where it may not be read
 */
export async function readRecord(path: string): Promise<TaskRecord> {
  const text = await unlessMissing(readFile(path, 'utf8'));
  return text === undefined ? EMPTY_RECORD : parseRecord(text);
}

/**
 * Adds events in one write, and returns when they are on the disk.
 * @throws {UserError} where the record cannot be written
 */
export async function appendEvents(path: string, events: readonly CurationEvent[]): Promise<void> {
  await writing(path, () => appendLines(path, events.map(formatEvent).join('')));
}

/**
 * Gives a task file a text and puts that on record. Where the record cannot be written, the file
 * stays as it is, so that no change is left without the one who made it; and so does a file that
 * cannot be read, of which no record has the text.
 * @throws {UserError} where one of them cannot be written
 */
export async function writeTaskFile(path: string, text: string, event: ChangeEvent): Promise<void> {
  const { refusal } = await readTaskText(path);
  if (refusal) throw new UserError(refusalText(refusal));
  const record = recordPathOf(path);
  await writing(record, () => appendLines(record, ''));
  await writing(path, () => writeAtomically(path, text));
  await appendEvents(record, [event]);
}

const NOT_TO_BE_WRITTEN: ReadonlySet<unknown> = new Set(['EACCES', 'EPERM', 'EROFS', 'ENOSPC']);

async function writing(path: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    const code = codeOf(error);
    if (!NOT_TO_BE_WRITTEN.has(code)) throw error;
    throw new UserError(
      `${path} cannot be written (${String(code)}), so nothing was changed. Make it and its folder writable, or free space, and try again.`,
    );
  }
}
