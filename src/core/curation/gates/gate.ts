import type { RunStatus } from '../../../shared/engineProtocol.js';
import type { Task } from '../../task.js';
import type { CurationEvent } from '../events.js';
import type { Limits } from '../project.js';

/** What was found out about a task by running it; absent where that has not been done. */
export interface RunFacts {
  /** Its tests, several times: in other orders, with other hash seeds. */
  readonly repeats?: readonly {
    readonly label: string;
    readonly status: RunStatus;
    readonly message: string;
  }[];
  readonly coverage?: { readonly percent: number; readonly missedLines: readonly number[] };
  /** The docstring's examples; lines count in the task file. */
  readonly examples?: readonly {
    readonly line: number;
    readonly holds: boolean;
    readonly message: string;
  }[];
  /** Solutions that no test class should let pass, and whether this one does. */
  readonly trivial?: readonly { readonly name: string; readonly passes: boolean }[];
}
export type RunFact = keyof RunFacts;

/** Another task that this one must not repeat. */
export interface OtherTask {
  readonly taskId: string;
  readonly wordRuns: ReadonlySet<string>;
}

/** What a gate may look at. */
export interface GateInput {
  /** The task file's. */
  readonly text: string;
  /** What the file compiles to; `undefined` while it is no task. */
  readonly task: Task | undefined;
  readonly events: readonly CurationEvent[];
  readonly limits: Limits;
  readonly facts: RunFacts;
  readonly others: readonly OtherTask[];
}

export interface GateOutcome {
  /** `unknown` where what it needs is not there yet. */
  readonly outcome: 'pass' | 'fail' | 'unknown';
  /** In a sentence: what is right, or what is wrong and where. */
  readonly message: string;
  /** Where in the task file, as offsets. */
  readonly places?: readonly {
    readonly from: number;
    readonly to: number;
    readonly message: string;
  }[];
}

/** A condition that tasks must meet to come into a stage. */
export interface Gate {
  /** As project files name it. */
  readonly id: string;
  readonly title: string;
  /** What it asks for and why, in a sentence. */
  readonly description: string;
  /** What has to be run first. */
  readonly needs: readonly RunFact[];
  readonly check: (input: GateInput) => GateOutcome;
}

export function pass(message: string): GateOutcome {
  return { outcome: 'pass', message };
}

export function fail(message: string, places: GateOutcome['places'] = []): GateOutcome {
  return { outcome: 'fail', message, places };
}

export const NOT_RUN: GateOutcome = { outcome: 'unknown', message: 'Not run yet.' };
export const NO_TASK: GateOutcome = {
  outcome: 'unknown',
  message: 'The file is no task yet: see the gate “structure”.',
};
