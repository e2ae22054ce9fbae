/** What is known of a task file that a model can be told, as the values of prompt templates. */
import type { RunResult } from '../engine.js';
import type { AskedGate } from '../curation/gates/registry.js';
import type { ProblemCode } from '../structure/problems.js';
import { INSTRUCTIONS, type Instruction, type InstructionId } from './instructions.js';

/** Absent where there is nothing to tell: the tests pass, every branch is taken, all is stated. */
export interface TaskFacts {
  readonly failure?: string;
  readonly branches?: string;
  readonly demands?: string;
  readonly gates?: string;
}

const MOST_OUTPUT = 8_000;

/** What a run with coverage tells; its lines must be those of `text`. */
export function runFactsFor(result: RunResult, text: string): TaskFacts {
  const failure = failureText(result);
  const branches = branchesText(result, text);
  return {
    ...(failure !== '' && { failure }),
    ...(branches !== '' && { branches }),
  };
}

/** What failed gates tell, by what a model is asked to do about it. */
export function gateFactsFor(asked: readonly AskedGate[]): TaskFacts {
  const failed = asked.filter(({ outcome }) => outcome.outcome === 'fail');
  const demands = failed
    .filter(({ gate }) => gate.id === 'mentions')
    .flatMap(({ outcome }) => (outcome.places ?? []).map(({ message }) => message))
    .join('\n');
  const gates = failed
    .filter(({ gate }) => !TOLD_APART.has(gate.id))
    .map(({ gate, outcome }) => `${gate.title}: ${outcome.message}`)
    .join('\n');
  return { ...(demands !== '' && { demands }), ...(gates !== '' && { gates }) };
}

/** Gates whose complaints are facts, and instructions, of their own. */
const TOLD_APART: ReadonlySet<string> = new Set(['mentions', 'coverage', 'repeats']);

/**
 * The instructions that can be given, those first that fit: what they need is known, or the task
 * file lacks what they bring.
 */
export function fittingInstructions(
  facts: TaskFacts,
  lacks: ReadonlySet<ProblemCode> = new Set(),
): readonly { readonly instruction: (typeof INSTRUCTIONS)[number]; readonly fits: boolean }[] {
  const rated = INSTRUCTIONS.map((instruction) => {
    const { needs, calledForBy = [] }: Instruction = instruction;
    const fact = needs === 'nothing' || needs === 'language' ? undefined : facts[needs];
    const isCalledFor = calledForBy.length > 0 && calledForBy.every((code) => lacks.has(code));
    return {
      ...{ instruction, fits: fact !== undefined || isCalledFor },
      can: fact !== undefined || isFree(needs),
    };
  });
  return rated
    .filter(({ can }) => can)
    .toSorted((a, b) => Number(b.fits) - Number(a.fits))
    .map(({ instruction, fits }) => ({ instruction, fits }));
}

/** Whether an instruction can be given to a task of which these facts are known. */
export function canInstruct(id: InstructionId, facts: TaskFacts): boolean {
  return fittingInstructions(facts).some(({ instruction }) => instruction.id === id);
}

function isFree(needs: string): boolean {
  return needs === 'nothing' || needs === 'language';
}

function failureText({ status, message, tests, stderr }: RunResult): string {
  if (status === 'pass') return '';
  const failed = tests.filter((test) => test.status === 'fail' || test.status === 'error');
  const told = failed.map(({ name, traceback, stdout }) =>
    [`${name}:`, traceback, stdout].filter((part) => part !== '').join('\n'),
  );
  const text = told.length > 0 ? told.join('\n') : [message, stderr].filter(Boolean).join('\n');
  return text.length > MOST_OUTPUT ? `${text.slice(0, MOST_OUTPUT)}\n…` : text;
}

function branchesText({ coverage }: RunResult, text: string): string {
  const lines = text.split(/\r?\n/);
  const named = (line: number): string =>
    `line ${String(line)} (\`${lines[line - 1]?.trim() ?? ''}\`)`;
  return (coverage?.missing_branches ?? [])
    .map(([from, to]) => {
      const goal = to > 0 ? `to ${named(to)}` : 'out of the function';
      return `from ${named(from)} ${goal}`;
    })
    .join('\n');
}
