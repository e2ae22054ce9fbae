import { rename, stat } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import { mapConcurrently } from '../../core/concurrently.js';
import type { Actor, CurationEvent } from '../../core/curation/events.js';
import { messageOf, UserError } from '../../core/errors.js';
import { isInConflict } from '../../core/curation/conflict.js';
import { eventNow } from '../../core/curation/newEvents.js';
import { outsideEdit } from '../../core/curation/outsideEdits.js';
import { recordedText } from '../../core/curation/replay.js';
import { refusalText } from '../../core/refusal.js';
import { overlap, wordRuns } from '../../core/curation/similarity.js';
import { isThere, unlessMissing } from '../files.js';
import { appendEvents, recordPathOf } from './recordFile.js';
import { READ_AT_ONCE, type ProjectFolder, type ProjectTask } from './projectFolder.js';
import { ProjectReader, type ProjectReading } from './projectReader.js';

/** An event that was added for what happened to a task while nobody recorded it. */
export interface Recorded {
  readonly taskId: string;
  readonly event: CurationEvent;
}

/** How much of its text a file must share with a vanished one to be that file under another name; git's own measure. */
const SAME_FILE = 0.5;
/** How long a file must have been left alone for a text in it that is not on record to be believed. */
const REST_MS = 100;

/** A project with records that are up to date, and what was added to these. */
export interface UpToDate extends ProjectReading {
  readonly recorded: readonly Recorded[];
  /** Why some could not be brought up to date: no name to record, or a folder that is only to be read. */
  readonly failure: Error | undefined;
}

/**
 * Brings all records of a project up to date with its files, see {@link readUpToDate}.
 * @throws {UserError} where one cannot be, after all the others are
 */
export async function recordOutsideEdits(
  { folder }: ProjectFolder,
  whoIs: () => Promise<Actor>,
): Promise<readonly Recorded[]> {
  const { recorded, tasks, failure } = await readUpToDate(new ProjectReader(folder), whoIs);
  if (failure) throw failure;
  const refusals = tasks.flatMap(({ refusal }) => refusal ?? []);
  if (refusals.length > 0) throw new UserError(refusals.map(refusalText).join('\n'));
  return recorded;
}

/**
 * Reads a project and brings all its records up to date with its files: new ones, edits by other
 * programs, merges, renames. Texts are never changed, and deleted files keep their records. What
 * cannot be recorded can be read nevertheless, and is recorded another time.
 *
 * @param whoIs asked once, and only where there is something to record
 */
export async function readUpToDate(
  reader: ProjectReader,
  whoIs: () => Promise<Actor>,
): Promise<UpToDate> {
  let actor: Promise<Actor> | undefined;
  const who = (): Promise<Actor> => (actor ??= whoIs());
  let reading = await readRested(reader);
  let failure: Error | undefined;
  const orNothing = async (work: Promise<readonly Recorded[]>): Promise<readonly Recorded[]> =>
    work.catch((error: unknown) => {
      failure ??= error instanceof Error ? error : new Error(messageOf(error));
      return [];
    });
  const renamed = await orNothing(followRenames(reading.tasks, who));
  if (renamed.length > 0) reading = await reader.read();
  const edits = await mapConcurrently(reading.tasks, READ_AT_ONCE, async (task) =>
    orNothing(recordOutsideEdit(task, who)),
  );
  const edited = edits.flat();
  if (edited.length > 0) reading = await reader.read();
  return { ...reading, recorded: [...renamed, ...edited], failure };
}

/**
 * Reads a project, once more where a new text may be half of one: most programs empty a file before
 * they write it.
 */
async function readRested(reader: ProjectReader): Promise<ProjectReading> {
  const reading = await reader.read();
  const changes = await Promise.all(
    reading.tasks.filter(isNewText).map(({ path }) => unlessMissing(stat(path))),
  );
  const now = Date.now();
  // A file from the future, by a clock that is wrong, is not waited for.
  const isFresh = changes.some((change) => change && Math.abs(now - change.ctimeMs) < REST_MS);
  if (!isFresh) return reading;
  await setTimeout(REST_MS);
  return reader.read();
}

/** Whether a task file's text is not the one that its record ends with. */
function isNewText({ text, history }: ProjectTask): boolean {
  return text !== undefined && recordedText(history) !== text;
}

/** Brings one record up to date with its file; says so where that was needed. */
async function recordOutsideEdit(
  task: ProjectTask,
  whoIs: () => Promise<Actor>,
): Promise<readonly Recorded[]> {
  const { taskId, path, text, history, record } = task;
  if (text === undefined || !isNewText(task) || isInConflict(text)) return [];
  // A newer version can tell what is new and what it has put on record itself; this one cannot.
  if (record.unread.some(({ isNewer }) => isNewer)) return [];
  const event = outsideEdit(text, history, await whoIs());
  if (!event) return [];
  await appendEvents(recordPathOf(path), [event]);
  return [{ taskId, event }];
}

/** Moves the record of a task file that has another name now, and says so in it. */
async function followRenames(
  tasks: readonly ProjectTask[],
  whoIs: () => Promise<Actor>,
): Promise<Recorded[]> {
  const vanished = new Set(tasks.filter(({ text, refusal }) => text === undefined && !refusal));
  const fresh = tasks.filter(
    ({ text, record }) => text !== undefined && record.events.length === 0,
  );
  const recorded: Recorded[] = [];
  for (const task of fresh) {
    // A record without events is not always none: its lines may be damaged, or of a newer version.
    if (await isThere(recordPathOf(task.path))) continue;
    const before = likeliest(task, vanished);
    if (!before) continue;
    vanished.delete(before);
    await rename(recordPathOf(before.path), recordPathOf(task.path));
    const event: CurationEvent = {
      ...eventNow(await whoIs(), lastText(before)),
      type: 'renamed',
      from: before.taskId,
      to: task.taskId,
    };
    await appendEvents(recordPathOf(task.path), [event]);
    recorded.push({ taskId: task.taskId, event });
  }
  return recorded;
}

function likeliest(
  { text = '' }: ProjectTask,
  vanished: ReadonlySet<ProjectTask>,
): ProjectTask | undefined {
  const runs = wordRuns(text);
  const rated = [...vanished].map((task) => {
    const before = lastText(task);
    return { task, likeness: before === text ? 1 : overlap(runs, wordRuns(before)) };
  });
  const best = rated.toSorted((a, b) => b.likeness - a.likeness)[0];
  return best && best.likeness >= SAME_FILE ? best.task : undefined;
}

function lastText({ history }: ProjectTask): string {
  const head = history.heads.at(-1);
  return (head && history.texts.get(head.id)) ?? '';
}
