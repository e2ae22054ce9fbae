import { mapConcurrently } from '../core/concurrently.js';
import type { Program, RunOptions, RunResult } from '../core/engine.js';
import { runKey } from '../node/results/runKey.js';
import type { EngineSession } from './engineSession.js';
import { ProgressBar } from './progress.js';

/** A program, and what the progress bar calls it. */
export interface NamedProgram {
  readonly name: string;
  readonly program: Program;
}

export interface RunAllOptions<T> {
  readonly coverage?: boolean;
  /** What is run of the programs; their tests without it. */
  readonly mode?: RunOptions['mode'];
  /** Runs even what has a cached result, and leaves none: that of one run would say too much. */
  readonly afresh?: boolean;
  /** Told of the programs without a cached result before the first of them is run, if there is one. */
  readonly onRunning?: (items: readonly T[]) => void;
  /** Told of each verdict when it is there, and whether it is a cached one. */
  readonly onResult?: (item: T, result: RunResult, cached: boolean) => void;
}

const READS_AT_ONCE = 32;

/**
 * Runs programs, as many at once as the engine takes, with a progress bar. What has a cached result
 * is not run, unless that is asked for; what is run leaves one before it is told of.
 * @returns the verdicts in the order of the programs
 */
export async function runAll<T extends NamedProgram>(
  programs: readonly T[],
  { engine, ready, atOnce, timeoutSeconds, cache, usesCache, signal }: EngineSession,
  { coverage = false, mode, afresh = false, onRunning, onResult }: RunAllOptions<T> = {},
): Promise<RunResult[]> {
  const options = { timeoutSeconds, coverage, mode };
  const runs = programs.map((item) => ({ item, key: runKey(item.program, options, ready) }));
  const results: RunResult[] = [];
  const bar = new ProgressBar(programs.length);
  const take = (index: number, item: T, result: RunResult, cached: boolean): void => {
    results[index] = result;
    onResult?.(item, result, cached);
    bar.advance(`${item.name} ${result.status}`);
  };
  try {
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
  } finally {
    bar.end();
  }
}
