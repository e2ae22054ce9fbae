import * as vscode from 'vscode';
import { asksForVerdict, matchesFilter } from '../../core/filter.js';
import { progressText } from '../../core/runProgress.js';
import { formatCount, formatQuantity } from '../../shared/numbers.js';
import { groupTasks } from '../../core/grouping.js';
import {
  taskKey,
  type OpenDataset,
  type OpenDatasets,
  type ShownTask,
} from '../datasets/openDatasets.js';
import type { Arrangement } from './arrangement.js';
import { DatasetNode, GroupNode, TaskNode, type Node } from './nodes.js';
import type { OngoingRuns } from './ongoingRuns.js';
import type { TaskVerdicts } from './taskVerdicts.js';
import { treeItem } from './treeItems.js';

/** The tree shows a verdict at once, and those that follow within this time together. */
const REFRESH_PAUSE_MS = 50;
/**
 * A run that takes less shows no sign of running: VS Code draws a tree's second change 200 ms after
 * the first, so that the verdict of a short run would have to wait for it.
 */
const RUNNING_DELAY_MS = 400;
/** More often than this nobody reads how far the runs are. */
const PROGRESS_PAUSE_MS = 250;

/** The Tasks view: datasets → groups → tasks. */
export class TasksView implements vscode.TreeDataProvider<Node>, vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<Node[] | undefined>();
  readonly onDidChangeTreeData = this.#changed.event;
  readonly #view: vscode.TreeView<Node>;
  readonly #subscriptions: vscode.Disposable;
  #roots: readonly DatasetNode[] = [];
  #stale = true;
  readonly #touched = new Set<string>();
  #pause: NodeJS.Timeout | undefined;
  #running: NodeJS.Timeout | undefined;
  #filterMessage = '';
  /** Whether the view says that runs go on. */
  #showsRuns = false;
  #telling: NodeJS.Timeout | undefined;

  constructor(
    private readonly datasets: OpenDatasets,
    private readonly arrangement: Arrangement,
    private readonly verdicts: TaskVerdicts,
    private readonly runs: OngoingRuns,
  ) {
    this.#view = vscode.window.createTreeView<Node>('bigcodebench.tasks', {
      treeDataProvider: this,
      showCollapseAll: true,
      canSelectMany: true,
    });
    this.#subscriptions = vscode.Disposable.from(
      this.#view,
      datasets.onDidChange(() => {
        this.#rebuild();
      }),
      arrangement.onDidChange(() => {
        this.#rebuild();
      }),
      verdicts.onDidChange((shown) => {
        this.#touch(shown);
      }),
      verdicts.onDidChangeEnvironment(() => {
        this.#rebuild();
      }),
      runs.onDidChange(() => {
        this.#followRuns();
      }),
    );
    this.#rebuild();
  }

  /** The tasks that the filter lets through, each once. */
  get shownTasks(): readonly ShownTask[] {
    return this.#current().flatMap(({ dataset, tasks }) =>
      tasks.map((entry) => ({ dataset, entry })),
    );
  }

  get selection(): readonly Node[] {
    return this.#view.selection;
  }

  /** Selects a task in the tree, where the filter shows it. */
  async reveal({ dataset, entry }: ShownTask): Promise<boolean> {
    const node = this.#find(dataset.id, entry.task.taskId)[0];
    if (!node) return false;
    await this.#view.reveal(node, { select: true, focus: true, expand: true });
    return true;
  }

  getTreeItem(node: Node): vscode.TreeItem {
    return treeItem(node, this.verdicts, this.arrangement.grouping);
  }

  getChildren(node?: Node): Node[] {
    if (!node) return [...this.#current()];
    return node instanceof TaskNode ? [] : [...node.children];
  }

  getParent(node: Node): Node | undefined {
    if (node instanceof DatasetNode) return undefined;
    const root = this.#current().find(({ dataset }) => dataset === node.dataset);
    return node instanceof TaskNode ? (node.group ?? root) : root;
  }

  dispose(): void {
    clearTimeout(this.#pause);
    clearTimeout(this.#running);
    clearTimeout(this.#telling);
    this.#subscriptions.dispose();
    this.#changed.dispose();
  }

  #rebuild(): void {
    this.#stale = true;
    this.#changed.fire(undefined);
    const total = this.datasets.taskCount;
    const { filter } = this.arrangement;
    const shown = filter === '' ? total : this.shownTasks.length;
    this.#view.description = filter === '' ? '' : `${formatCount(shown)} of ${formatCount(total)}`;
    this.#filterMessage = filter === '' || shown === 0 ? '' : `Filter: ${filter}`;
    this.#showMessage();
    void vscode.commands.executeCommand('setContext', 'bigcodebench.hasTasks', total > 0);
    this.#countFailures();
  }

  /** Shows how far runs are, unless they are over before it could be read, and that they are over at once. */
  #followRuns(): void {
    if (this.runs.progress) {
      this.#telling ??= setTimeout(
        () => {
          this.#telling = undefined;
          this.#showRuns();
        },
        this.#showsRuns ? PROGRESS_PAUSE_MS : RUNNING_DELAY_MS,
      );
    } else {
      clearTimeout(this.#telling);
      this.#telling = undefined;
      if (this.#showsRuns) this.#showRuns();
    }
  }

  #showRuns(): void {
    const running = this.runs.progress !== undefined;
    if (running !== this.#showsRuns) {
      this.#showsRuns = running;
      void vscode.commands.executeCommand('setContext', 'bigcodebench.running', running);
    }
    this.#showMessage();
  }

  #showMessage(): void {
    const { progress } = this.runs;
    const runs = this.#showsRuns && progress ? progressText(progress) : '';
    this.#view.message = [runs, this.#filterMessage].filter((text) => text !== '').join(' · ');
  }

  #current(): readonly DatasetNode[] {
    if (this.#stale) {
      this.#stale = false;
      const roots = this.datasets.all.map((dataset) => this.#datasetNode(dataset));
      // With nothing left the welcome view says why and how to go on.
      this.#roots =
        roots.some(({ tasks }) => tasks.length > 0) || this.arrangement.filter === '' ? roots : [];
    }
    return this.#roots;
  }

  #datasetNode(dataset: OpenDataset): DatasetNode {
    const { filter, grouping, sorting } = this.arrangement;
    const tasks = dataset.dataset.tasks.filter((entry) =>
      matchesFilter(entry.task, filter, this.verdicts.status({ dataset, entry })),
    );
    const groups = groupTasks(tasks, grouping, sorting, (entry) =>
      this.verdicts.status({ dataset, entry }),
    );
    const children =
      grouping === 'none'
        ? groups.flatMap((group) => group.tasks.map((e) => new TaskNode(dataset, e, undefined)))
        : groups.map(({ label, tasks: members }) => new GroupNode(dataset, label, members));
    return new DatasetNode(dataset, tasks, children);
  }

  #find(datasetId: string, taskId: string): TaskNode[] {
    const root = this.#current().find(({ dataset }) => dataset.id === datasetId);
    return (root?.children ?? [])
      .flatMap((child) => (child instanceof GroupNode ? child.children : [child]))
      .filter(({ entry }) => entry.task.taskId === taskId);
  }

  /** Redraws a task's rows and their groups, at once or with whatever else changes in the pause. */
  #touch(shown: ShownTask): void {
    this.#touched.add(taskKey(shown));
    if (this.verdicts.isRunning(shown)) {
      this.#running ??= setTimeout(() => {
        this.#running = undefined;
        this.#redrawTouched();
      }, RUNNING_DELAY_MS);
    } else if (this.#pause === undefined) {
      this.#redrawTouched();
    }
  }

  #redrawTouched(): void {
    if (this.#touched.size === 0) return;
    const { grouping, filter } = this.arrangement;
    if (grouping === 'verdict' || asksForVerdict(filter)) {
      this.#rebuild();
    } else {
      this.#changed.fire(this.#rowsOf(this.#touched));
      this.#countFailures();
    }
    this.#touched.clear();
    clearTimeout(this.#pause);
    this.#pause = setTimeout(() => {
      this.#pause = undefined;
      this.#redrawTouched();
    }, REFRESH_PAUSE_MS);
  }

  #rowsOf(touched: ReadonlySet<string>): Node[] {
    const rows: Node[] = [];
    for (const root of this.#current()) {
      for (const child of root.children) {
        const tasks = child instanceof GroupNode ? child.children : [child];
        const hit = tasks.filter(({ entry }) =>
          touched.has(taskKey({ dataset: root.dataset, entry })),
        );
        rows.push(...hit);
        if (child instanceof GroupNode && hit.length > 0) rows.push(child);
      }
    }
    return rows;
  }

  #countFailures(): void {
    const failing = this.datasets.all.reduce(
      (sum, dataset) =>
        sum +
        dataset.dataset.tasks.filter((entry) => {
          const status = this.verdicts.current({ dataset, entry })?.status;
          return status !== undefined && status !== 'pass';
        }).length,
      0,
    );
    this.#view.badge =
      failing > 0
        ? {
            value: failing,
            tooltip: `${formatQuantity(failing, 'task')} whose last run did not pass`,
          }
        : undefined;
  }
}
