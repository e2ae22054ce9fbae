import { readdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { parseStudy, studyTasks, type Study } from '../../core/baseline/study.js';
import { ATTEMPTS_ENDING, STUDY_ENDING } from '../../core/baseline/studyNames.js';
import { UserError } from '../../core/errors.js';
import type { Task } from '../../core/task.js';
import { openDataset, type OpenDatasetOptions } from '../datasets/openDataset.js';
import { parseSource } from '../datasets/source.js';
import { readJson } from '../jsonFile.js';

/** A study on the disk. */
export interface StudyFile {
  readonly path: string;
  readonly study: Study;
}

/** @throws {UserError} for a file that is no study */
export async function readStudy(path: string): Promise<StudyFile> {
  const value = await readJson(path);
  if (value === undefined) {
    throw new UserError(
      `${path}: there is no such file, or it holds no JSON. Expected a study, as New Study… makes it.`,
    );
  }
  return { path, study: parseStudy(value, path) };
}

/** The folder of everybody's attempts at a study: beside its file. */
export function attemptsFolder({ path }: Pick<StudyFile, 'path'>): string {
  return join(dirname(path), `${basename(path, STUDY_ENDING)}${ATTEMPTS_ENDING}`);
}

/**
 * The study's tasks with their solutions and tests, read from the dataset that it names.
 * @throws {UserError} where they are not the ones that it was made with
 */
export async function readStudyTasks(
  { path, study }: StudyFile,
  options: OpenDatasetOptions,
): Promise<readonly Task[]> {
  const dataset = await openDataset(parseSource(study.dataset.source, dirname(path)), options);
  return studyTasks(study, new Map(dataset.tasks.map(({ task }) => [task.taskId, task])));
}

/** The names of those who take part, as their folders have them. */
export async function solversOf(study: StudyFile): Promise<readonly string[]> {
  const entries = await readdir(attemptsFolder(study), { withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .toSorted();
}
