/** What a model can be asked to do with a task; each has a template of its name in prompts/. */
import type { ProblemCode } from '../structure/problems.js';

export interface Instruction {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  /** What its template says besides the task file: `{{file}}`. */
  readonly needs: 'nothing' | 'failure' | 'branches' | 'demands' | 'gates' | 'language';
  /** What a task file lacks, all of it, where this is the thing to ask for. */
  readonly calledForBy?: readonly ProblemCode[];
}

export const INSTRUCTIONS = [
  {
    id: 'enrich',
    title: 'Enrich the Seed',
    description: 'Make a realistic task of a one-line intent and its snippet',
    needs: 'nothing',
    calledForBy: ['no-returns', 'no-tests'],
  },
  {
    id: 'refactor',
    title: 'Use Real Libraries',
    description: 'Refactor the solution to call at least two libraries in earnest',
    needs: 'nothing',
    calledForBy: ['few-libraries'],
  },
  {
    id: 'write-tests',
    title: 'Write Tests',
    description: 'Write the class of test cases',
    needs: 'nothing',
    calledForBy: ['no-tests'],
  },
  {
    id: 'fix-failure',
    title: 'Fix the Failure',
    description: 'Mend what the last run failed on; its output is given along',
    needs: 'failure',
  },
  {
    id: 'strengthen-tests',
    title: 'Strengthen the Tests',
    description: 'Add tests for the branches that are not covered',
    needs: 'branches',
  },
  {
    id: 'state-demands',
    title: 'State What Is Tested',
    description: 'Make the prompt say what the tests demand',
    needs: 'demands',
  },
  {
    id: 'meet-gates',
    title: 'Mend What the Gates Found',
    description:
      'Mend what else keeps the task from being refined: imports, examples, assertions, …',
    needs: 'gates',
  },
  {
    id: 'translate',
    title: 'Translate the Docstring',
    description: 'Put the docstring into another language',
    needs: 'language',
  },
  {
    id: 'shorten',
    title: 'Shorten',
    description: 'Say the same in fewer words',
    needs: 'nothing',
  },
] as const satisfies readonly Instruction[];
export type InstructionId = (typeof INSTRUCTIONS)[number]['id'];

/** What was asked for, in the words of the pick. */
export function instructionTitle(id: string): string {
  return INSTRUCTIONS.find((instruction) => instruction.id === id)?.title ?? 'Pasted Proposal';
}
