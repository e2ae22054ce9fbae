import type { Engine } from '../../core/engine.js';
import type { EngineReady, LogLevel } from '../../shared/engineProtocol.js';
import { engineCommand } from './engineCommand.js';
import { PythonEngine } from './pythonEngine.js';

export type IsolationLevel = EngineReady['isolation']['level'];
export type NetworkAccess = EngineReady['isolation']['network'];

export interface EngineOptions {
  readonly pythonPath: string;
  /** The folder that holds `engine.py` and its package. */
  readonly harnessDir: string;
  /** How many programs may run at once. */
  readonly workers: number;
  readonly log: (level: LogLevel, message: string) => void;
  /** How runs get their process; by default as suits the platform. */
  readonly launch?: 'fork' | 'spawn';
  /** The weakest isolation of runs to put up with; the engine refuses to start below it. */
  readonly isolation?: IsolationLevel;
  /** The strongest to use, for tests of the weaker ones; by default what the system has. */
  readonly isolationAtMost?: IsolationLevel;
  /** What Python's hashes of texts start from, and with them the order of sets; its own choice without it. */
  readonly hashSeed?: number;
  /** What runs see of the network where the isolation can refuse it; by default their own loopback. */
  readonly network?: NetworkAccess;
  /** MiB that one run may use; by default, and with 0, its share of what the machine has. */
  readonly memoryMib?: number;
}

/** Starts an engine in a Python interpreter; await its `ready` to learn whether that worked. */
export function createEngine(options: EngineOptions): Engine {
  return new PythonEngine(engineCommand(options), options.log);
}
