import { readFile } from 'node:fs/promises';
import type { CurationEvent } from '../../core/curation/events.js';
import {
  EMPTY_RECORD,
  formatEvent,
  parseRecord,
  type TaskRecord,
} from '../../core/curation/record.js';
import { appendLines } from '../appendLines.js';
import { unlessMissing } from '../files.js';

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

/** Reads a record; an empty one where there is none yet. */
export async function readRecord(path: string): Promise<TaskRecord> {
  const text = await unlessMissing(readFile(path, 'utf8'));
  return text === undefined ? EMPTY_RECORD : parseRecord(text);
}

/** Adds events in one write, and returns when they are on the disk. */
export async function appendEvents(path: string, events: readonly CurationEvent[]): Promise<void> {
  await appendLines(path, events.map(formatEvent).join(''));
}
