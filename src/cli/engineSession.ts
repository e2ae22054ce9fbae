import { availableParallelism } from 'node:os';
import { join, resolve } from 'node:path';
import { runsInFlight, type Engine } from '../core/engine.js';
import { UserError } from '../core/errors.js';
import { Turns } from '../core/turns.js';
import {
  createEngine,
  type IsolationLevel,
  type NetworkAccess,
} from '../node/engine/createEngine.js';
import { createClusterEngine } from '../node/engine/createClusterEngine.js';
import { pythonOnPath } from '../node/python/interpreters.js';
import { ResultCache } from '../node/results/resultCache.js';
import type { RunSession } from '../node/results/runPrograms.js';
import type { LogLevel } from '../shared/engineProtocol.js';
import { clusterSettings, schedulerPython, type ClusterSettings } from './cluster.js';
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

/** Workers that join later find work to do. */
const LEAST_AT_ONCE_ON_CLUSTER = 256;

export interface EngineSettings {
  readonly timeoutSeconds: number;
  /** How many programs are busy at once on this machine. */
  readonly workers: number;
  /** The PATH's Python without it. */
  readonly pythonPath: string | undefined;
  /** The weakest to put up with. */
  readonly isolation: IsolationLevel | undefined;
  readonly network: NetworkAccess | undefined;
  /** MiB that one run may use; its share of what the machine has without it. */
  readonly memoryMib: number | undefined;
  readonly usesCache: boolean;
  /** Other machines, where runs are to be done there. */
  readonly cluster: ClusterSettings | undefined;
}

/** The engine of a command; Ctrl+C aborts its signal. */
export interface EngineSession extends RunSession {
  /** A further engine, whose interpreter has this hash seed; the same one for the same seed. */
  readonly seeded: (hashSeed: number) => Promise<Engine>;
  /** The turns of all these engines, so that together they keep no more cores busy than `--workers`. */
  readonly turns: Turns;
}

/** Reads the values of {@link ENGINE_OPTIONS}, and of the cluster's where a command takes them. */
export function engineSettings(options: {
  readonly timeout: string;
  readonly workers?: string | undefined;
  readonly python?: string | undefined;
  readonly isolation?: string | undefined;
  readonly network?: string | undefined;
  readonly memory?: string | undefined;
  readonly 'no-cache': boolean;
  readonly scheduler?: string | undefined;
  readonly 'scheduler-python'?: string | undefined;
}): EngineSettings {
  return {
    timeoutSeconds: positive(options.timeout, '--timeout'),
    workers:
      options.workers === undefined
        ? availableParallelism()
        : wholeAboveZero(options.workers, '--workers'),
    pythonPath: options.python === undefined ? undefined : pythonPath(options.python),
    isolation: oneOf(LEVELS, options.isolation, '--isolation'),
    network: oneOf(NETWORKS, options.network, '--network'),
    memoryMib:
      options.memory === undefined ? undefined : wholeAboveZero(options.memory, '--memory'),
    usesCache: !options['no-cache'],
    cluster: clusterSettings(options),
  };
}

/** Starts an engine for `use`, and ends it and all its runs afterwards. */
export async function withEngine<T>(
  settings: EngineSettings,
  at: Surroundings,
  use: (session: EngineSession) => Promise<T>,
): Promise<T> {
  const { timeoutSeconds, usesCache, cluster } = settings;
  const { signal } = at;
  const engine = await startEngine(settings, at);
  const engines = new Map<number, Promise<Engine>>();
  const seeded = (hashSeed: number): Promise<Engine> => {
    const started = engines.get(hashSeed) ?? startEngine(settings, at, hashSeed);
    engines.set(hashSeed, started);
    return started;
  };
  const turns = new Turns();
  const cache = new ResultCache(join(at.cacheDir, 'results'), (message) => {
    process.stderr.write(`${message}\n`);
  });
  try {
    const ready = await engine.ready;
    const atOnce = Math.max(runsInFlight(ready.workers), cluster ? LEAST_AT_ONCE_ON_CLUSTER : 0);
    const result = await use({
      ...{ engine, ready, timeoutSeconds, atOnce, cache, usesCache, signal, seeded, turns },
    });
    await cache.tidy();
    return result;
  } finally {
    engine.dispose();
    for (const started of engines.values()) (await started).dispose();
  }
}

/** Starts an engine as the settings say; await its `ready` to learn whether that worked. */
export async function startEngine(
  { workers, pythonPath, isolation, network, memoryMib, cluster }: EngineSettings,
  at: Surroundings,
  hashSeed?: number,
): Promise<Engine> {
  const common = {
    harnessDir: join(at.packageDir, 'python'),
    ...(isolation && { isolation }),
    ...(network && { network }),
    ...(memoryMib !== undefined && { memoryMib }),
    log,
  };
  return cluster
    ? createClusterEngine({
        ...common,
        ...cluster,
        schedulerPython: schedulerPython(cluster, at),
      })
    : createEngine({
        ...common,
        ...(hashSeed !== undefined && { hashSeed }),
        workers,
        pythonPath: pythonPath ?? (await defaultPython()),
      });
}

function log(level: LogLevel, message: string): void {
  if (level === 'warning' || level === 'error') process.stderr.write(`engine: ${message}\n`);
}

/** A path is of this folder, not of the engine's; a bare name is one on the PATH. */
function pythonPath(python: string): string {
  return /[\\/]/.test(python) ? resolve(python) : python;
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
