import type { Engine } from '../../core/engine.js';
import type { EngineOptions } from './createEngine.js';
import { limitArgs, type EngineCommand } from './engineCommand.js';
import { ALLOWED_VARIABLES } from './environment.js';
import { PythonEngine } from './pythonEngine.js';

export interface ClusterEngineOptions extends Pick<
  EngineOptions,
  'harnessDir' | 'log' | 'isolation' | 'isolationAtMost' | 'network' | 'memoryMib'
> {
  /** Dask's address of the scheduler, `tcp://HOST:PORT` for example. */
  readonly scheduler: string;
  /** An interpreter of this machine that has `distributed`. */
  readonly schedulerPython: string;
  /** The tasks' interpreter, where the workers' machines have it. */
  readonly pythonPath: string;
}

/** Starts an engine on each worker of a Dask cluster, which together are one (docs/cluster.md). */
export function createClusterEngine(options: ClusterEngineOptions): Engine {
  return new PythonEngine(clusterCommand(options), options.log);
}

function clusterCommand(options: ClusterEngineOptions): EngineCommand {
  return {
    pythonPath: options.schedulerPython,
    harnessDir: options.harnessDir,
    script: 'cluster.py',
    args: [
      ...['--scheduler', options.scheduler],
      ...['--python', options.pythonPath],
      ...['--variables', [...ALLOWED_VARIABLES].join(',')],
      '--',
      ...limitArgs(options),
    ],
    // Dask reads its configuration, certificates included, from there. No program runs in this one.
    environment: process.env,
    hasScratch: false,
  };
}
