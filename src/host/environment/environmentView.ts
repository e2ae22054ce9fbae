import * as vscode from 'vscode';
import { itemsOf } from '../../core/doctor/item.js';
import { formatQuantity } from '../../shared/numbers.js';
import { reportError } from '../commands.js';
import type { OpenDatasets } from '../datasets/openDatasets.js';
import { DriftNode, driftTree } from '../drift/nodes.js';
import type { Drifts } from '../drift/drifts.js';
import { driftItem } from '../drift/treeItems.js';
import type { Checkup } from './checkup.js';
import {
  GroupNode,
  groupsOf,
  ItemNode,
  NeedingTaskNode,
  tasksBelow,
  type EnvironmentNode,
} from './nodes.js';
import { treeItem } from './treeItems.js';

const VIEW = 'bigcodebench.environment';

/**
 * The Environment view: what the open datasets' tasks need and whether the interpreter has it, and
 * how their verdicts differ between environments.
 */
export class EnvironmentView
  implements vscode.TreeDataProvider<EnvironmentNode>, vscode.Disposable
{
  readonly #changed = new vscode.EventEmitter<void>();
  readonly onDidChangeTreeData = this.#changed.event;
  readonly #view: vscode.TreeView<EnvironmentNode>;
  readonly #subscriptions: vscode.Disposable;
  #report: Checkup['report'];
  #groups: readonly GroupNode[] = [];
  #drift: DriftNode | undefined;
  #endProgress: (() => void) | undefined;

  constructor(
    private readonly checkup: Checkup,
    drifts: Drifts,
    private readonly datasets: OpenDatasets,
    private readonly log: vscode.LogOutputChannel,
  ) {
    this.#view = vscode.window.createTreeView<EnvironmentNode>(VIEW, {
      treeDataProvider: this,
      showCollapseAll: true,
    });
    const update = (): void => {
      this.#update();
    };
    this.#subscriptions = vscode.Disposable.from(
      this.#view,
      checkup.onDidChange(update),
      drifts.onDidChange(() => {
        this.#drift = drifts.shown && driftTree(drifts.shown);
        this.#changed.fire();
      }),
      // A click on a task opens it where its dataset is open.
      datasets.onDidChange(() => {
        if (this.#drift) this.#changed.fire();
      }),
      this.#view.onDidChangeVisibility(update),
      vscode.workspace.onDidGrantWorkspaceTrust(update),
    );
  }

  /** Shows the drift to the user, where there is any. */
  async revealDrift(): Promise<void> {
    if (this.#drift) await this.#view.reveal(this.#drift, { focus: true, expand: true });
  }

  getTreeItem(node: EnvironmentNode): vscode.TreeItem {
    return node instanceof DriftNode ? driftItem(node, this.datasets) : treeItem(node);
  }

  getChildren(node?: EnvironmentNode): EnvironmentNode[] {
    // Drift comes first: it is there only because somebody asked for it.
    if (!node) return [...(this.#drift ? [this.#drift] : []), ...this.#groups];
    if (node instanceof GroupNode || node instanceof DriftNode) return [...node.children];
    return node instanceof ItemNode ? tasksBelow(node, this.datasets) : [];
  }

  getParent(node: EnvironmentNode): EnvironmentNode | undefined {
    if (node instanceof NeedingTaskNode || node instanceof DriftNode) return node.parent;
    return node instanceof ItemNode ? node.group : undefined;
  }

  dispose(): void {
    this.#endProgress?.();
    this.#subscriptions.dispose();
    this.#changed.dispose();
  }

  #update(): void {
    const { report, progress } = this.checkup;
    if (report !== this.#report) {
      this.#report = report;
      this.#groups = report ? groupsOf(report) : [];
      this.#changed.fire();
    }
    const problems = report ? itemsOf(report, 'problem').length : 0;
    this.#view.badge =
      problems > 0
        ? { value: problems, tooltip: `${formatQuantity(problems, 'problem')} of the environment` }
        : undefined;
    this.#view.message = progress ?? '';
    this.#showProgress(progress !== undefined);
    // Nobody waits for a view that is closed.
    if (this.#view.visible && progress === undefined && this.checkup.isStale) this.#check();
  }

  #check(): void {
    this.checkup.check().catch((error: unknown) => {
      reportError(error, this.log);
    });
  }

  #showProgress(isAtWork: boolean): void {
    if (isAtWork === (this.#endProgress !== undefined)) return;
    void vscode.commands.executeCommand('setContext', 'bigcodebench.checkingEnvironment', isAtWork);
    if (!isAtWork) {
      this.#endProgress?.();
      this.#endProgress = undefined;
      return;
    }
    const ended = new Promise<void>((resolve) => {
      this.#endProgress = resolve;
    });
    void vscode.window.withProgress({ location: { viewId: VIEW } }, () => ended);
  }
}
