import type { Refusal } from '../../core/dataset.js';
import { codeOf, UserError } from '../../core/errors.js';
import { readSample, type Sample } from '../../core/samples.js';
import type { Task } from '../../core/task.js';
import { firstBytes, isGzip } from '../datasets/datasetFile.js';
import { readJsonl, type RowTaker } from '../datasets/jsonl.js';

/** What a samples file holds, in its order, and what was refused of it. */
export interface SamplesFile {
  readonly samples: readonly Sample[];
  readonly refused: readonly Refusal[];
}

/**
 * Reads a samples file, one JSON object a line, gzipped or not. A line that cannot be read is
 * refused and the rest goes on.
 *
 * @param tasks by their ids
 * @throws {UserError} where not one line can be read
 */
export async function readSamplesFile(
  path: string,
  tasks: ReadonlyMap<string, Task>,
): Promise<SamplesFile> {
  const taker = new SampleTaker(path, tasks);
  try {
    await readJsonl({ path, name: path, gzipped: isGzip(await firstBytes(path)) }, taker);
  } catch (error) {
    throw codeOf(error) === 'ENOENT' ? new UserError(`There is no ${path}.`) : error;
  }
  return taker;
}

class SampleTaker implements RowTaker, SamplesFile {
  readonly samples: Sample[] = [];
  readonly refused: Refusal[] = [];
  rows = 0;

  constructor(
    private readonly file: string,
    private readonly tasks: ReadonlyMap<string, Task>,
  ) {}

  addRow(line: number, value: unknown): void {
    this.rows += 1;
    const reading = readSample(line, value, this.tasks);
    if (reading.ok) {
      this.samples.push(reading.sample);
      return;
    }
    for (const { field, reason } of reading.problems) this.refuse(line, reason, field);
  }

  refuse(line: number, reason: string, field?: string): void {
    this.refused.push({ file: this.file, line, ...(field !== undefined && { field }), reason });
  }
}
