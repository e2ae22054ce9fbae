/** What is known of a task file that a model can be told, as the values of prompt templates. */
import type { RunResult } from '../engine.js';
import { INSTRUCTIONS, type InstructionId } from './instructions.js';

/** Absent where there is nothing to tell: the tests pass, every branch is taken, all is stated. */
export interface TaskFacts {
  readonly failure?: string;
  readonly branches?: string;
  readonly demands?: string;
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

/** The instructions that can be given, those first that the facts call for. */
export function fittingInstructions(
  facts: TaskFacts,
): readonly { readonly instruction: (typeof INSTRUCTIONS)[number]; readonly fits: boolean }[] {
  const rated = INSTRUCTIONS.map((instruction) => {
    const { needs } = instruction;
    const fact = needs === 'nothing' || needs === 'language' ? undefined : facts[needs];
    return { instruction, fits: fact !== undefined, can: fact !== undefined || isFree(needs) };
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
