/** Verdicts that differ between environments, and the library that is to blame. */
import type { Cause, RunStatus } from '../shared/engineProtocol.js';
import { distributionOf } from './distributions.js';
import type { RunResult } from './engine.js';
import type { Task } from './task.js';

/** An environment in which tasks were checked. */
export interface CheckedEnvironment {
  /** The interpreter's path. */
  readonly python: string;
  readonly version: string;
  /** Installed versions, by the distributions' names in lower case with hyphens. */
  readonly packages: ReadonlyMap<string, string>;
}

/** What one environment says of a task. */
export interface Outcome {
  readonly status: RunStatus;
  readonly cause: Cause | null;
  readonly message: string;
}

/** A library whose versions differ, one version for each environment; `null` where it is missing. */
export interface Blamed {
  readonly distribution: string;
  readonly versions: readonly (string | null)[];
}

/** A task whose verdict is not the same everywhere. */
export interface Drift {
  readonly taskId: string;
  /** One for each environment. */
  readonly outcomes: readonly Outcome[];
  /** The likeliest first; empty where no version that differs is involved. */
  readonly blamed: readonly Blamed[];
}

/**
 * Compares the results of the same tasks in several environments.
 * @param results for each environment, in the order of the tasks
 */
export function findDrift(
  tasks: readonly Task[],
  environments: readonly CheckedEnvironment[],
  results: readonly (readonly RunResult[])[],
): readonly Drift[] {
  return tasks.flatMap((task, index): Drift[] => {
    const own = results.flatMap((one) => one[index] ?? []);
    const [first] = own;
    if (own.every(({ status, cause }) => status === first?.status && cause === first.cause)) {
      return [];
    }
    const outcomes = own.map(({ status, cause, message }) => ({ status, cause, message }));
    return [{ taskId: task.taskId, outcomes, blamed: blame(task, environments, own) }];
  });
}

/**
 * The libraries of a task whose versions differ: first those in whose files the failure happened,
 * the deepest first, then a module that cannot be imported, then the others that the task uses.
 */
function blame(
  task: Task,
  environments: readonly CheckedEnvironment[],
  results: readonly RunResult[],
): readonly Blamed[] {
  const failing = results.filter(({ status }) => status !== 'pass');
  const suspects = [
    ...failing.flatMap(({ details }) => modulesInTraces(Object.values(details))),
    ...failing.flatMap(({ module }) => (module === null ? [] : [module.split('.')[0] ?? module])),
    ...task.libs,
  ];
  const names = [...new Set(suspects.map(distributionOf))];
  return names.flatMap((distribution) => {
    const versions = environments.map(
      ({ packages }) => packages.get(normalName(distribution)) ?? null,
    );
    const differ = versions.some((version) => version !== versions[0]);
    return differ ? [{ distribution, versions }] : [];
  });
}

/** The top-level modules below site-packages in tracebacks, the deepest frame first. */
function modulesInTraces(traces: readonly string[]): string[] {
  return traces.flatMap((trace) =>
    [...trace.matchAll(/site-packages[\\/](\w+)/g)].map(([, module = '']) => module).toReversed(),
  );
}

/** A distribution's name as PEP 503 compares them. */
export function normalName(name: string): string {
  return name.toLowerCase().replace(/[-_.]+/g, '-');
}
