import { join } from 'node:path';
import * as vscode from 'vscode';
import { CancelledError } from '../../../core/errors.js';
import type { Answer, AskOptions } from '../../../core/models/askForAnswers.js';
import type { LanguageModel } from '../../../core/models/languageModel.js';
import type { Task } from '../../../core/task.js';
import type { ProjectFolder } from '../../../node/curation/projectFolder.js';
import { chooseModels, configuredTemperature } from '../proposals/chooseModel.js';
import type { ModelKeys } from '../proposals/modelKeys.js';

/** Whom to ask to solve a task, by which prompt, and how often each. */
export interface Questions {
  readonly models: readonly LanguageModel[];
  readonly prompt: 'complete' | 'instruct';
  readonly count: number;
}

const MOST_ANSWERS = 100;
const USUAL_ANSWERS = '5';

/** Asks the user for all that {@link Questions} have. @throws {CancelledError} */
export async function chooseQuestions(taskId: string, keys: ModelKeys): Promise<Questions> {
  const title = (step: number): string => `Pre-evaluate ${taskId} (${String(step)}/4)`;
  const makers = await chooseModels(keys, title(1));
  const prompt = await pickPrompt(title(2));
  const count = await askNumber({
    ...{ title: title(3), value: USUAL_ANSWERS, prompt: 'How many answers of each model?' },
    isRight: (number = NaN) => Number.isInteger(number) && number >= 1 && number <= MOST_ANSWERS,
    expected: `Expected a whole number from 1 to ${String(MOST_ANSWERS)}.`,
  });
  const temperature = await askNumber({
    ...{ title: title(4), value: String(configuredTemperature() ?? '') },
    prompt: 'The temperature, 0 to 2. Empty: as the model has it.',
    isRight: (number = 0) => number >= 0 && number <= 2,
    expected: 'Expected a number from 0 to 2, or nothing.',
  });
  const models = await Promise.all(makers.map((make) => make(temperature)));
  return { models, prompt, count: count ?? 1 };
}

/** Has the models answer. @param promptsDir our templates; a project's own come first */
export async function askModels(
  { models, prompt, count }: Questions,
  task: Task,
  { folder }: ProjectFolder,
  promptsDir: string,
  options: AskOptions,
): Promise<readonly Answer[]> {
  const [{ solveMessages }, { askForAnswers }] = await Promise.all([
    import('../../../node/models/promptFiles.js'),
    import('../../../core/models/askForAnswers.js'),
  ]);
  const messages = await solveMessages(prompt, task, [join(folder, 'prompts'), promptsDir]);
  return askForAnswers(models, messages, count, options);
}

async function pickPrompt(title: string): Promise<Questions['prompt']> {
  const picked = await vscode.window.showQuickPick(
    [
      { label: 'Complete Prompt', detail: 'Imports, head and docstring', prompt: 'complete' },
      { label: 'Instruct Prompt', detail: 'The same in words', prompt: 'instruct' },
    ] as const,
    { title, placeHolder: 'What the models are given', ignoreFocusOut: true },
  );
  if (!picked) throw new CancelledError();
  return picked.prompt;
}

/** A number that the user types; `undefined` where nothing is typed and that is right, too. */
async function askNumber({
  isRight,
  expected,
  ...box
}: {
  readonly title: string;
  readonly value: string;
  readonly prompt: string;
  readonly isRight: (number: number | undefined) => boolean;
  readonly expected: string;
}): Promise<number | undefined> {
  const read = (text: string) => (text.trim() === '' ? undefined : Number(text));
  const typed = await vscode.window.showInputBox({
    ...box,
    ignoreFocusOut: true,
    validateInput: (text) => (isRight(read(text)) ? undefined : expected),
  });
  if (typed === undefined) throw new CancelledError();
  return read(typed);
}
