import { readFile } from 'node:fs/promises';
import { join, sep } from 'node:path';
import {
  attemptOf,
  parseAttemptRecord,
  type Attempt,
  type AttemptRecord,
} from '../../core/baseline/attempt.js';
import type { AttemptEvent } from '../../core/baseline/attemptEvents.js';
import { groupBy } from '../../core/groupBy.js';
import { appendLines } from '../appendLines.js';
import { attemptsFolder, solversOf, type StudyFile } from './studyFiles.js';
import { unlessMissing } from '../files.js';

/** One attempt of one person at one task of a study. */
export interface AttemptPlace {
  readonly study: StudyFile;
  readonly solver: string;
  readonly taskId: string;
  /** From 1. */
  readonly attempt: number;
}

/** The file that the solver writes. */
export function attemptFileOf(place: AttemptPlace): string {
  return `${stemOf(place)}.py`;
}

/** The record beside it. */
export function attemptRecordOf(place: AttemptPlace): string {
  return `${stemOf(place)}.events.jsonl`;
}

function stemOf(place: AttemptPlace): string {
  return `${taskStemOf(place)}${String(place.attempt)}`;
}

/** What all files of a solver's attempts at a task begin with. */
function taskStemOf({ study, solver, taskId }: AttemptPlace): string {
  const name = namesOf(study.study.tasks).get(taskId) ?? plainName(taskId);
  return join(attemptsFolder(study), solver, `${name}.attempt-`);
}

/** The names by the lists of studies that were asked for: a study's list never changes. */
const NAMES = new WeakMap<readonly string[], ReadonlyMap<string, string>>();

/** What files call each task: of those with the same plain name all but the first get a number. */
function namesOf(taskIds: readonly string[]): ReadonlyMap<string, string> {
  const known = NAMES.get(taskIds);
  if (known) return known;
  const names = new Map<string, string>();
  for (const alike of groupBy(taskIds, (id) => plainName(id).toLowerCase()).values()) {
    for (const [index, id] of alike.entries()) {
      names.set(id, index === 0 ? plainName(id) : `${plainName(id)}~${String(index + 1)}`);
    }
  }
  NAMES.set(taskIds, names);
  return names;
}

function plainName(taskId: string): string {
  return taskId.replaceAll(/[^\w.-]+/g, '-');
}

/** Whether a file is of the solver's attempts at the task, earlier ones and records included. */
export function isOfTask(place: AttemptPlace, file: string): boolean {
  return file.startsWith(taskStemOf(place));
}

/** Whether a file is of somebody else's attempts at the same study. */
export function isOfAnother({ study, solver }: AttemptPlace, file: string): boolean {
  const folder = attemptsFolder(study);
  return file.startsWith(folder + sep) && !file.startsWith(join(folder, solver) + sep);
}

/** What a solver has done so far at a task: its attempts, the first one first. */
export async function readAttempts(
  study: StudyFile,
  solver: string,
  taskId: string,
): Promise<readonly Attempt[]> {
  return (await readTaskAttempts(study, solver, taskId)).attempts;
}

/** Attempts, and what of their records could not be read. */
export interface AttemptsRead {
  readonly attempts: readonly Attempt[];
  /** Each names the file, the line and the reason. */
  readonly unread: readonly string[];
}

/** Everybody's attempts at a study, by solver, then in the order of its tasks. */
export async function readAllAttempts(study: StudyFile): Promise<AttemptsRead> {
  const attempts: Attempt[] = [];
  const unread: string[] = [];
  for (const solver of await solversOf(study)) {
    for (const taskId of study.study.tasks) {
      const read = await readTaskAttempts(study, solver, taskId);
      attempts.push(...read.attempts);
      unread.push(...read.unread);
    }
  }
  return { attempts, unread };
}

async function readTaskAttempts(
  study: StudyFile,
  solver: string,
  taskId: string,
): Promise<AttemptsRead> {
  const attempts: Attempt[] = [];
  const unread: string[] = [];
  for (let attempt = 1; attempt <= study.study.attempts; attempt++) {
    const path = attemptRecordOf({ study, solver, taskId, attempt });
    const record = await readRecord(path);
    unread.push(...record.unread.map((reason) => `${path}, ${reason}`));
    const read = attemptOf(record.events);
    // A second attempt means nothing without the first: it would be taken for it.
    if (!read) break;
    // The folder's name counts: renaming it gives the solver another one.
    attempts.push({ ...read, started: { ...read.started, solver } });
  }
  return { attempts, unread };
}

/** An attempt's events as far as they can be read; none where there is no record. */
export async function readEvents(path: string): Promise<readonly AttemptEvent[]> {
  return (await readRecord(path)).events;
}

/** An attempt's record as far as it can be read; an empty one where there is none. */
export async function readRecord(path: string): Promise<AttemptRecord> {
  const text = await unlessMissing(readFile(path, 'utf8'));
  return text === undefined ? { events: [], unread: [] } : parseAttemptRecord(text);
}

/** Adds events in one write, and returns when they are on the disk. */
export async function appendAttemptEvents(
  path: string,
  events: readonly AttemptEvent[],
): Promise<void> {
  await appendLines(path, events.map((event) => `${JSON.stringify(event)}\n`).join(''));
}
