import { readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';
import { CachedResultSchema, isRepeatable, type CachedResult } from '../../core/cachedResult.js';
import { mapConcurrently } from '../../core/concurrently.js';
import type { RunResult } from '../../core/engine.js';
import { messageOf } from '../../core/errors.js';
import { writeAtomically } from '../jsonFile.js';

const MIB = 1024 * 1024;
const MOST_BYTES = 128 * MIB;
/** A run that has printed megabytes is sooner repeated than kept. */
const MOST_BYTES_EACH = MIB;
const HOUR_MS = 3_600_000;
const AT_ONCE = 32;
const ENDING = '.json';

/**
 * The results of runs, each in a file of its own under the run's key (`runKey`).
 *
 * A file is written as a whole and replaced in one step, so that any number of processes can share
 * the folder and whatever ends one of them costs the runs at work alone. What cannot be read is not
 * there; what cannot be written is only mentioned: the verdicts stand without the cache.
 */
export class ResultCache {
  #hasKept = false;
  #hasFailed = false;

  /**
   * @param folder made when it is first needed
   * @param warn told once why results cannot be kept
   */
  constructor(
    private readonly folder: string,
    private readonly warn: (message: string) => void,
  ) {}

  /** The result of an earlier run with this key. */
  async get(key: string): Promise<CachedResult | undefined> {
    try {
      const value: unknown = JSON.parse(await readFile(this.#path(key), 'utf8'));
      const parsed = v.safeParse(CachedResultSchema, value);
      return parsed.success ? parsed.output : undefined;
    } catch {
      return undefined;
    }
  }

  /** Keeps what a run with this key has shown last; a result of chance leaves nothing. */
  async keep(key: string, result: RunResult, when = new Date()): Promise<void> {
    const kept: CachedResult = v.parse(CachedResultSchema, {
      when: when.toISOString(),
      result,
    });
    const text = JSON.stringify(kept);
    if (!isRepeatable(result) || text.length > MOST_BYTES_EACH) return this.forget(key);
    this.#hasKept = true;
    await this.#attempt(() => writeAtomically(this.#path(key), text));
  }

  async forget(key: string): Promise<void> {
    await this.#attempt(() => rm(this.#path(key), { force: true }));
  }

  /**
   * Removes the oldest results beyond the bound, and what a killed process has left half-written.
   * Where this one has kept nothing, it leaves that to others.
   */
  async tidy(mostBytes = MOST_BYTES): Promise<void> {
    if (!this.#hasKept) return;
    const names = await readdir(this.folder).catch(() => []);
    const found = await mapConcurrently(names, AT_ONCE, async (name) => {
      const path = join(this.folder, name);
      // Another process may be tidying up, too.
      const facts = await stat(path).catch(() => undefined);
      return { path, bytes: facts?.size ?? 0, changed: facts?.mtimeMs ?? 0 };
    });
    let bytes = 0;
    const surplus = found
      .sort((a, b) => b.changed - a.changed)
      .filter((file) => {
        if (!file.path.endsWith(ENDING)) return file.changed < Date.now() - HOUR_MS;
        bytes += file.bytes;
        return bytes > mostBytes;
      });
    await this.#attempt(() =>
      mapConcurrently(surplus, AT_ONCE, ({ path }) => rm(path, { force: true })),
    );
  }

  /** Forgets everything. */
  async clear(): Promise<void> {
    await rm(this.folder, { recursive: true, force: true });
  }

  #path(key: string): string {
    return join(this.folder, `${key}${ENDING}`);
  }

  async #attempt(work: () => Promise<unknown>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (!this.#hasFailed) this.warn(`Results cannot be kept for later: ${messageOf(error)}`);
      this.#hasFailed = true;
    }
  }
}
