import type { Task } from '../task.js';
import type { Study } from './study.js';
import { formatQuantity } from '../../shared/numbers.js';

/** What a solver is told before the clock starts, a sentence each. */
export function conditionsOf(study: Study): readonly string[] {
  return [
    `${formatQuantity(study.minutes, 'minute')} for an attempt. Time counts while the task is open and the window has the focus.`,
    study.attempts === 1
      ? 'One attempt: the first submission decides.'
      : `${formatQuantity(study.attempts, 'attempt')}: the task is decided by a pass, or by the last one.`,
    runsText(study),
    study.pauses
      ? 'You may pause: prompt and file are hidden meanwhile.'
      : 'There is no pause; the clock stands still while you look elsewhere.',
    study.documentation
      ? 'You may read documentation.'
      : 'Do not read documentation of libraries, nor search the web.',
    study.ai
      ? 'You may use AI completion and chat.'
      : 'Do without AI: inline completion is switched off for the attempt.',
  ];
}

function runsText({ runs }: Study): string {
  switch (runs.kind) {
    case 'none':
      return 'Nothing can be run before you submit.';
    case 'examples':
      return 'The examples of the docstring can be run, as often as you like.';
    case 'tests':
      return `The examples of the docstring can be run as often as you like, the hidden tests ${formatQuantity(runs.limit, 'time')}; of the tests you learn how many passed.`;
  }
}

/**
 * What a solver is told before an attempt is handed in, of which nothing can be taken back.
 * @param attempt from 1
 */
export function submissionText({ attempts }: Study, attempt: number): string {
  const left = attempts - attempt;
  if (left > 0) {
    return `It is judged as it is. Where it does not pass, ${formatQuantity(left, 'more attempt')} ${left === 1 ? 'is' : 'are'} left.`;
  }
  const which = attempts === 1 ? 'There is one attempt' : 'It is the last attempt';
  return `${which}: the task is decided by it, and the solution is shown.`;
}

/** The prompt that a solver reads. */
export function promptOf(task: Task, split: Study['split']): string {
  return split === 'complete' ? task.completePrompt : task.instructPrompt;
}

/** The file that a solver begins with: the prompt's code, made a program by an empty body. */
export function startOf(task: Task, split: Study['split']): string {
  return `${split === 'complete' ? task.completePrompt : task.codePrompt}    pass\n`;
}

/** The canonical solution, laid out as the solver's file. */
export function solutionOf(task: Task, split: Study['split']): string {
  const head = split === 'complete' ? task.completePrompt : task.codePrompt;
  return `${(head + task.canonicalSolution).trimEnd()}\n`;
}
