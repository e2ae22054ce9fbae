/** Every gate, once. A new one is a file of its own and a line here. */
import { UserError } from '../../errors.js';
import type { Project } from '../project.js';
import { isStepForward, PATH, type Stage } from '../stages.js';
import { assertions } from './assertions.js';
import { checklist } from './checklist.js';
import { coverage } from './coverage.js';
import { crossCheck } from './crossCheck.js';
import { duplicateTests } from './duplicateTests.js';
import { examples } from './examples.js';
import type { Gate, GateInput, GateOutcome } from './gate.js';
import { imports } from './imports.js';
import { mentions } from './mentions.js';
import { nearDuplicate } from './nearDuplicate.js';
import { preEvaluation } from './preEvaluation.js';
import { repeats } from './repeats.js';
import { reviewers } from './reviewers.js';
import { structure } from './structure.js';
import { testCount } from './testCount.js';
import { trivialSolutions } from './trivialSolutions.js';

export const GATES: readonly Gate[] = [
  structure,
  testCount,
  duplicateTests,
  assertions,
  imports,
  mentions,
  nearDuplicate,
  repeats,
  coverage,
  examples,
  trivialSolutions,
  checklist,
  reviewers,
  preEvaluation,
  crossCheck,
];

/** Those that look at what people and models have said of a task, as its record has it. */
export const JUDGEMENTS: readonly Gate[] = [checklist, reviewers, preEvaluation, crossCheck];

/** Those that look at a task by itself, whoever has judged it. */
export const AUDITS: readonly Gate[] = GATES.filter((gate) => !JUDGEMENTS.includes(gate));

/** What a project asks for where its file says nothing of a stage. */
const DEFAULTS: Readonly<Record<(typeof PATH)[number], readonly Gate[]>> = {
  draft: [],
  refined: AUDITS,
  reviewed: [checklist, reviewers],
  'pre-evaluated': [preEvaluation],
  'cross-checked': [crossCheck],
  accepted: GATES,
};

/** The gates on the way from one stage to another; none on the way back. */
export function gatesOf(project: Project, from: Stage, to: Stage): readonly Gate[] {
  const stage = PATH.find((step) => step === to);
  if (stage === undefined || !isStepForward(from, to)) return [];
  const named = project.gates[stage];
  return named ? GATES.filter(({ id }) => named.includes(id)) : DEFAULTS[stage];
}

/**
 * Looks at the gates that a project's file names.
 * @throws {UserError} for a name that no gate has
 */
export function checkGateNames({ gates }: Project, file: string): void {
  const known = GATES.map(({ id }) => id);
  for (const [stage, ids] of Object.entries(gates)) {
    const unknown = ids.find((id) => !known.includes(id));
    if (unknown !== undefined) {
      throw new UserError(
        `${file}: field gates.${stage}: there is no gate “${unknown}”. Expected some of ${known.join(', ')}.`,
      );
    }
  }
}

/** A gate and what it says. */
export interface AskedGate {
  readonly gate: Gate;
  readonly outcome: GateOutcome;
}

export function askGates(gates: readonly Gate[], input: GateInput): readonly AskedGate[] {
  return gates.map((gate) => ({ gate, outcome: gate.check(input) }));
}
