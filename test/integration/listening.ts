/** What a person gets to see or to read of the extension, gathered as text. */
import * as vscode from 'vscode';

/** Chooses among a quick pick's items; undefined backs out. */
export type Answer = (labels: readonly string[]) => string | undefined;

/**
 * Takes the place of a person at whatever asks or tells: what is said is kept, every question is
 * backed out of unless `answer` picks an item by its label.
 */
export async function listeningIn(
  work: (onDidHear: vscode.Event<string[]>) => Promise<unknown>,
  answer: Answer = () => undefined,
): Promise<readonly string[]> {
  const heard: string[] = [];
  const told = new vscode.EventEmitter<string[]>();
  const hear = (...said: unknown[]): void => {
    const texts = [...textsIn(said)];
    heard.push(...texts);
    told.fire(texts);
  };
  const { window } = vscode;
  const replaced = new Map<string, unknown>();
  const replace = (name: keyof typeof window, act: (...args: never[]) => unknown): void => {
    replaced.set(name, window[name]);
    Reflect.set(window, name, act);
  };
  const asks = [
    ...(['showInformationMessage', 'showWarningMessage', 'showErrorMessage'] as const),
    ...(['showInputBox', 'showOpenDialog', 'showSaveDialog'] as const),
  ];
  for (const name of asks) {
    replace(name, (...said: unknown[]) => {
      hear(...said);
      return Promise.resolve(undefined);
    });
  }
  replace('setStatusBarMessage', (said: unknown) => {
    hear(said);
    return new vscode.Disposable(() => undefined);
  });
  replace('showQuickPick', async (given: unknown, options: unknown) => {
    const items = (await given) as readonly (string | vscode.QuickPickItem)[];
    hear(items, options);
    const labelOf = (item: string | vscode.QuickPickItem): string =>
      typeof item === 'string' ? item : item.label;
    const label = answer(items.map(labelOf));
    return items.find((item) => labelOf(item) === label);
  });
  const createPick = window.createQuickPick.bind(window);
  replace('createQuickPick', () => {
    const pick = createPick();
    const show = pick.show.bind(pick);
    pick.show = () => {
      hear(pick.title, pick.placeholder, pick.items);
      show();
      pick.hide();
    };
    return pick;
  });
  const create = window.createWebviewPanel.bind(window);
  const panels: vscode.WebviewPanel[] = [];
  replace('createWebviewPanel', (...args: Parameters<typeof create>) => {
    const panel = create(...args);
    panels.push(panel);
    const post = panel.webview.postMessage.bind(panel.webview);
    panel.webview.postMessage = (message) => {
      hear(panel.title, message);
      return post(message);
    };
    return panel;
  });
  try {
    await work(told.event);
  } finally {
    for (const [name, original] of replaced) Reflect.set(window, name, original);
    for (const panel of panels) panel.dispose();
    told.dispose();
  }
  return heard;
}

/** All texts that can be reached from a value, by its properties, its getters and its members. */
export function* textsIn(value: unknown, seen = new Set<unknown>()): Generator<string> {
  if (typeof value === 'string') yield value;
  if (typeof value !== 'object' || value === null || seen.has(value)) return;
  seen.add(value);
  if (value instanceof Map || value instanceof Set) {
    for (const member of value) yield* textsIn(member, seen);
  }
  for (const name of namesOf(value)) {
    let member: unknown;
    try {
      member = Reflect.get(value, name);
    } catch {
      continue; // A getter that may not be asked gives nothing away.
    }
    if (typeof name === 'string') yield name;
    yield* textsIn(member, seen);
  }
}

/** An object's own properties, and what its classes compute. */
function namesOf(value: object): (string | symbol)[] {
  const names = Reflect.ownKeys(value);
  let prototype: object | null = Reflect.getPrototypeOf(value);
  while (prototype && prototype !== Object.prototype) {
    for (const name of Reflect.ownKeys(prototype)) {
      if (Reflect.getOwnPropertyDescriptor(prototype, name)?.get) names.push(name);
    }
    prototype = Reflect.getPrototypeOf(prototype);
  }
  return names;
}

/** The items of a tree as they are drawn, and below them all others. */
export function* treeTexts<T>(
  tree: { getChildren(node?: T): T[]; getTreeItem(node: T): vscode.TreeItem },
  parent?: T,
): Generator<string> {
  for (const node of tree.getChildren(parent)) {
    yield* textsIn(tree.getTreeItem(node));
    yield* treeTexts(tree, node);
  }
}
