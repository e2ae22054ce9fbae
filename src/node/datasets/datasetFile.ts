import { open } from 'node:fs/promises';
import { UserError } from '../../core/errors.js';
import { RowCollector, type DatasetRows } from './rowCollector.js';

/**
 * Reads a file of rows, whatever its name ends in: Parquet and gzip say what they are in their first
 * bytes, and everything else is read as JSONL.
 *
 * @param name the file's name in refusals and messages
 * @throws {UserError} where the file holds no row at all
 * @throws {CancelledError} once `signal` is aborted
 */
export async function readDatasetFile(
  path: string,
  name: string,
  into: DatasetRows,
  signal?: AbortSignal,
): Promise<void> {
  const start = await firstBytes(path);
  const collector = new RowCollector(name, into);
  if (start.toString('latin1') === 'PAR1') {
    const { readParquet } = await import('./parquet.js');
    await readParquet(path, name, collector, signal);
  } else {
    const { readJsonl } = await import('./jsonl.js');
    await readJsonl({ path, name, gzipped: isGzip(start) }, collector, signal);
  }
  collector.finish();
}

/** Whether a file that begins so is a gzip file. */
export function isGzip(start: Uint8Array): boolean {
  return start[0] === 0x1f && start[1] === 0x8b;
}

/**
 * The first bytes of a file, which say what it is.
 * @throws {UserError} for a folder
 */
export async function firstBytes(path: string): Promise<Buffer> {
  const file = await open(path);
  try {
    if ((await file.stat()).isDirectory()) {
      throw new UserError(
        `${path} is a folder. Expected a .jsonl, .jsonl.gz or .parquet file by that name.`,
      );
    }
    const { buffer, bytesRead } = await file.read(Buffer.alloc(4), 0, 4, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}
