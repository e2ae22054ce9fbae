import { basename, dirname, join } from 'node:path';
import { UserError } from '../../core/errors.js';
import { parseEvalResults, type EvalResults } from '../../core/evalResults.js';
import { readJson } from '../jsonFile.js';
import { isThere } from '../files.js';

/** The files that an evaluation leaves next to its samples, named as by the official evaluator. */
export interface ResultFiles {
  readonly results: string;
  readonly passAtK: string;
  /** Ours: the verdicts so far, while there is no result. */
  readonly progress: string;
}

/** @throws {UserError} for a file whose ending is none that samples have */
export function resultFilesOf(samplesPath: string): ResultFiles {
  const [, name] = /^(.+)\.jsonl(?:\.gz)?$/i.exec(basename(samplesPath)) ?? [];
  if (name === undefined) {
    throw new UserError(
      `${samplesPath} is not named as a samples file. Expected one that ends in .jsonl or .jsonl.gz.`,
    );
  }
  const beside = (ending: string): string => join(dirname(samplesPath), `${name}_${ending}`);
  return {
    results: beside('eval_results.json'),
    passAtK: beside('pass_at_k.json'),
    progress: beside('eval_progress.jsonl'),
  };
}

/**
 * Reads results, whoever wrote them; `undefined` where there is no such file.
 * @throws {UserError} where the file holds something else
 */
export async function readEvalResults(path: string): Promise<EvalResults | undefined> {
  if (!(await isThere(path))) return undefined;
  return parseEvalResults(await readJson(path), path);
}
