import { appendFileSync, closeSync, openSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import * as v from 'valibot';
import { messageOf, UserError } from '../../core/errors.js';
import { RunRecordSchema, type RunRecord } from '../../core/runRecord.js';
import { writeAtomically } from '../jsonFile.js';

const LineSchema = v.object({ key: v.string(), record: RunRecordSchema });

/**
 * The verdicts of an evaluation that has not ended, one JSON object a line under the run's key.
 * A line is added after each run, so that whatever ends the evaluation costs the runs at work alone.
 */
export class ProgressFile {
  readonly #descriptor: number;

  private constructor(path: string) {
    this.#descriptor = openSync(path, 'a');
  }

  /**
   * Starts the file with the verdicts that are known already.
   * @throws {UserError} where its folder cannot be written
   */
  static async create(path: string, known: ReadonlyMap<string, RunRecord>): Promise<ProgressFile> {
    try {
      await writeAtomically(path, [...known].map(([key, record]) => lineOf(key, record)).join(''));
      return new ProgressFile(path);
    } catch (error) {
      throw new UserError(
        `The results belong next to the samples, and ${path} cannot be written: ${messageOf(error)}.`,
      );
    }
  }

  /** At once, not later: a verdict that was counted is on the disk. */
  add(key: string, record: RunRecord): void {
    appendFileSync(this.#descriptor, lineOf(key, record));
  }

  close(): void {
    closeSync(this.#descriptor);
  }
}

/**
 * The verdicts of an evaluation that was ended early, by their runs' keys.
 * A line that cannot be read (the last one may be half-written) means that its run is done again.
 */
export async function readProgress(path: string): Promise<Map<string, RunRecord>> {
  const records = new Map<string, RunRecord>();
  for (const line of (await readFile(path, 'utf8')).split('\n')) {
    const parsed = v.safeParse(LineSchema, parseJson(line));
    if (parsed.success) records.set(parsed.output.key, parsed.output.record);
  }
  return records;
}

/** For when the evaluation has ended. */
export async function removeProgress(path: string): Promise<void> {
  await rm(path, { force: true });
}

function lineOf(key: string, record: RunRecord): string {
  return `${JSON.stringify({ key, record })}\n`;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
