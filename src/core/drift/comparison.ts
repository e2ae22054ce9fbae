/** What several environments say of the same tasks: what is kept of it, and how it comes about. */
import * as v from 'valibot';
import { CauseSchema, RunStatusSchema, type EngineReady } from '../../shared/engineProtocol.js';
import { contentKey } from '../contentKey.js';
import type { RunResult } from '../engine.js';
import { UserError } from '../errors.js';
import { importedModules } from '../importedModules.js';
import { isStandardLibrary } from '../standardLibrary.js';
import type { Task } from '../task.js';
import { POINTERS, suspectsOf } from './suspects.js';

const EnvironmentSchema = v.object({
  /** The interpreter's path. */
  python: v.string(),
  /** For example `3.11.7`. */
  version: v.string(),
  isolation: v.picklist(['namespaces', 'landlock', 'limits']),
  /** Installed versions under the distributions' keys (`distributionKey`). */
  packages: v.record(v.string(), v.string()),
});
/** An environment in which tasks were checked. */
export type CheckedEnvironment = v.InferOutput<typeof EnvironmentSchema>;

const FailureSchema = v.object({
  /** The test method; `ALL` for a failure outside the tests, as the official evaluator has it. */
  test: v.string(),
  /** The exception, on one line and shortened. */
  message: v.string(),
  suspects: v.array(v.object({ library: v.string(), why: v.picklist(POINTERS) })),
});
export type TestFailure = v.InferOutput<typeof FailureSchema>;

const OutcomeSchema = v.object({
  status: RunStatusSchema,
  /** `null` for a pass. */
  cause: v.nullable(CauseSchema),
  message: v.string(),
  failures: v.array(FailureSchema),
});
/** What one environment says of a task. */
export type Outcome = v.InferOutput<typeof OutcomeSchema>;

const ComparedTaskSchema = v.object({
  task_id: v.string(),
  /** Of the task's text (`contentKey`): outcomes of another text say nothing of this one. */
  key: v.string(),
  /** The top-level modules that its code and tests import, without the standard library's. */
  libraries: v.array(v.string()),
  /** One for each environment. */
  outcomes: v.array(OutcomeSchema),
});
export type ComparedTask = v.InferOutput<typeof ComparedTaskSchema>;

const ComparisonSchema = v.pipe(
  v.object({
    version: v.literal(1),
    /** When it was complete, ISO 8601 in UTC. */
    when: v.pipe(v.string(), v.isoTimestamp()),
    /** Where the tasks came from, for people. */
    dataset: v.string(),
    /** Seconds that the tests of a task had. */
    timeout_s: v.number(),
    environments: v.array(EnvironmentSchema),
    tasks: v.array(ComparedTaskSchema),
  }),
  v.check(
    ({ environments, tasks }) =>
      tasks.every(({ outcomes }) => outcomes.length === environments.length),
    'Expected one outcome of each task for each environment',
  ),
);
/** Tasks, environments, and what each of these says of each of those. */
export type Comparison = v.InferOutput<typeof ComparisonSchema>;

/**
 * A comparison that was kept.
 * @param file names it in the error
 * @throws {UserError} where the value is none, or of a version that is not known here
 */
export function parseComparison(value: unknown, file: string): Comparison {
  const parsed = v.safeParse(ComparisonSchema, value);
  if (parsed.success) return parsed.output;
  throw new UserError(
    `${file} is no comparison of environments (${v.summarize(parsed.issues).split('\n')[0] ?? ''}). “bcb drift --json” and “Export Drift…” write such files.`,
  );
}

/** An environment's part of a comparison. */
export interface CheckedSide {
  readonly environment: CheckedEnvironment;
  /** In the order of the tasks. */
  readonly results: readonly RunResult[];
}

/** Puts together what was found out side by side. */
export function comparisonOf(
  tasks: readonly Task[],
  sides: readonly CheckedSide[],
  context: { readonly dataset: string; readonly timeoutSeconds: number; readonly when: Date },
): Comparison {
  return {
    version: 1,
    when: context.when.toISOString(),
    dataset: context.dataset,
    timeout_s: context.timeoutSeconds,
    environments: sides.map(({ environment }) => environment),
    tasks: tasks.map((task, index) => ({
      task_id: task.taskId,
      key: contentKey(task),
      libraries: librariesOf(task),
      outcomes: sides.flatMap(({ results }) => {
        const result = results[index];
        return result ? [outcomeOf(result)] : [];
      }),
    })),
  };
}

/** The environment of an engine, with what is installed there. */
export function checkedEnvironment(
  { python, isolation }: EngineReady,
  packages: ReadonlyMap<string, string>,
): CheckedEnvironment {
  return {
    python: python.executable,
    version: python.version,
    isolation: isolation.level,
    packages: Object.fromEntries(packages),
  };
}

function librariesOf(task: Task): string[] {
  const modules = [...importedModules(task)].map((name) => name.split('.')[0] ?? name);
  return [...new Set(modules)].filter((module) => !isStandardLibrary(module));
}

/** What is kept of a run. */
export function outcomeOf(result: RunResult): Outcome {
  const { status, cause, message } = result;
  const failures = status === 'pass' ? [] : failuresOf(result);
  // The verdict's cause is the gravest of the failures'.
  const telling = failures.find(
    (failure) => failure.message.startsWith('AssertionError') === (cause === 'assertion'),
  );
  return { status, cause, message: shortened(telling?.message ?? message), failures };
}

function failuresOf({ details, tests, message }: RunResult): TestFailure[] {
  return Object.entries(details).map(([test, traceback]) => {
    const said = tests.find(({ name }) => name === test)?.message ?? message;
    return { test, message: shortened(said), suspects: suspectsOf(said, traceback) };
  });
}

const LONGEST_MESSAGE = 300;

function shortened(message: string): string {
  return message
    .slice(0, 2 * LONGEST_MESSAGE)
    .replaceAll(/\s+/g, ' ')
    .slice(0, LONGEST_MESSAGE);
}
