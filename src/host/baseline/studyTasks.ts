import { dirname } from 'node:path';
import type { Dataset, DatasetSource } from '../../core/dataset.js';
import type { Task } from '../../core/task.js';
import { UserError } from '../../core/errors.js';
import type { StudyFile } from '../../node/baseline/studyFiles.js';
import type { OpenDatasetOptions } from '../../node/datasets/openDataset.js';
import { parseSource } from '../../node/datasets/source.js';
import { isSamePath, isWithin } from '../../node/files.js';

/** Who waits for a dataset to be read, perhaps from far away. */
type Watch = Pick<OpenDatasetOptions, 'signal' | 'onProgress'>;

/**
 * Reads the tasks of studies, solutions and tests included, whenever somebody needs them. Nothing is
 * kept: what is hidden from a solver shall not lie about in the window.
 */
export class StudyTasks {
  constructor(private readonly options: OpenDatasetOptions) {}

  /** A dataset as it is, with what the window hides. */
  async readDataset(source: DatasetSource, watch: Watch = {}): Promise<Dataset> {
    const { openDataset } = await import('../../node/datasets/openDataset.js');
    return openDataset(source, { ...this.options, ...watch });
  }

  /** @throws {UserError} where they are not the ones that the study was made with */
  async read(study: StudyFile, watch: Watch = {}): Promise<readonly Task[]> {
    const { readStudyTasks } = await import('../../node/baseline/studyFiles.js');
    return readStudyTasks(study, { ...this.options, ...watch });
  }

  /** @throws {UserError} as `read`, and for a task that is not in the study */
  async readOne(study: StudyFile, taskId: string): Promise<Task> {
    const task = (await this.read(study)).find((one) => one.taskId === taskId);
    if (task) return task;
    throw new UserError(`The study “${study.study.name}” has no task ${taskId}.`);
  }
}

/** Whether a file is the study's dataset, or in its folder: it has the solutions and the tests. */
export function isOfDataset({ path, study }: StudyFile, file: string): boolean {
  const source = parseSource(study.dataset.source, dirname(path));
  if (source.kind === 'file') return isSamePath(source.path, file);
  return source.kind === 'folder' && isWithin(source.path, file);
}
