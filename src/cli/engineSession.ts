import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import type { Engine } from '../core/engine.js';
import { UserError } from '../core/errors.js';
import {
  createEngine,
  type IsolationLevel,
  type NetworkAccess,
} from '../node/engine/createEngine.js';
import { pythonOnPath } from '../node/python/interpreters.js';
import { ResultCache } from '../node/results/resultCache.js';
import type { EngineReady } from '../shared/engineProtocol.js';
import type { Surroundings } from './surroundings.js';

/** The options of every command that runs programs. */
export const ENGINE_OPTIONS = {
  timeout: { type: 'string', default: '240' },
  workers: { type: 'string' },
  python: { type: 'string' },
  isolation: { type: 'string' },
  network: { type: 'string' },
  memory: { type: 'string' },
  'no-cache': { type: 'boolean', default: false },
} as const;

const LEVELS = ['namespaces', 'landlock', 'limits'] as const satisfies readonly IsolationLevel[];
const NETWORKS = ['off', 'loopback', 'on'] as const satisfies readonly NetworkAccess[];

export interface EngineSettings {
  readonly timeoutSeconds: number;
  readonly workers: number;
  /** The PATH's Python without it. */
  readonly pythonPath: string | undefined;
  /** The weakest to put up with. */
  readonly isolation: IsolationLevel | undefined;
  readonly network: NetworkAccess | undefined;
  /** MiB that one run may use; its share of what the machine has without it. */
  readonly memoryMib: number | undefined;
  readonly usesCache: boolean;
}

/** An engine that has started, and how it is to be used. */
export interface EngineSession {
  readonly engine: Engine;
  readonly ready: EngineReady;
  readonly timeoutSeconds: number;
  readonly workers: number;
  /** The results of earlier runs, and where those of this session are kept. */
  readonly cache: ResultCache;
  /** Whether a cached result takes the place of a run. */
  readonly usesCache: boolean;
  /** Aborted by Ctrl+C. */
  readonly signal: AbortSignal;
}

/** Reads the values of {@link ENGINE_OPTIONS}. */
export function engineSettings(options: {
  readonly timeout: string;
  readonly workers?: string | undefined;
  readonly python?: string | undefined;
  readonly isolation?: string | undefined;
  readonly network?: string | undefined;
  readonly memory?: string | undefined;
  readonly 'no-cache': boolean;
}): EngineSettings {
  return {
    timeoutSeconds: positive(options.timeout, '--timeout'),
    workers:
      options.workers === undefined
        ? availableParallelism()
        : wholeAboveZero(options.workers, '--workers'),
    pythonPath: options.python,
    isolation: oneOf(LEVELS, options.isolation, '--isolation'),
    network: oneOf(NETWORKS, options.network, '--network'),
    memoryMib:
      options.memory === undefined ? undefined : wholeAboveZero(options.memory, '--memory'),
    usesCache: !options['no-cache'],
  };
}

/** Starts an engine for `use`, and ends it and all its runs afterwards. */
export async function withEngine<T>(
  settings: EngineSettings,
  at: Surroundings,
  use: (session: EngineSession) => Promise<T>,
): Promise<T> {
  const { timeoutSeconds, workers, pythonPath, isolation, network, memoryMib } = settings;
  const engine = createEngine({
    pythonPath: pythonPath ?? (await defaultPython()),
    harnessDir: join(at.packageDir, 'python'),
    workers,
    ...(isolation && { isolation }),
    ...(network && { network }),
    ...(memoryMib !== undefined && { memoryMib }),
    log: (level, message) => {
      if (level === 'warning' || level === 'error') process.stderr.write(`engine: ${message}\n`);
    },
  });
  const cache = new ResultCache(join(at.cacheDir, 'results'), (message) => {
    process.stderr.write(`${message}\n`);
  });
  try {
    const ready = await engine.ready;
    const { usesCache } = settings;
    const { signal } = at;
    const result = await use({ engine, ready, timeoutSeconds, workers, cache, usesCache, signal });
    await cache.tidy();
    return result;
  } finally {
    engine.dispose();
  }
}

async function defaultPython(): Promise<string> {
  const found = await pythonOnPath();
  if (found) return found.path;
  throw new UserError(
    'No Python was found on the PATH. Install Python 3.8 or newer, or give --python PATH.',
  );
}

function oneOf<T extends string>(
  known: readonly T[],
  text: string | undefined,
  option: string,
): T | undefined {
  if (text === undefined) return undefined;
  const value = known.find((candidate) => candidate === text);
  if (value !== undefined) return value;
  throw new UserError(`${option}: expected ${known.join(', ')}, got “${text}”.`);
}

function positive(text: string, option: string): number {
  const value = Number(text);
  if (!(value > 0 && Number.isFinite(value))) {
    throw new UserError(`${option}: expected a number above 0, got “${text}”.`);
  }
  return value;
}

/** An option's value as a count of at least one. */
export function wholeAboveZero(text: string, option: string): number {
  const value = positive(text, option);
  if (!Number.isInteger(value)) {
    throw new UserError(`${option}: expected a whole number, got “${text}”.`);
  }
  return value;
}
