import { stat } from 'node:fs/promises';
import { isDeepStrictEqual } from 'node:util';
import { mapConcurrently } from '../../core/concurrently.js';
import {
  openProject,
  readProjectTask,
  READ_AT_ONCE,
  taskFilesOf,
  tasksFolder,
  type ProjectFolder,
  type ProjectTask,
} from './projectFolder.js';
import { recordPathOf } from './recordFile.js';
import { unlessMissing } from '../files.js';

/** A project and its tasks, as they stand on the disk. */
export interface ProjectReading {
  readonly project: ProjectFolder;
  /** By the names of their files. */
  readonly tasks: readonly ProjectTask[];
}

/** A task that was read, and what its two files looked like just before. */
interface Known {
  readonly task: ProjectTask;
  /** `undefined` where they were too fresh: a change in the same instant would look the same. */
  readonly stamp: string | undefined;
}

/** The coarsest clock of a file system that is in use, FAT's. */
const CLOCK_MS = 2000;

/**
 * Reads a project time and again, and of its tasks only those whose files have changed since. What
 * has not changed is the same object as before.
 */
export class ProjectReader {
  #project: ProjectFolder | undefined;
  #known: ReadonlyMap<string, Known> = new Map();

  constructor(
    readonly folder: string,
    private readonly now: () => number = Date.now,
  ) {}

  /** @throws {UserError} for a project file that is wrong */
  async read(): Promise<ProjectReading> {
    const project = await openProject(this.folder);
    if (!isDeepStrictEqual(project, this.#project)) {
      this.#project = project;
      this.#known = new Map();
    }
    const same = this.#project ?? project;
    const paths = await taskFilesOf(tasksFolder(same));
    const read = await mapConcurrently(paths, READ_AT_ONCE, (path) => this.#read(same, path));
    this.#known = new Map(read.map((known) => [known.task.path, known]));
    return { project: same, tasks: read.map(({ task }) => task) };
  }

  async #read(project: ProjectFolder, path: string): Promise<Known> {
    const stamp = await stampOf(path, this.now());
    const known = this.#known.get(path);
    if (known && stamp !== undefined && known.stamp === stamp) return known;
    return { task: await readProjectTask(project, path), stamp };
  }
}

/** What tells a task's files from earlier ones in their places. */
async function stampOf(path: string, now: number): Promise<string | undefined> {
  const stats = await Promise.all(
    [path, recordPathOf(path)].map((file) => unlessMissing(stat(file))),
  );
  const isFresh = stats.some((one) => one && now - one.ctimeMs < CLOCK_MS);
  if (isFresh) return undefined;
  return stats.map((one) => one && [one.ino, one.size, one.mtimeMs, one.ctimeMs].join()).join(';');
}
