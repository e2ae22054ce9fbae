import { basename } from 'node:path';
import {
  domainsByTask,
  modelResultsOf,
  type ModelResults,
  type StudyResults,
} from '../../core/baseline/results.js';
import { UserError } from '../../core/errors.js';
import type { Task } from '../../core/task.js';
import { readEvalResults } from '../results/resultFiles.js';
import { readAllAttempts } from './attemptFiles.js';
import { readStudy, type StudyFile } from './studyFiles.js';

/** A study with everybody's attempts, and what of their records could not be read. */
export interface StudyRead {
  readonly results: StudyResults;
  /** Each names the file, the line and the reason. */
  readonly unread: readonly string[];
}

/**
 * Reads what people did in a study.
 *
 * @param tasksOf reads the study's tasks
 * @param isHidden whether the reader is still to solve a task
 * @throws {UserError} for a file that is no study, and where its tasks are not there
 */
export async function readStudyResults(
  path: string,
  tasksOf: (study: StudyFile) => Promise<readonly Task[]>,
  isHidden: (task: Task) => boolean = () => false,
): Promise<StudyRead> {
  const file = await readStudy(path);
  const tasks = await tasksOf(file);
  const { attempts, unread } = await readAllAttempts(file);
  const hidden = new Set(tasks.filter(isHidden).map(({ taskId }) => taskId));
  return {
    results: { study: file.study, attempts, domains: domainsByTask(tasks), hidden },
    unread,
  };
}

/**
 * Reads a model's results as the official evaluator writes them.
 * @throws {UserError} for a file that is none, or not there
 */
export async function readModelResults(path: string): Promise<ModelResults> {
  const results = await readEvalResults(path);
  if (!results) throw new UserError(`There is no ${path}.`);
  return modelResultsOf(basename(path), results);
}
