import * as vscode from 'vscode';
import { summary } from '../../core/summary.js';
import {
  taskKey,
  type OpenDataset,
  type OpenDatasets,
  type ShownTask,
} from '../datasets/openDatasets.js';
import { onceATask, taskOfDocument } from '../documents/activeTask.js';
import { partUri } from '../documents/showTask.js';
import type { ProgramSource } from './programSource.js';

/** A task chosen to run, whole or by test methods. */
export interface Selection {
  readonly shown: ShownTask;
  /** Test methods to run; all without it. */
  readonly only?: readonly string[] | undefined;
}

const SYNC_DELAY_MS = 200;

/**
 * The Testing view's items: dataset → task → test method.
 * Methods are found when a task is expanded, opened or run: parsing every task at once would be felt.
 */
export class TaskTests implements vscode.Disposable {
  readonly controller = vscode.tests.createTestController('bigcodebench', 'BigCodeBench');
  readonly #shownOf = new WeakMap<vscode.TestItem, ShownTask>();
  readonly #synced = new Map<string, OpenDataset>();
  #syncing: NodeJS.Timeout | undefined;
  readonly #subscriptions: vscode.Disposable;

  constructor(private readonly datasets: OpenDatasets) {
    this.controller.resolveHandler = async (item) => {
      const shown = item && this.#shownOf.get(item);
      if (shown) await this.resolveMethods(shown);
    };
    const resolveOpen = (document: vscode.TextDocument): void => {
      const found = taskOfDocument(document.uri, this.datasets);
      if (found) void onceATask(this.resolveMethods(found.shown));
    };
    this.#subscriptions = vscode.Disposable.from(
      datasets.onDidChange(() => {
        // A thousand items take a while to make: the tree of tasks goes first.
        this.#syncing ??= setTimeout(() => {
          this.#sync();
          vscode.workspace.textDocuments.forEach(resolveOpen);
        }, SYNC_DELAY_MS);
      }),
      vscode.workspace.onDidOpenTextDocument(resolveOpen),
      vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
        if (contentChanges.length > 0) resolveOpen(document);
      }),
    );
  }

  /** The task's own item, or `undefined` where its dataset was closed meanwhile or it is hidden. */
  taskItem({ dataset, entry }: ShownTask): vscode.TestItem | undefined {
    if (this.#syncing !== undefined) this.#sync();
    return this.controller.items.get(dataset.id)?.children.get(entry.task.taskId);
  }

  /** Says behind the task's name whether its result is a cached one. */
  showCached(shown: ShownTask, isCached: boolean): void {
    const item = this.taskItem(shown);
    if (item) item.description = `${isCached ? 'cached · ' : ''}${summary(shown.entry.task)}`;
  }

  /** Makes the items of a task's test methods agree with its text. */
  async resolveMethods(shown: ShownTask): Promise<ProgramSource> {
    // Loaded when first needed: it brings the Python parser along, which activation need not wait for.
    const { programSource } = await import('./programSource.js');
    const source = await programSource(shown);
    const item = this.taskItem(shown);
    if (!item) return source;
    const names = new Set(source.methods.map(({ name }) => name));
    for (const [id] of item.children) if (!names.has(id)) item.children.delete(id);
    source.methods.forEach(({ name, line, endLine }, index) => {
      let child = item.children.get(name);
      if (!child) {
        child = this.controller.createTestItem(name, name, source.testsUri);
        item.children.add(child);
      }
      child.sortText = String(index).padStart(4, '0');
      child.range = new vscode.Range(line - 1, 0, endLine - 1, 0);
    });
    return source;
  }

  /** The tasks that a request of the Testing view means, each once. */
  selected(request: vscode.TestRunRequest): Selection[] {
    const excluded = new Set(request.exclude ?? []);
    const chosen = new Map<string, Selection>();
    const add = (item: vscode.TestItem, only?: readonly string[]): void => {
      const shown = this.#shownOf.get(item);
      if (!shown || excluded.has(item) || (item.parent && excluded.has(item.parent))) return;
      const key = taskKey(shown);
      const before = chosen.get(key);
      if (!only || (before && !before.only)) chosen.set(key, { shown });
      else chosen.set(key, { shown, only: [...(before?.only ?? []), ...only] });
    };
    const included = request.include ?? [...this.controller.items].map(([, item]) => item);
    for (const item of included) {
      if (!item.parent) {
        if (!excluded.has(item)) for (const [, task] of item.children) add(task);
      } else if (this.#shownOf.has(item)) {
        add(item);
      } else if (!excluded.has(item)) {
        add(item.parent, [item.id]);
      }
    }
    return [...chosen.values()];
  }

  dispose(): void {
    clearTimeout(this.#syncing);
    this.#subscriptions.dispose();
    this.controller.dispose();
  }

  #sync(): void {
    clearTimeout(this.#syncing);
    this.#syncing = undefined;
    const open = new Map(this.datasets.all.map((dataset) => [dataset.id, dataset]));
    for (const [id] of this.#synced) {
      if (!open.has(id)) {
        this.controller.items.delete(id);
        this.#synced.delete(id);
      }
    }
    for (const [id, dataset] of open) {
      if (this.#synced.get(id) === dataset) continue;
      this.controller.items.add(this.#datasetItem(dataset));
      this.#synced.set(id, dataset);
    }
  }

  #datasetItem(dataset: OpenDataset): vscode.TestItem {
    const item = this.controller.createTestItem(dataset.id, dataset.dataset.label);
    const tasks = dataset.dataset.tasks.filter(({ hiddenBy }) => !hiddenBy);
    item.children.replace(
      tasks.map((entry, index) => {
        const shown = { dataset, entry };
        const { taskId } = entry.task;
        const uri =
          entry.path === undefined ? partUri(shown, 'solution') : vscode.Uri.file(entry.path);
        const task = this.controller.createTestItem(taskId, taskId, uri);
        task.description = summary(entry.task);
        task.sortText = String(index).padStart(6, '0');
        task.canResolveChildren = true;
        this.#shownOf.set(task, shown);
        return task;
      }),
    );
    return item;
  }
}
