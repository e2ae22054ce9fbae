import { mkdir, readdir, readFile } from 'node:fs/promises';
import { basename, dirname, join, relative, sep } from 'node:path';
import { mapConcurrently } from '../../core/concurrently.js';
import { checkGateNames } from '../../core/curation/gates/registry.js';
import {
  newProject,
  parseProject,
  PROJECT_FILE,
  type Project,
} from '../../core/curation/project.js';
import { EMPTY_RECORD, type TaskRecord } from '../../core/curation/record.js';
import { replay, type Replay } from '../../core/curation/replay.js';
import type { Refusal } from '../../core/dataset.js';
import { UserError } from '../../core/errors.js';
import { naturally } from '../../core/naturally.js';
import { taskIdOfPath } from '../../core/taskPath.js';
import { readJson, writeAtomically, writeJson } from '../jsonFile.js';
import { readRecord, readTaskText, recordPathOf, taskFileOf } from './recordFile.js';
import { isThere, whyUnreadable } from '../files.js';

/** A curation project on the disk. */
export interface ProjectFolder {
  readonly folder: string;
  readonly project: Project;
}

/** A task of a project, as it stands on the disk. */
export interface ProjectTask {
  readonly taskId: string;
  /** The task file. */
  readonly path: string;
  /**
   * `undefined` where the file was deleted, and where it is refused: its record still has every text
   * that was put on it.
   */
  readonly text: string | undefined;
  /** Why the file that is there, or its record, cannot be read. Nothing is ever written over it. */
  readonly refusal?: Refusal;
  readonly record: TaskRecord;
  readonly history: Replay;
}

/**
 * What git needs to know: records of two branches are merged by keeping the lines of both, and a
 * task file has the same bytes on every system.
 */
const GIT_ATTRIBUTES = ['*.events.jsonl merge=union text eol=lf', '*.py text eol=lf'];
/** How many tasks to read at once. */
export const READ_AT_ONCE = 32;

/** The project that a file or folder belongs to; `undefined` where there is none above it. */
export async function findProject(path: string): Promise<ProjectFolder | undefined> {
  for (let folder = path; ; folder = dirname(folder)) {
    if (await isThere(join(folder, PROJECT_FILE))) return openProject(folder);
    if (dirname(folder) === folder) return undefined;
  }
}

/** @throws {UserError} for a folder without a project file, or with one that is wrong */
export async function openProject(folder: string): Promise<ProjectFolder> {
  const file = join(folder, PROJECT_FILE);
  const value = await readJson(file);
  if (value === undefined) {
    const reason = (await isThere(file)) ? 'it is no JSON' : 'there is none';
    throw new UserError(`${file} makes a folder a curation project, and ${reason}.`);
  }
  const project = parseProject(value, file);
  checkGateNames(project, file);
  return { folder, project };
}

/**
 * Makes a folder a curation project. What is in it stays.
 * @throws {UserError} where it is one already
 */
export async function createProject(folder: string): Promise<ProjectFolder> {
  const file = join(folder, PROJECT_FILE);
  if (await isThere(file)) throw new UserError(`${folder} is a curation project already.`);
  const project = newProject(basename(folder));
  await mkdir(join(folder, project.tasks), { recursive: true });
  await addGitAttributes(folder);
  await writeJson(file, project);
  return { folder, project };
}

async function addGitAttributes(folder: string): Promise<void> {
  const file = join(folder, '.gitattributes');
  const before = await readFile(file, 'utf8').catch(() => '');
  const missing = GIT_ATTRIBUTES.filter((line) => !before.split('\n').includes(line));
  if (missing.length === 0) return;
  const gap = before === '' || before.endsWith('\n') ? '' : '\n';
  await writeAtomically(file, `${before}${gap}${missing.join('\n')}\n`);
}

/** The folder of the task files and their records. */
export function tasksFolder({ folder, project }: ProjectFolder): string {
  return join(folder, project.tasks);
}

/** Every task that has a file or a record, by the names of their files. */
export async function readProjectTasks(project: ProjectFolder): Promise<readonly ProjectTask[]> {
  const paths = await taskFilesOf(tasksFolder(project));
  return mapConcurrently(paths, READ_AT_ONCE, (path) => readProjectTask(project, path));
}

/** One task of a project, by its file's path. */
export async function readProjectTask(project: ProjectFolder, path: string): Promise<ProjectTask> {
  const taskId = taskIdOfPath(relative(tasksFolder(project), path).split(sep).join('/'));
  const file = recordPathOf(path);
  try {
    const [reading, record] = await Promise.all([readTaskText(path), readRecord(file)]);
    return { taskId, path, ...reading, record, history: replay(record.events) };
  } catch (error) {
    // Without its record nobody can say what of its text is new.
    const refusal = { file, reason: whyUnreadable(error) };
    return { taskId, path, text: undefined, refusal, record: EMPTY_RECORD, history: replay([]) };
  }
}

/** The task files that there are or were, by name: those without a file have a record. */
export async function taskFilesOf(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  const tasks = files.filter((path) => path.endsWith('.py'));
  const recorded = files.map(taskFileOf).filter((path) => path !== undefined);
  return [...new Set([...tasks, ...recorded])].toSorted(naturally);
}
