import { stat } from 'node:fs/promises';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { DatasetTask, Refusal } from '../core/dataset.js';
import { UserError } from '../core/errors.js';
import { toRow } from '../core/row.js';
import { readSingleTaskFile, readTaskFolder } from '../node/datasets/taskFolder.js';
import { writeAtomically } from '../node/jsonFile.js';
import { formatQuantity } from '../shared/numbers.js';
import { printRefusals } from './refusals.js';
import { parsePathAndOptions, type Surroundings } from './surroundings.js';

/** `bcb compile`: task files to rows. Where one cannot be read, nothing is written. */
export async function compile(args: readonly string[], at: Surroundings): Promise<number> {
  const { path, values } = parsePathAndOptions(args, { out: { type: 'string' } }, 'FILE|DIR');
  const { out } = values;
  if (out !== undefined && !/\.jsonl(\.gz)?$/i.test(out)) {
    throw new UserError(`--out: expected a name that ends in .jsonl or .jsonl.gz, got “${out}”.`);
  }
  const { tasks, refused } = await readTaskFiles(path, at.signal);
  printRefusals(refused);
  if (refused.length > 0) return 1;
  if (tasks.length === 0) throw new UserError(`There is no task file in ${path}.`);
  const rows = tasks.map(({ task }) => `${JSON.stringify(toRow(task))}\n`).join('');
  if (out === undefined) {
    process.stdout.write(rows);
    return 0;
  }
  await writeAtomically(
    out,
    out.toLowerCase().endsWith('.gz') ? await promisify(gzip)(rows) : rows,
  );
  process.stdout.write(`${formatQuantity(tasks.length, 'task')} in ${out}\n`);
  return 0;
}

async function readTaskFiles(
  path: string,
  signal: AbortSignal,
): Promise<{ tasks: readonly DatasetTask[]; refused: readonly Refusal[] }> {
  const found = await stat(path).catch(() => undefined);
  if (!found) throw new UserError(`There is no ${path}.`);
  return found.isDirectory()
    ? readTaskFolder(path, signal)
    : { tasks: [await readSingleTaskFile(path)], refused: [] };
}
