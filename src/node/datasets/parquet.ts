import * as zlib from 'node:zlib';
import {
  asyncBufferFromFile,
  parquetMetadataAsync,
  parquetReadObjects,
  parquetSchema,
  type Compressors,
  type FileMetaData,
} from 'hyparquet';
import { CancelledError, messageOf, UserError } from '../../core/errors.js';
import { ROW_FIELDS } from '../../core/row.js';
import type { RowCollector } from './rowCollector.js';

/**
 * Reads a Parquet file's rows into `collector`, one row group at a time; a row's number, from 1,
 * stands for its line. Only the columns that a task has are read.
 *
 * @param name the file's name in messages
 * @throws {UserError} where the file cannot be read as Parquet or has no rows
 * @throws {CancelledError} once `signal` is aborted
 */
export async function readParquet(
  path: string,
  name: string,
  collector: RowCollector,
  signal?: AbortSignal,
): Promise<void> {
  const file = await asyncBufferFromFile(path);
  let metadata: FileMetaData;
  try {
    metadata = await parquetMetadataAsync(file);
  } catch (error) {
    throw new UserError(
      `${name} is cut off or damaged: ${messageOf(error)}. Copy or download it again.`,
    );
  }
  const present = new Set(parquetSchema(metadata).children.map(({ element }) => element.name));
  const columns = ROW_FIELDS.filter((field) => present.has(field));
  let unreadable: string | undefined;
  let rowStart = 0;
  for (const { num_rows } of metadata.row_groups) {
    if (signal?.aborted) {
      throw new CancelledError();
    }
    const rowEnd = rowStart + Number(num_rows);
    try {
      const options = { file, metadata, columns, rowStart, rowEnd, compressors: COMPRESSORS };
      for (const [index, row] of (await parquetReadObjects(options)).entries()) {
        collector.addRow(rowStart + index + 1, row);
      }
    } catch (error) {
      const reason = `the row group from here to row ${rowEnd} cannot be read: ${messageOf(error)}`;
      collector.refuse(rowStart + 1, reason, Number(num_rows));
      unreadable ??= messageOf(error);
    }
    rowStart = rowEnd;
  }
  if (collector.rows === 0) {
    throw new UserError(
      unreadable === undefined
        ? `${name} is empty: a Parquet file without rows.`
        : `${name} holds no rows that can be read: ${unreadable}.`,
    );
  }
}

/** hyparquet has Snappy built in; these are Node's. */
const COMPRESSORS: Compressors = {
  GZIP: (input) => zlib.gunzipSync(input),
  BROTLI: (input) => zlib.brotliDecompressSync(input),
  ZSTD: unpackZstd,
};

/** Node has it only from 22.15 on, which is later than the oldest that we run on. */
function unpackZstd(input: Uint8Array): Uint8Array {
  const unpack: unknown = Reflect.get(zlib, 'zstdDecompressSync');
  const output: unknown =
    typeof unpack === 'function' ? Reflect.apply(unpack, zlib, [input]) : undefined;
  if (!(output instanceof Uint8Array)) {
    throw new Error(
      `it is compressed with ZSTD, which Node ${process.versions.node} cannot unpack. Write it with Snappy, gzip or Brotli`,
    );
  }
  return output;
}
