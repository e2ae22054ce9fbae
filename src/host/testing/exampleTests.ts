import * as vscode from 'vscode';
import { taskKey, type OpenDatasets, type ShownTask } from '../datasets/openDatasets.js';
import { onceATask, taskOfDocument } from '../documents/activeTask.js';
import type { ProgramSource } from './programSource.js';

/** A docstring whose examples can be run, as the Testing view shows it. */
export interface DocstringTests {
  readonly item: vscode.TestItem;
  readonly source: ProgramSource;
  /** The examples by the 1-based program line at which each starts. */
  readonly examples: ReadonlyMap<number, vscode.TestItem>;
}

/**
 * The Testing view's items of docstring examples: docstring → example, below a root of their own,
 * because a task shows the gravest of what lies below it, and examples say nothing of its tests.
 * A docstring is listed once its prompt is seen in an editor or its examples are asked for.
 */
export class ExampleTests implements vscode.Disposable {
  readonly #root: vscode.TestItem;
  readonly #shownOf = new WeakMap<vscode.TestItem, ShownTask>();
  readonly #subscriptions: vscode.Disposable;

  constructor(
    private readonly controller: vscode.TestController,
    private readonly datasets: OpenDatasets,
  ) {
    this.#root = controller.createTestItem('examples', 'Docstring Examples');
    this.#root.sortText = '\uffff'; // Below the datasets.
    const resolveShown = (document: vscode.TextDocument): void => {
      const found = taskOfDocument(document.uri, datasets);
      if (found?.part !== 'complete' && found?.part !== 'file') return;
      void onceATask(this.resolve(found.shown));
    };
    const resolveVisible = (): void => {
      for (const { document } of vscode.window.visibleTextEditors) resolveShown(document);
    };
    this.#subscriptions = vscode.Disposable.from(
      datasets.onDidChange(() => {
        this.#forgetClosed();
        resolveVisible();
      }),
      // Not those that are opened: running a task opens its file unseen.
      vscode.window.onDidChangeVisibleTextEditors(resolveVisible),
      vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
        if (contentChanges.length > 0) resolveShown(document);
      }),
    );
    resolveVisible();
  }

  /** Makes a task's items agree with its docstring; `undefined` where that has no examples. */
  async resolve(shown: ShownTask): Promise<DocstringTests | undefined> {
    // Loaded when first needed: they bring the Python parser along.
    const [{ programSource }, { writtenExamples }] = await Promise.all([
      import('./programSource.js'),
      import('../../core/examples.js'),
    ]);
    const source = await programSource(shown);
    const written = writtenExamples(source.program);
    const [first] = written;
    if (!first || !this.#now(shown)) {
      this.#delete(taskKey(shown));
      return undefined;
    }
    const item = this.#listed(shown, source.locate(first.line).uri);
    const examples = new Map<number, vscode.TestItem>();
    written.forEach(({ line, source: code }, index) => {
      const example = this.#exampleItem(item, index + 1);
      example.description = code;
      example.range = source.locate(line).range;
      examples.set(line, example);
    });
    for (const [id] of item.children) if (Number(id) > written.length) item.children.delete(id);
    return { item, source, examples };
  }

  /** The docstring's own item, or `undefined` where it is not listed. */
  docstringItem(shown: ShownTask): vscode.TestItem | undefined {
    return this.#root.children.get(taskKey(shown));
  }

  /**
   * The docstrings that a request of the Testing view names. An example takes those before it for
   * granted, so it stands for its docstring; a request for everything means everything but examples.
   */
  selected({ include = [], exclude = [] }: vscode.TestRunRequest): ShownTask[] {
    const docstrings = include
      .filter((item) => !exclude.includes(item))
      .flatMap((item) => (item === this.#root ? [...item.children].map(([, each]) => each) : item))
      .map((item) => (this.#shownOf.has(item) ? item : item.parent))
      .filter((item) => item && !exclude.includes(item));
    return [...new Set(docstrings)]
      .map((item) => item && this.#shownOf.get(item))
      .filter((shown) => shown !== undefined);
  }

  dispose(): void {
    this.#subscriptions.dispose();
  }

  #listed(shown: ShownTask, uri: vscode.Uri): vscode.TestItem {
    let item = this.docstringItem(shown);
    if (!item) {
      item = this.controller.createTestItem(taskKey(shown), shown.entry.task.taskId, uri);
      item.description = shown.dataset.dataset.label;
      this.#root.children.add(item);
      this.controller.items.add(this.#root);
    }
    this.#shownOf.set(item, shown);
    return item;
  }

  #exampleItem(docstring: vscode.TestItem, number: number): vscode.TestItem {
    const id = String(number);
    const found = docstring.children.get(id);
    if (found) return found;
    const item = this.controller.createTestItem(id, `example ${id}`, docstring.uri);
    item.sortText = id.padStart(4, '0');
    docstring.children.add(item);
    return item;
  }

  /** Gives the items the tasks as they are now, and takes away those that are closed or hidden. */
  #forgetClosed(): void {
    for (const [key, item] of this.#root.children) {
      const shown = this.#shownOf.get(item);
      const now = shown && this.#now(shown);
      if (now) this.#shownOf.set(item, now);
      else this.#delete(key);
    }
  }

  /** The task as it is now; undefined where its dataset is closed or a study hides it. */
  #now({ dataset, entry }: ShownTask): ShownTask | undefined {
    const ref = { datasetId: dataset.id, taskId: entry.task.taskId };
    const now = this.datasets.getTask(ref);
    return now?.entry.hiddenBy ? undefined : now;
  }

  #delete(key: string): void {
    this.#root.children.delete(key);
    if (this.#root.children.size === 0) this.controller.items.delete(this.#root.id);
  }
}
