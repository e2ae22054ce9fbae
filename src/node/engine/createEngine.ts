import type { Engine } from '../../core/engine.js';
import type { LogLevel } from '../../shared/engineProtocol.js';
import { PythonEngine } from './pythonEngine.js';

export interface EngineOptions {
  readonly pythonPath: string;
  /** The folder that holds `engine.py` and its package. */
  readonly harnessDir: string;
  /** How many programs may run at once. */
  readonly workers: number;
  readonly log: (level: LogLevel, message: string) => void;
  /** How runs get their process; by default as suits the platform. */
  readonly launch?: 'fork' | 'spawn';
}

/** Starts an engine in a Python interpreter; await its `ready` to learn whether that worked. */
export function createEngine(options: EngineOptions): Engine {
  return new PythonEngine(options);
}
