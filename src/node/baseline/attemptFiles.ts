import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { attemptOf, parseAttemptRecord, type Attempt } from '../../core/baseline/attempt.js';
import type { AttemptEvent } from '../../core/baseline/attemptEvents.js';
import { appendLines } from '../appendLines.js';
import { attemptsFolder, solversOf, type StudyFile } from './studyFiles.js';

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

function stemOf({ study, solver, taskId, attempt }: AttemptPlace): string {
  const name = `${taskId.replaceAll(/[^\w.-]+/g, '-')}.attempt-${String(attempt)}`;
  return join(attemptsFolder(study), solver, name);
}

/** What a solver has done so far at a task: its attempts, the first one first. */
export async function readAttempts(
  study: StudyFile,
  solver: string,
  taskId: string,
): Promise<readonly Attempt[]> {
  const attempts: Attempt[] = [];
  for (let attempt = 1; attempt <= study.study.attempts; attempt++) {
    const events = await readEvents(attemptRecordOf({ study, solver, taskId, attempt }));
    const read = attemptOf(events);
    if (!read) break;
    attempts.push(read);
  }
  return attempts;
}

/** Everybody's attempts at a study, by solver, then in the order of its tasks. */
export async function readAllAttempts(study: StudyFile): Promise<readonly Attempt[]> {
  const all: Attempt[] = [];
  for (const solver of await solversOf(study)) {
    for (const taskId of study.study.tasks)
      all.push(...(await readAttempts(study, solver, taskId)));
  }
  return all;
}

/** An attempt's events as far as they can be read; none where there is no record. */
export async function readEvents(path: string): Promise<readonly AttemptEvent[]> {
  try {
    return parseAttemptRecord(await readFile(path, 'utf8')).events;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  }
}

/** Adds events in one write, and returns when they are on the disk. */
export async function appendAttemptEvents(
  path: string,
  events: readonly AttemptEvent[],
): Promise<void> {
  await appendLines(path, events.map((event) => `${JSON.stringify(event)}\n`).join(''));
}
