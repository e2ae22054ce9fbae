import type { Engine, Program, RunListener, RunOptions, RunResult } from '../../core/engine.js';
import type { ResultCache } from './resultCache.js';
import { runKey } from './runKey.js';

export interface JudgedRun {
  readonly result: RunResult;
  /** When the run ended. */
  readonly when: Date;
  /** Whether it is an earlier one, whose result was cached. */
  readonly cached: boolean;
}

/** The runs of an engine, each of which leaves its result in the cache. */
export class CachedRuns {
  #recalled = 0;

  /** @param recalls whether a cached result takes the place of a run */
  constructor(
    private readonly engine: Engine,
    private readonly cache: ResultCache,
    private readonly recalls: boolean,
  ) {}

  /** How many results came from the cache. */
  get recalled(): number {
    return this.#recalled;
  }

  /** As `Engine.run`; the listener hears of a cached result as if it came about now. */
  async run(
    program: Program,
    options: RunOptions,
    listener: RunListener,
    signal: AbortSignal,
  ): Promise<JudgedRun> {
    const key = runKey(program, options, await this.engine.ready);
    const cached = this.recalls ? await this.cache.get(key) : undefined;
    if (!cached) {
      const result = await this.engine.run(program, options, listener, signal);
      const when = new Date();
      await this.cache.keep(key, result, when);
      return { result, when, cached: false };
    }
    this.#recalled += 1;
    listener.started?.();
    for (const outcome of cached.result.tests) listener.test?.(outcome);
    return { result: cached.result, when: new Date(cached.when), cached: true };
  }
}
