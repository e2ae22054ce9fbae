import { createHash } from 'node:crypto';
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { parquetWriteBuffer } from 'hyparquet-writer';
import type { Person } from '../../core/curation/events.js';
import { eventNow } from '../../core/curation/newEvents.js';
import {
  changeList,
  dataCard,
  releaseChanges,
  releaseRows,
  rowsAsJsonl,
  type ReleasedTask,
} from '../../core/curation/release.js';
import { taskState } from '../../core/curation/taskState.js';
import { messageOf, UserError } from '../../core/errors.js';
import { naturally } from '../../core/naturally.js';
import { refusalText } from '../../core/refusal.js';
import { ROW_FIELDS, toRow, type TaskRow } from '../../core/row.js';
import { splitTaskFile } from '../../core/taskFile.js';
import { openDataset } from '../datasets/openDataset.js';
import { readProjectTasks, type ProjectFolder, type ProjectTask } from './projectFolder.js';
import { appendEvents, recordPathOf } from './recordFile.js';

const VERSION = /^\d+(?:\.\d+)*(?:-[\w.]+)?$/;
const RELEASES = 'releases';
/** The byte of a gzip header that names the system that made it: 255 is none, the same everywhere. */
const GZIP_SYSTEM = 9;
const NO_SYSTEM = 255;

export interface Release {
  readonly folder: string;
  readonly files: readonly string[];
  readonly taskIds: readonly string[];
}

/**
 * Writes a release of a project's accepted tasks: rows as JSONL, gzipped and as Parquet, a data card
 * and a list of changes. The same tasks give the same bytes. It is there as a whole or not at all.
 *
 * @throws {UserError} for a version that is none or is there already, where no task is accepted, and
 *   where the file of an accepted one cannot be read as a task
 */
export async function writeRelease(
  project: ProjectFolder,
  version: string,
  actor: Person,
): Promise<Release> {
  if (!VERSION.test(version)) {
    throw new UserError(`“${version}” is no version. Expected numbers and dots, as in 0.1.`);
  }
  const folder = releaseFolder(project, version);
  const earlier = await releasesOf(project);
  if (earlier.includes(version)) throw new UserError(`There is a release ${version} already.`);
  const accepted = acceptedTasks(await readProjectTasks(project));
  const before = earlier.at(-1);
  const files = await releaseFiles(project, version, accepted, before);
  const partial = `${folder}.partial`;
  await rm(partial, { recursive: true, force: true });
  await mkdir(partial, { recursive: true });
  for (const [name, content] of Object.entries(files))
    await writeFile(join(partial, name), content);
  await rename(partial, folder);
  for (const { path, text } of accepted) {
    await appendEvents(recordPathOf(path), [
      { ...eventNow(actor, text), type: 'released', release: version },
    ]);
  }
  return {
    folder,
    files: Object.keys(files),
    taskIds: accepted.map(({ task }) => task.taskId),
  };
}

type AcceptedTask = ReleasedTask & { readonly path: string; readonly text: string };

function acceptedTasks(tasks: readonly ProjectTask[]): readonly AcceptedTask[] {
  const accepted = tasks.flatMap(({ taskId, path, text, refusal, record }): AcceptedTask[] => {
    if (taskState(record.events).stage !== 'accepted') return [];
    if (refusal) throw new UserError(refusalText(refusal));
    if (text === undefined) return [];
    const events = record.events.filter(({ type }) => type !== 'released');
    try {
      return [{ task: splitTaskFile(text, taskId), events, path, text }];
    } catch (error) {
      throw new UserError(`${path}: ${messageOf(error)}`);
    }
  });
  if (accepted.length > 0) return accepted;
  throw new UserError('No task is accepted yet, and a release is made of accepted tasks only.');
}

async function releaseFiles(
  place: ProjectFolder,
  version: string,
  tasks: readonly ReleasedTask[],
  before: string | undefined,
): Promise<Record<string, string | Uint8Array>> {
  const rows = releaseRows(tasks);
  const jsonl = rowsAsJsonl(rows);
  const packed = await promisify(gzip)(jsonl, { level: 9 });
  packed[GZIP_SYSTEM] = NO_SYSTEM;
  const data = {
    'tasks.jsonl': jsonl,
    'tasks.jsonl.gz': packed,
    'tasks.parquet': parquetOf(rows),
  };
  const checksums = Object.fromEntries(
    Object.entries(data).map(([file, content]) => [
      file,
      createHash('sha256').update(content).digest('hex'),
    ]),
  );
  const rowsBefore = before === undefined ? [] : await readRows(releaseFolder(place, before));
  const { name, license } = place.project;
  return {
    ...data,
    'README.md': dataCard({ name, version, license, tasks, checksums }),
    'CHANGES.md': changeList(version, before, releaseChanges(rowsBefore, rows)),
  };
}

function parquetOf(rows: readonly TaskRow[]): Uint8Array {
  const columnData = ROW_FIELDS.map((name) => ({
    ...{ name, data: rows.map((row) => row[name]), type: 'STRING' as const, nullable: false },
  }));
  return new Uint8Array(parquetWriteBuffer({ columnData }));
}

async function readRows(folder: string): Promise<readonly TaskRow[]> {
  const source = { kind: 'file', path: join(folder, 'tasks.jsonl') } as const;
  const { tasks } = await openDataset(source, { samplesDir: '', cacheDir: '' });
  return tasks.map(({ task }) => toRow(task));
}

/** The versions that a project was released in, the lowest first; pre-releases before what they led to. */
export async function releasesOf({ folder }: ProjectFolder): Promise<readonly string[]> {
  const names = await readdir(join(folder, RELEASES)).catch(() => []);
  return names.filter((name) => VERSION.test(name)).toSorted(byVersion);
}

function byVersion(a: string, b: string): number {
  const [numbersA = '', preA] = a.split(/-(.*)/);
  const [numbersB = '', preB] = b.split(/-(.*)/);
  const order = naturally(numbersA, numbersB);
  if (order !== 0 || preA === preB) return order;
  if (preA === undefined) return 1;
  return preB === undefined ? -1 : naturally(preA, preB);
}

/** Where the files of a release are. */
export function releaseFolder({ folder }: ProjectFolder, version: string): string {
  return join(folder, RELEASES, version);
}
