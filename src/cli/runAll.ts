import { mapConcurrently } from '../core/concurrently.js';
import { runsInFlight, type Program, type RunResult } from '../core/engine.js';
import type { EngineSession } from './engineSession.js';
import { ProgressBar } from './progress.js';

/** A program, and what the progress bar calls it. */
export interface NamedProgram {
  readonly name: string;
  readonly program: Program;
}

export interface RunAllOptions<T> {
  readonly coverage?: boolean;
  /** Told of each verdict when it is there. */
  readonly onResult?: (item: T, result: RunResult) => void;
}

/**
 * Runs programs, as many at once as the engine takes, with a progress bar.
 * @returns the verdicts in the order of the programs
 */
export async function runAll<T extends NamedProgram>(
  programs: readonly T[],
  { engine, workers, timeoutSeconds, signal }: EngineSession,
  { coverage = false, onResult }: RunAllOptions<T> = {},
): Promise<RunResult[]> {
  const bar = new ProgressBar(programs.length);
  try {
    return await mapConcurrently(programs, runsInFlight(workers), async (item) => {
      const options = { timeoutSeconds, coverage };
      const result = await engine.run(item.program, options, {}, signal);
      onResult?.(item, result);
      bar.advance(`${item.name} ${result.status}`);
      return result;
    });
  } finally {
    bar.end();
  }
}
