import * as vscode from 'vscode';
import { isInConflict } from '../../core/curation/conflict.js';
import { isOffTheWay, STAGES, stageTitle } from '../../core/curation/stages.js';
import { refusalText } from '../../core/refusal.js';
import { formatQuantity } from '../../shared/numbers.js';
import { commandId } from '../commands.js';
import { CuratedTaskNode, ProjectNode, StageNode, type CurationNode } from './curationNodes.js';
import type { CuratedTask, CurationProjects } from './curationProjects.js';
import type { TaskProposals } from './proposals/taskProposals.js';

const DAY_MS = 24 * 60 * 60 * 1000;

/** The Curation view: stages with their counts, and the tasks that stand in them. */
export class CurationView implements vscode.TreeDataProvider<CurationNode>, vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<void>();
  readonly onDidChangeTreeData = this.#changed.event;
  readonly #view: vscode.TreeView<CurationNode>;
  readonly #subscription: vscode.Disposable;

  constructor(
    private readonly projects: CurationProjects,
    private readonly proposals: TaskProposals,
  ) {
    this.#view = vscode.window.createTreeView('bigcodebench.curation', {
      treeDataProvider: this,
      showCollapseAll: true,
      canSelectMany: true,
    });
    const followProjects = projects.onDidChange(() => {
      void vscode.commands.executeCommand(
        'setContext',
        'bigcodebench.hasProject',
        projects.projects.length > 0,
      );
      this.#changed.fire();
    });
    const followProposals = proposals.onDidChangeProposals(() => {
      this.#view.badge = badgeOf(proposals.all.length);
      this.#changed.fire();
    });
    this.#subscription = vscode.Disposable.from(followProjects, followProposals);
  }

  /** The tasks that are selected, themselves or by their stage. */
  get selection(): readonly CuratedTask[] {
    return [...new Set(this.#view.selection.flatMap(tasksOf))];
  }

  isSelected(node: CurationNode): boolean {
    return this.#view.selection.includes(node);
  }

  getChildren(node?: CurationNode): CurationNode[] {
    if (node instanceof StageNode) return node.tasks.map((task) => new CuratedTaskNode(node, task));
    if (node instanceof ProjectNode) return stagesOf(node);
    if (node) return [];
    const nodes = this.projects.projects.map(
      (project) =>
        new ProjectNode(
          project,
          this.projects.tasks.filter((task) => task.project.folder === project.folder),
        ),
    );
    // One project needs no node of its own.
    const [only] = nodes;
    return only && nodes.length === 1 ? stagesOf(only) : nodes;
  }

  getTreeItem(node: CurationNode): vscode.TreeItem {
    if (node instanceof ProjectNode) return projectItem(node);
    if (node instanceof StageNode) return stageItem(node);
    return taskItem(node, this.proposals.of(node.task.path).length > 0);
  }

  getParent(node: CurationNode): CurationNode | undefined {
    if (node instanceof ProjectNode) return undefined;
    if (node instanceof CuratedTaskNode) return node.parent;
    return this.projects.projects.length === 1 ? undefined : node.parent;
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#view.dispose();
    this.#changed.dispose();
  }
}

/** The tasks that a node of the view stands for. */
export function tasksOf(node: CurationNode): readonly CuratedTask[] {
  return node instanceof CuratedTaskNode ? [node.task] : node.tasks;
}

/** The way's stages in order, and those off it where a task stands in them. */
function stagesOf(node: ProjectNode): StageNode[] {
  return STAGES.map(
    (stage) =>
      new StageNode(
        node,
        stage,
        node.tasks.filter(({ state }) => state.stage === stage),
      ),
  ).filter(({ stage, tasks }) => tasks.length > 0 || !isOffTheWay(stage));
}

function projectItem({ project, tasks }: ProjectNode): vscode.TreeItem {
  const item = new vscode.TreeItem(project.project.name, vscode.TreeItemCollapsibleState.Expanded);
  item.id = project.folder;
  item.iconPath = new vscode.ThemeIcon('project');
  item.description = String(tasks.length);
  item.tooltip = project.folder;
  item.contextValue = 'project';
  return item;
}

function stageItem({ parent, stage, tasks }: StageNode): vscode.TreeItem {
  const { None, Expanded } = vscode.TreeItemCollapsibleState;
  const item = new vscode.TreeItem(stageTitle(stage), tasks.length === 0 ? None : Expanded);
  // VS Code remembers by the id what is collapsed: a stage that gets its first task is to open.
  item.id = `${parent.project.folder}/${stage}${tasks.length === 0 ? '/empty' : ''}`;
  item.description = String(tasks.length);
  item.contextValue = 'stage';
  return item;
}

function taskItem(node: CuratedTaskNode, isProposed: boolean): vscode.TreeItem {
  const { task } = node;
  const { standing, state, taskId } = task;
  const item = new vscode.TreeItem(taskId);
  item.id = `${task.project.folder}//${taskId}`;
  item.description = [
    troubleOf(task),
    ...standing,
    // Its icon says it, too: in a narrow view the rest is cut off.
    isProposed && 'proposal open',
    state.overridden.length > 0 && 'gates overruled',
    state.assignee?.name,
    ageText(state.since),
  ]
    .filter(Boolean)
    .join(' · ');
  item.tooltip = tooltip(task);
  const { kind, icon } = kindOf(task, isProposed);
  item.iconPath = icon;
  item.contextValue = kind;
  if (kind !== 'deletedTask') {
    item.command = {
      command: commandId('openCuratedTask'),
      title: 'Open Task File',
      arguments: [node],
    };
  }
  return item;
}

/** What can be done with a task, as menus ask for it, and its icon. */
function kindOf({ text, refusal }: CuratedTask, isProposed: boolean) {
  if (refusal) {
    const icon = new vscode.ThemeIcon('error', new vscode.ThemeColor('list.errorForeground'));
    return { kind: 'refusedTask', icon };
  }
  if (text === undefined) return { kind: 'deletedTask', icon: new vscode.ThemeIcon('trash') };
  return isProposed
    ? { kind: 'curated.proposed', icon: new vscode.ThemeIcon('git-pull-request') }
    : { kind: 'curated', icon: new vscode.ThemeIcon('file-code') };
}

/** What keeps a task from being worked on as usual, in a word or two. */
function troubleOf({ text, refusal, record }: CuratedTask): string | undefined {
  if (refusal) return refusal.line === undefined ? 'not readable' : 'not UTF-8';
  if (text === undefined) return 'deleted';
  if (isInConflict(text)) return 'merge conflict';
  if (record.unread.some(({ isNewer }) => isNewer)) return 'newer record';
  return record.unread.length > 0 ? 'damaged record' : undefined;
}

function badgeOf(proposals: number): vscode.ViewBadge | undefined {
  if (proposals === 0) return undefined;
  return { value: proposals, tooltip: `${formatQuantity(proposals, 'proposal')} to decide on` };
}

function tooltip({ taskId, state, standing, refusal, record }: CuratedTask): string {
  const lines = [
    `${taskId}: ${stageTitle(state.stage)}`,
    refusal && refusalText(refusal),
    state.reason !== undefined && `Reason: ${state.reason}`,
    state.assignee && `Assigned to ${state.assignee.name}`,
    state.since !== undefined && `Here since ${new Date(state.since).toLocaleString()}`,
    state.overridden.length > 0 && `Gates overruled: ${state.overridden.join(', ')}`,
    standing.length > 0 && `As it is now: ${standing.join(', ')}`,
    `${formatQuantity(record.events.length, 'event')} on record`,
    ...record.unread.map(({ line, reason }) => `Line ${String(line)} of the record: ${reason}`),
  ];
  return lines.filter(Boolean).join('\n');
}

/** How long a task has been where it is: `today`, `3 days`. */
function ageText(since: string | undefined): string | undefined {
  if (since === undefined) return undefined;
  const days = Math.floor((Date.now() - Date.parse(since)) / DAY_MS);
  return days <= 0 ? 'today' : formatQuantity(days, 'day');
}
