import { mapConcurrently } from '../../core/concurrently.js';
import type { Engine, Program, RunOptions, RunResult } from '../../core/engine.js';
import type { EngineReady } from '../../shared/engineProtocol.js';
import type { ResultCache } from './resultCache.js';
import { runKey } from './runKey.js';

/** A program, and what people call it. */
export interface NamedProgram {
  readonly name: string;
  readonly program: Program;
}

/** An engine that has started, and how it is to be used. */
export interface RunSession {
  readonly engine: Engine;
  readonly ready: EngineReady;
  readonly timeoutSeconds: number;
  /** The results of earlier runs, and where those of this session are kept. */
  readonly cache: ResultCache;
  /** Whether a cached result takes the place of a run. */
  readonly usesCache: boolean;
  /** How many runs to have asked for at once, so that no worker waits for the next. */
  readonly atOnce: number;
  readonly signal: AbortSignal;
}

export interface RunProgramsOptions<T> {
  readonly coverage?: boolean;
  /** What is run of the programs; their tests without it. */
  readonly mode?: RunOptions['mode'];
  /** Runs even what has a cached result, and leaves none: that of one run would say too much. */
  readonly afresh?: boolean;
  /** Told of the programs without a cached result before the first of them is run, if there is one. */
  readonly onRunning?: ((items: readonly T[]) => void) | undefined;
  /** Told of each verdict when it is there, and whether it is a cached one. */
  readonly onResult?: ((item: T, result: RunResult, cached: boolean) => void) | undefined;
}

const READS_AT_ONCE = 32;

/**
 * Runs programs, as many at once as the engine takes. What has a cached result is not run, unless
 * that is asked for; what is run leaves one before it is told of.
 * @returns the verdicts in the order of the programs
 * @throws {CancelledError} once the session's signal is aborted
 */
export async function runPrograms<T extends NamedProgram>(
  programs: readonly T[],
  { engine, ready, atOnce, timeoutSeconds, cache, usesCache, signal }: RunSession,
  { coverage = false, mode, afresh = false, onRunning, onResult }: RunProgramsOptions<T> = {},
): Promise<RunResult[]> {
  const options = { timeoutSeconds, coverage, mode };
  const runs = programs.map((item) => ({ item, key: runKey(item.program, options, ready) }));
  const results: RunResult[] = [];
  const take = (index: number, item: T, result: RunResult, cached: boolean): void => {
    results[index] = result;
    onResult?.(item, result, cached);
  };
  if (usesCache && !afresh) {
    await mapConcurrently([...runs.entries()], READS_AT_ONCE, async ([index, { item, key }]) => {
      const found = await cache.get(key);
      if (found) take(index, item, found.result, true);
    });
  }
  const remaining = [...runs.entries()].filter(([index]) => !(index in results));
  if (remaining.length > 0) onRunning?.(remaining.map(([, { item }]) => item));
  await mapConcurrently(remaining, atOnce, async ([index, { item, key }]) => {
    const result = await engine.run(item.program, options, {}, signal);
    await (afresh ? cache.forget(key) : cache.keep(key, result));
    take(index, item, result, false);
  });
  return results;
}
