import type { RunResult } from '../core/engine.js';
import {
  runPrograms,
  type NamedProgram,
  type RunProgramsOptions,
  type RunSession,
} from '../node/results/runPrograms.js';
import { ProgressBar } from './progress.js';

/** {@link runPrograms} with a progress bar. */
export async function runAll<T extends NamedProgram>(
  programs: readonly T[],
  session: RunSession,
  options: RunProgramsOptions<T> = {},
): Promise<RunResult[]> {
  const bar = new ProgressBar(programs.length);
  try {
    return await runPrograms(programs, session, {
      ...options,
      onResult: (item, result, cached) => {
        options.onResult?.(item, result, cached);
        bar.advance(`${item.name} ${result.status}`);
      },
    });
  } finally {
    bar.end();
  }
}
