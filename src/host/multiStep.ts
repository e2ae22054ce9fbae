import * as vscode from 'vscode';
import { CancelledError } from '../core/errors.js';

/** Where a question stands in a row of them. */
export interface Place {
  readonly title: string;
  readonly step: number;
  readonly steps: number;
}

/** The user wants the question before this one. */
export const BACK = Symbol('back');

/** Asks one question: what is known, with the answer. */
export type Step<T> = (known: T, place: Place) => Promise<T | typeof BACK>;

/**
 * Asks questions one after the other, with a way back to each.
 * @throws {CancelledError} where the user leaves off
 */
export async function askInSteps<T>(
  title: string,
  first: T,
  questions: readonly Step<T>[],
): Promise<T> {
  const known = [first];
  while (known.length <= questions.length) {
    const question = questions[known.length - 1];
    const soFar = known.at(-1);
    if (!question || soFar === undefined) break;
    const answer = await question(soFar, { title, step: known.length, steps: questions.length });
    if (answer === BACK) known.pop();
    else known.push(answer);
  }
  return known.at(-1) ?? first;
}

/** Lets the user pick one of several items. */
export async function pickOne<I extends vscode.QuickPickItem>(
  place: Place,
  placeholder: string,
  items: readonly I[],
): Promise<I | typeof BACK> {
  const picked = await pick(place, placeholder, items, false);
  if (picked === BACK) return BACK;
  const [item] = picked;
  if (!item) throw new CancelledError();
  return item;
}

/** Lets the user pick any number of items; those with `picked` are to begin with. */
export async function pickSome<I extends vscode.QuickPickItem>(
  place: Place,
  placeholder: string,
  items: readonly I[],
): Promise<readonly I[] | typeof BACK> {
  return pick(place, placeholder, items, true);
}

/**
 * Has the user write something.
 * @param problem what is wrong with a text; nothing where it will do
 */
export async function write(
  place: Place,
  prompt: string,
  value: string,
  problem: (text: string) => Promise<string | undefined> | string | undefined,
): Promise<string | typeof BACK> {
  const box = vscode.window.createInputBox();
  box.prompt = prompt;
  box.value = value;
  box.onDidChangeValue(async (text) => {
    const found = await problem(text);
    if (text === box.value) box.validationMessage = found;
  });
  return answered(box, place, async () => {
    box.validationMessage = await problem(box.value);
    return box.validationMessage === undefined ? box.value : undefined;
  });
}

async function pick<I extends vscode.QuickPickItem>(
  place: Place,
  placeholder: string,
  items: readonly I[],
  many: boolean,
): Promise<readonly I[] | typeof BACK> {
  const list = vscode.window.createQuickPick<I>();
  list.placeholder = placeholder;
  list.canSelectMany = many;
  list.items = items;
  if (many) list.selectedItems = items.filter(({ picked }) => picked);
  list.matchOnDescription = true;
  return answered(list, place, () => {
    return many || list.selectedItems.length > 0 ? list.selectedItems : undefined;
  });
}

/** Shows an input until it has an answer; `answer` gives none for what will not do. */
async function answered<A>(
  input: vscode.QuickPick<vscode.QuickPickItem> | vscode.InputBox,
  { title, step, steps }: Place,
  answer: () => Promise<A | undefined> | A | undefined,
): Promise<A | typeof BACK> {
  input.title = title;
  input.step = step;
  input.totalSteps = steps;
  input.ignoreFocusOut = true;
  input.buttons = step > 1 ? [vscode.QuickInputButtons.Back] : [];
  try {
    return await new Promise((resolve, reject) => {
      const accept = async (): Promise<void> => {
        const given = await answer();
        if (given !== undefined) resolve(given);
      };
      input.onDidAccept(() => void accept().catch(reject));
      input.onDidTriggerButton((button) => {
        if (button === vscode.QuickInputButtons.Back) resolve(BACK);
      });
      input.onDidHide(() => {
        reject(new CancelledError());
      });
      input.show();
    });
  } finally {
    input.dispose();
  }
}
