import {
  checkedEnvironment,
  comparisonOf,
  type CheckedSide,
  type Comparison,
} from '../../core/drift/comparison.js';
import { runsInFlight, type Engine, type RunResult } from '../../core/engine.js';
import { CancelledError } from '../../core/errors.js';
import { modulesByUse } from '../../core/importedModules.js';
import { programOf } from '../../core/program.js';
import type { Task } from '../../core/task.js';
import type { EngineReady } from '../../shared/engineProtocol.js';
import { installedVersions } from '../python/installedVersions.js';
import type { ResultCache } from '../results/resultCache.js';
import { runPrograms } from '../results/runPrograms.js';

/** What is to be compared, and where. */
export interface ComparisonJob {
  readonly tasks: readonly Task[];
  /** Where the tasks come from, for people. */
  readonly dataset: string;
  /** The interpreters' paths. */
  readonly pythons: readonly string[];
  readonly startEngine: (python: string) => Engine | Promise<Engine>;
  readonly timeoutSeconds: number;
  readonly cache: ResultCache;
  /** Whether a cached result takes the place of a run. */
  readonly usesCache: boolean;
}

export interface ComparisonListener {
  /** The tasks are about to be checked in one of the environments, counted from 0. */
  readonly onEnvironment?: (ready: EngineReady, position: number) => void;
  /** A task was checked there. */
  readonly onResult?: (task: Task, result: RunResult) => void;
  /** All were. */
  readonly onEnvironmentEnd?: (results: readonly RunResult[]) => void;
}

/**
 * Checks tasks in one environment after the other; side by side they would share the cores, and run
 * into time limits. After a cancellation the same job goes on where it was, by its cached results.
 *
 * @throws {CancelledError} once `signal` is aborted
 * @throws {UserError} before anything is run, where one of the interpreters cannot run tasks
 */
export async function compareEnvironments(
  job: ComparisonJob,
  signal: AbortSignal,
  { onEnvironment, onResult, onEnvironmentEnd }: ComparisonListener = {},
): Promise<Comparison> {
  const { tasks, dataset, pythons, timeoutSeconds, cache, usesCache } = job;
  const inEnvironment = async <T>(
    python: string,
    work: (engine: Engine, ready: EngineReady) => Promise<T> | T,
  ): Promise<T> => {
    if (signal.aborted) throw new CancelledError();
    const engine = await job.startEngine(python);
    try {
      return await work(engine, await engine.ready);
    } finally {
      engine.dispose();
    }
  };
  for (const python of pythons) await inEnvironment(python, () => undefined);

  const programs = tasks.map((task) => ({ task, name: task.taskId, program: programOf(task) }));
  const sides: CheckedSide[] = [];
  for (const [position, python] of pythons.entries()) {
    await inEnvironment(python, async (engine, ready) => {
      onEnvironment?.(ready, position);
      const packages = await installedVersions(ready.python.executable);
      const atOnce = runsInFlight(ready.workers);
      const session = { engine, ready, timeoutSeconds, cache, usesCache, atOnce, signal };
      const results = await runPrograms(programs, session, {
        onRunning: (running) => {
          engine.preload(modulesByUse([{ tasks: running }]));
        },
        onResult: ({ task }, result) => onResult?.(task, result),
      });
      onEnvironmentEnd?.(results);
      sides.push({ environment: checkedEnvironment(ready, packages), results });
    });
  }
  await cache.tidy();
  return comparisonOf(tasks, sides, { dataset, timeoutSeconds, when: new Date() });
}
