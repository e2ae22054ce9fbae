import { readFile, rm } from 'node:fs/promises';
import * as v from 'valibot';
import { parseAttemptRecord } from '../../core/baseline/attempt.js';
import type { AttemptEvent } from '../../core/baseline/attemptEvents.js';
import { messageOf } from '../../core/errors.js';
import { appendLines } from '../appendLines.js';
import { readJson, writeJson } from '../jsonFile.js';
import { isThere } from '../files.js';

const KeptSchema = v.object({
  version: v.literal(1),
  /** The text of the attempt's file when it was last looked at. */
  text: v.string(),
  /** The record's lines, those that could not be written included. */
  lines: v.array(v.string()),
});
/** What is kept of a running attempt outside the workspace, which may be full or gone. */
export type KeptAttempt = v.InferOutput<typeof KeptSchema>;

/** Where a running attempt is written to. */
export interface JournalPlaces {
  /** The record, beside the attempt's file. */
  readonly record: string;
  /** A copy in the extension's own storage. */
  readonly kept: string;
}

/**
 * Writes a running attempt's record as it comes about. What cannot be written stays in memory, and a
 * copy in the extension's storage, until it can; a record that somebody deletes is written anew.
 */
export class AttemptJournal {
  #written = 0;
  #text = '';
  #trouble: string | undefined;
  #work: Promise<void> = Promise.resolve();

  /**
   * @param lines what is on record already
   * @param tell told why nothing can be written, and with `undefined` that it can again
   */
  private constructor(
    private readonly places: JournalPlaces,
    private readonly lines: string[],
    private readonly tell: (trouble: string | undefined) => void,
  ) {}

  /** The journal of a new attempt. */
  static begin(places: JournalPlaces, tell: (trouble: string | undefined) => void): AttemptJournal {
    return new AttemptJournal(places, [], tell);
  }

  /** Takes up a journal again; what only the copy has of it goes on record with the next writing. */
  static async resume(
    places: JournalPlaces,
    tell: (trouble: string | undefined) => void,
  ): Promise<{ journal: AttemptJournal; events: readonly AttemptEvent[]; text?: string }> {
    const [recorded, kept] = await Promise.all([
      readFile(places.record, 'utf8').catch(() => ''),
      readKept(places.kept),
    ]);
    const onRecord = recorded.split('\n').filter((line) => line !== '');
    const known = new Set(onRecord);
    const missing = (kept?.lines ?? []).filter((line) => !known.has(line));
    const journal = new AttemptJournal(places, [...onRecord, ...missing], tell);
    journal.#written = onRecord.length;
    const { events } = parseAttemptRecord(journal.lines.join('\n'));
    return { journal, events, ...(kept && { text: kept.text }) };
  }

  /** Why nothing can be written at the moment. */
  get trouble(): string | undefined {
    return this.#trouble;
  }

  add(event: AttemptEvent): void {
    this.lines.push(JSON.stringify(event));
    void this.write();
  }

  /** The text as it is now, for the copy. */
  keep(text: string): void {
    this.#text = text;
  }

  /** Forgets the copy, once everything is on record. */
  async close(): Promise<void> {
    await this.write();
    if (this.#trouble === undefined) await rm(this.places.kept, { force: true });
  }

  /** Writes what is not on record yet; resolves when that was done or has failed. */
  async write(): Promise<void> {
    this.#work = this.#work.then(() => this.#write());
    return this.#work;
  }

  async #write(): Promise<void> {
    // The copy may be all that works, or may not work either: then memory has it.
    const copied = writeJson(this.places.kept, this.#kept()).catch(() => undefined);
    try {
      if (this.#written > 0 && !(await isThere(this.places.record))) this.#written = 0;
      const lines = this.lines.slice(this.#written);
      if (lines.length > 0) {
        await appendLines(this.places.record, lines.map((line) => `${line}\n`).join(''));
        this.#written += lines.length;
      }
      this.#tell(undefined);
    } catch (error) {
      this.#tell(messageOf(error));
    }
    await copied;
  }

  #kept(): KeptAttempt {
    return { version: 1, text: this.#text, lines: this.lines };
  }

  #tell(trouble: string | undefined): void {
    const isNew = (trouble === undefined) !== (this.#trouble === undefined);
    this.#trouble = trouble;
    if (isNew) this.tell(trouble);
  }
}

/** What was kept of an attempt; nothing where it cannot be read. */
export async function readKept(path: string): Promise<KeptAttempt | undefined> {
  const parsed = v.safeParse(KeptSchema, await readJson(path).catch(() => undefined));
  return parsed.success ? parsed.output : undefined;
}
