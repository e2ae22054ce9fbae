import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { UserError } from '../core/errors.js';
import { venvPython } from '../node/python/virtualEnvironment.js';
import type { Surroundings } from './surroundings.js';

/** The options that send runs to a Dask cluster. */
export const CLUSTER_OPTIONS = {
  scheduler: { type: 'string' },
  'scheduler-python': { type: 'string' },
} as const;

export interface ClusterSettings {
  /** Dask's address of the scheduler. */
  readonly scheduler: string;
  /** The interpreter with `distributed`; that of our own environment without it. */
  readonly schedulerPython: string | undefined;
  /** The tasks' interpreter on the workers' machines. */
  readonly pythonPath: string;
}

/** Reads the values of {@link CLUSTER_OPTIONS}; `undefined` where runs stay on this machine. */
export function clusterSettings(options: {
  readonly scheduler?: string | undefined;
  readonly 'scheduler-python'?: string | undefined;
  readonly python?: string | undefined;
  readonly workers?: string | undefined;
}): ClusterSettings | undefined {
  const { scheduler, python, workers } = options;
  if (scheduler === undefined) return undefined;
  if (!/^\w+:\/\/.+:\d+$/.test(scheduler)) {
    throw new UserError(`--scheduler: expected tcp://HOST:PORT, got “${scheduler}”.`);
  }
  if (python === undefined) {
    throw new UserError(
      '--python is missing: with --scheduler it names the tasks’ interpreter as the workers’ machines have it.',
    );
  }
  if (workers !== undefined) {
    throw new UserError(
      '--workers and --scheduler exclude each other: a Dask worker runs as many programs at once as its --nthreads says.',
    );
  }
  return { scheduler, schedulerPython: options['scheduler-python'], pythonPath: python };
}

/**
 * The interpreter that speaks to the scheduler.
 * @throws {UserError} that says how to make an environment for it, where there is none
 */
export function schedulerPython(settings: ClusterSettings, at: Surroundings): string {
  if (settings.schedulerPython !== undefined) return settings.schedulerPython;
  const folder = join(at.cacheDir, 'cluster');
  const python = venvPython(folder);
  if (existsSync(python)) return python;
  const requirements = join(at.packageDir, 'python', 'requirements-cluster.txt');
  throw new UserError(
    [
      '--scheduler needs an environment with Dask. Make it with Python 3.10 or newer, or name one like the cluster’s with --scheduler-python PATH:',
      `  python3 -m venv "${folder}"`,
      `  "${python}" -m pip install -r "${requirements}"`,
    ].join('\n'),
  );
}
