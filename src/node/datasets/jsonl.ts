import { createReadStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { codeOf, CancelledError, messageOf, UserError } from '../../core/errors.js';
import { LineSplitter, type Line } from './lineSplitter.js';

/** The longest row of the released data has 19 KB; beyond this a "line" is some other kind of file. */
const MAX_LINE_BYTES = 64 * 1024 * 1024;
const MIB = 1024 * 1024;

/** One JSON object a line. */
export interface JsonlFile {
  readonly path: string;
  /** The file's name in messages. */
  readonly name: string;
  readonly gzipped: boolean;
}

/** Takes a file's rows as they are read. */
export interface RowTaker {
  /** How many rows came, good or bad. */
  readonly rows: number;
  addRow(line: number, value: unknown): void;
  refuse(line: number, reason: string): void;
}

/**
 * Streams a JSONL file's rows into `collector`: a line that cannot be read is refused and the rest
 * goes on, and of a damaged gzip file the rows before the damage are kept.
 *
 * @throws {UserError} where not one line can be read
 * @throws {CancelledError} once `signal` is aborted
 */
export async function readJsonl(
  { path, name, gzipped }: JsonlFile,
  collector: RowTaker,
  signal?: AbortSignal,
): Promise<void> {
  let unreadable: string | undefined;
  const splitter = new LineSplitter(MAX_LINE_BYTES, (line) => {
    const value = parseLine(line);
    if (value === undefined) {
      return;
    }
    if ('problem' in value) {
      unreadable ??= `line ${line.number}: ${value.problem}`;
      collector.refuse(line.number, value.problem);
    } else {
      collector.addRow(line.number, value.row);
    }
  });

  try {
    await drain(open(path, gzipped, signal), (chunk) => {
      splitter.push(chunk);
    });
    splitter.end();
  } catch (error) {
    if (signal?.aborted) {
      throw new CancelledError();
    }
    const damage = gzipDamage(error);
    if (damage === undefined) {
      throw error;
    }
    unreadable ??= damage;
    collector.refuse(splitter.number, `${damage}: this row and those behind it are lost`);
  }
  if (collector.rows === 0) {
    throw new UserError(
      unreadable === undefined
        ? `${name} is empty. Expected one JSON object a line.`
        : `${name} holds no rows that can be read: ${unreadable}. Expected one JSON object a line.`,
    );
  }
}

function open(path: string, gzipped: boolean, signal: AbortSignal | undefined): Readable {
  const file = createReadStream(path, { highWaterMark: 256 * 1024, signal });
  if (!gzipped) {
    return file;
  }
  const gunzip = createGunzip({ chunkSize: 256 * 1024 });
  file.once('error', (error) => gunzip.destroy(error));
  return file.pipe(gunzip);
}

/**
 * Reads a stream to its end. By events, not `for await`: that drops what a stream still holds when
 * it fails, and here the rows before the failure count.
 */
function drain(stream: Readable, take: (chunk: Uint8Array) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    stream
      .on('data', (chunk: Uint8Array) => {
        try {
          take(chunk);
        } catch (error) {
          stream.destroy(error instanceof Error ? error : new Error(String(error)));
        }
      })
      .once('end', resolve)
      .once('error', reject);
  });
}

/** A line's row, or why it has none; nothing for a blank line. */
function parseLine(
  line: Line,
): { readonly row: unknown } | { readonly problem: string } | undefined {
  if (line.tooLong !== undefined) {
    const size = Math.round(line.tooLong / MIB);
    return {
      problem: `the line has ${size} MiB, more than the ${MAX_LINE_BYTES / MIB} MiB allowed`,
    };
  }
  let text;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(line.bytes);
  } catch {
    return { problem: 'not UTF-8: save the file in that encoding' };
  }
  if (text.trim() === '') {
    return undefined;
  }
  try {
    return { row: JSON.parse(text) as unknown };
  } catch (error) {
    return { problem: `not JSON: ${messageOf(error)}` };
  }
}

function gzipDamage(error: unknown): string | undefined {
  switch (codeOf(error)) {
    case 'Z_BUF_ERROR':
      return 'the gzip file is cut off here, copy or download it again';
    case 'Z_DATA_ERROR':
      return 'the gzip file is damaged here, copy or download it again';
    default:
      return undefined;
  }
}
