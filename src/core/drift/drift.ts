/** Verdicts that differ between environments, and the library that is to blame. */
import { distributionKey, distributionOf } from '../distributions.js';
import { UserError } from '../errors.js';
import { groupBy } from '../groupBy.js';
import type {
  CheckedEnvironment,
  ComparedTask,
  Comparison,
  Outcome,
  TestFailure,
} from './comparison.js';
import { POINTERS, PYTHON, type Pointer } from './suspects.js';

/** A library whose versions differ, one version for each environment; `null` where it is missing. */
export interface Blamed {
  readonly distribution: string;
  readonly versions: readonly (string | null)[];
  /** `used`: no failure points to it, but the task uses it. */
  readonly why: Pointer | 'used';
}

/** A task whose verdict is not the same everywhere. */
export interface Drift {
  readonly taskId: string;
  /** One for each environment. */
  readonly outcomes: readonly Outcome[];
  /**
   * The likeliest first. Where failures point to libraries, these alone; else all that the task
   * uses, any of which it may be. Empty where no version that differs is involved.
   */
  readonly blamed: readonly Blamed[];
}

/** The tasks of a comparison whose status or cause differs. */
export function findDrift({ tasks, environments }: Comparison): readonly Drift[] {
  return tasks.flatMap((task): Drift[] => {
    const { task_id: taskId, outcomes } = task;
    const [first] = outcomes;
    const isSame = outcomes.every(
      ({ status, cause }) => status === first?.status && cause === first.cause,
    );
    return isSame ? [] : [{ taskId, outcomes, blamed: blame(task, environments) }];
  });
}

function blame(
  { outcomes, libraries }: ComparedTask,
  environments: readonly CheckedEnvironment[],
): readonly Blamed[] {
  const suspects = decisiveFailures(outcomes).flatMap((failure) => failure.suspects);
  const pointedTo = POINTERS.flatMap((pointer) => suspects.filter(({ why }) => why === pointer));
  const sure = differing(pointedTo, environments);
  if (sure.length > 0) return sure;
  const used = [...libraries, PYTHON].map((library) => ({ library, why: 'used' as const }));
  return differing(used, environments);
}

/** The failures that not every environment has; all where every one fails the same tests. */
function decisiveFailures(outcomes: readonly Outcome[]): TestFailure[] {
  const all = outcomes.flatMap(({ failures }) => failures);
  const byTest = groupBy(all, ({ test }) => test);
  const decisive = all.filter(({ test }) => (byTest.get(test)?.length ?? 0) < outcomes.length);
  return decisive.length > 0 ? decisive : all;
}

/** The distributions of libraries, each once, whose versions are not the same everywhere. */
function differing(
  suspects: readonly { readonly library: string; readonly why: Blamed['why'] }[],
  environments: readonly CheckedEnvironment[],
): Blamed[] {
  const blamed = new Map<string, Blamed>();
  for (const { library, why } of suspects) {
    const distribution = distributionOf(library);
    const versions = environments.map((environment) => versionIn(environment, distribution));
    if (!blamed.has(distribution) && versions.some((version) => version !== versions[0])) {
      blamed.set(distribution, { distribution, versions, why });
    }
  }
  return [...blamed.values()];
}

function versionIn({ version, packages }: CheckedEnvironment, distribution: string): string | null {
  return distribution === PYTHON ? version : (packages[distributionKey(distribution)] ?? null);
}

/** Two comparisons side by side. */
export interface ComparisonPair {
  /** For each environment of both, by position, what the one and the other say of it. */
  readonly environments: readonly Comparison[];
  /** The ids of tasks that one of them lacks, or has with another text. */
  readonly leftOut: readonly string[];
}

/**
 * Sets a later comparison against an earlier one: the first environment of the one beside the first
 * of the other, and so on.
 * @throws {UserError} where they have not as many environments, or no task in common
 */
export function pairUp(earlier: Comparison, later: Comparison): ComparisonPair {
  const counts = [earlier, later].map(({ environments }) => String(environments.length));
  if (counts[0] !== counts[1]) {
    throw new UserError(
      `The one compares ${counts.join(' environments, the other ')}: only comparisons of as many environments can be compared, the first with the first and so on.`,
    );
  }
  const old = new Map(earlier.tasks.map((task) => [task.task_id, task]));
  const common = later.tasks.filter(({ task_id: id, key }) => old.get(id)?.key === key);
  if (common.length === 0) throw new UserError('The two comparisons have no task in common.');
  const ids = new Set(common.map(({ task_id: id }) => id));
  const all = new Set([...earlier.tasks, ...later.tasks].map(({ task_id: id }) => id));
  const environments = later.environments.flatMap((environment, position) => {
    const before = earlier.environments[position];
    if (!before) return [];
    const tasks = common.map((task) => ({
      ...task,
      outcomes: [old.get(task.task_id), task].flatMap((one) => one?.outcomes[position] ?? []),
    }));
    return [{ ...later, environments: [before, environment], tasks }];
  });
  return { environments, leftOut: [...all].filter((id) => !ids.has(id)) };
}
