import { parseComparison, type Comparison } from '../../core/drift/comparison.js';
import { UserError } from '../../core/errors.js';
import { readJson } from '../jsonFile.js';

/**
 * Reads a comparison that was kept.
 * @throws {UserError} where there is no such file, or it holds something else
 */
export async function readComparison(path: string): Promise<Comparison> {
  const value = await readJson(path);
  if (value === undefined) {
    throw new UserError(`There is no comparison in ${path}: it is not there, or holds no JSON.`);
  }
  return parseComparison(value, path);
}
