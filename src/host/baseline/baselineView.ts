import { basename } from 'node:path';
import * as vscode from 'vscode';
import { conditionsOf } from '../../core/baseline/conditions.js';
import type { Progress } from '../../core/baseline/taskProgress.js';
import { causeText } from '../../core/verdict.js';
import { clockText } from '../../shared/clockText.js';
import { formatQuantity } from '../../shared/numbers.js';
import { commandId } from '../commands.js';
import { BrokenStudyNode, StudyTaskNode, StudyNode, type BaselineNode } from './baselineNodes.js';
import type { BaselineStudies, StudyTask } from './studies.js';

/** The Baseline view: studies, their tasks, and how far this person is with each. */
export class BaselineView implements vscode.TreeDataProvider<BaselineNode>, vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<void>();
  readonly onDidChangeTreeData = this.#changed.event;
  readonly #view: vscode.TreeView<BaselineNode>;
  readonly #subscription: vscode.Disposable;

  constructor(private readonly studies: BaselineStudies) {
    this.#view = vscode.window.createTreeView('bigcodebench.baseline', {
      treeDataProvider: this,
      showCollapseAll: true,
    });
    this.#subscription = studies.onDidChange(() => {
      void vscode.commands.executeCommand(
        'setContext',
        'bigcodebench.hasStudy',
        studies.all.length > 0,
      );
      this.#changed.fire();
    });
  }

  get selection(): BaselineNode | undefined {
    return this.#view.selection[0];
  }

  getChildren(node?: BaselineNode): BaselineNode[] {
    if (node instanceof StudyNode) {
      return node.study.tasks.map((task) => new StudyTaskNode(node, task));
    }
    if (node) return [];
    return [
      ...this.studies.all.map((study) => new StudyNode(study)),
      ...this.studies.broken.map((broken) => new BrokenStudyNode(broken)),
    ];
  }

  getTreeItem(node: BaselineNode): vscode.TreeItem {
    if (node instanceof StudyNode) return studyItem(node);
    return node instanceof BrokenStudyNode ? brokenItem(node) : taskItem(node);
  }

  getParent(node: BaselineNode): BaselineNode | undefined {
    return node instanceof StudyTaskNode ? node.parent : undefined;
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#view.dispose();
    this.#changed.dispose();
  }
}

function studyItem({ study: { path, study, membership, tasks } }: StudyNode): vscode.TreeItem {
  const item = new vscode.TreeItem(study.name, vscode.TreeItemCollapsibleState.Expanded);
  item.id = path;
  item.iconPath = new vscode.ThemeIcon('mortar-board');
  const decided = tasks.filter((task) => task.decided).length;
  const split = study.split === 'complete' ? 'Complete' : 'Instruct';
  item.description = membership
    ? `${split} · ${decided} of ${tasks.length} · ${membership.solver}`
    : `${split} · ${formatQuantity(tasks.length, 'task')}`;
  item.tooltip = new vscode.MarkdownString(
    [
      `**${escaped(study.name)}**: ${formatQuantity(tasks.length, 'task')} of ${escaped(study.dataset.source)}, ${split} prompts`,
      ...conditionsOf(study).map((condition) => `- ${condition}`),
      membership
        ? `You take part as **${escaped(membership.solver)}**; edits are ${membership.recorded ? '' : 'not '}recorded.`
        : 'You do not take part yet. *Start Attempt* begins.',
    ].join('\n\n'),
  );
  item.contextValue = membership ? 'study.joined' : 'study';
  return item;
}

/** How a task looks that someone is so far with: its icon, the icon's colour, and words. */
const LOOKS: Readonly<Record<Progress, { icon: string; color?: string; text: string }>> = {
  'not-begun': { icon: 'circle-large-outline', text: '' },
  running: { icon: 'watch', color: 'charts.blue', text: 'running' },
  paused: { icon: 'debug-pause', color: 'charts.blue', text: 'paused' },
  unjudged: { icon: 'question', color: 'charts.yellow', text: 'not judged yet' },
  open: { icon: 'circle-slash', color: 'charts.yellow', text: 'failed, attempts left' },
  solved: { icon: 'pass-filled', color: 'testing.iconPassed', text: 'solved' },
  failed: { icon: 'error', color: 'testing.iconFailed', text: 'failed' },
  'gave-up': { icon: 'debug-step-over', color: 'testing.iconSkipped', text: 'given up' },
  'timed-out': { icon: 'history', color: 'testing.iconFailed', text: 'timed out' },
};

function taskItem(node: StudyTaskNode): vscode.TreeItem {
  const { parent, task } = node;
  const { taskId, progress, decided } = task;
  const item = new vscode.TreeItem(taskId);
  item.id = `${parent.study.path}//${taskId}`;
  const { icon, color, text } = LOOKS[progress];
  item.iconPath = new vscode.ThemeIcon(icon, color === undefined ? undefined : themeColor(color));
  item.description = taskDescription(task);
  item.tooltip = taskTooltip(task);
  item.contextValue = `studyTask.${progress}${decided ? '.decided' : ''}`;
  item.accessibilityInformation = { label: `${taskId} ${text}` };
  if (progress === 'running' || progress === 'paused') {
    item.command = { command: commandId('startAttempt'), title: 'Go On', arguments: [node] };
  } else if (decided) {
    item.command = {
      command: commandId('compareWithSolution'),
      title: 'Compare with Solution',
      arguments: [node],
    };
  }
  return item;
}

function taskDescription({ progress, attempts, study: { study } }: StudyTask): string {
  const seconds = attempts.reduce((sum, { account }) => sum + account.counted, 0);
  return [
    LOOKS[progress].text,
    attempts.length > 0 && progress !== 'running' && clockText(seconds),
    attempts.length > 1 && `${attempts.length} of ${study.attempts} attempts`,
  ]
    .filter(Boolean)
    .join(' · ');
}

function taskTooltip({ taskId, attempts }: StudyTask): string {
  const lines = attempts.map(({ started, end, verdict, account }) => {
    const judged = verdict?.calibrated;
    const outcome = judged
      ? judged.status === 'pass'
        ? 'passed'
        : `failed: ${judged.cause ? causeText(judged.cause) : ''}`
      : 'not judged';
    const time = `${clockText(account.counted)} counted, ${clockText(account.idle)} of it idle`;
    return end === 'running'
      ? `Attempt ${started.attempt}: running, ${time}`
      : `Attempt ${started.attempt}: ${end.replace('-', ' ')}, ${outcome}; ${time}`;
  });
  return [taskId, ...lines].join('\n');
}

function brokenItem({ broken: { path, reason } }: BrokenStudyNode): vscode.TreeItem {
  const item = new vscode.TreeItem(basename(path));
  item.id = path;
  item.iconPath = new vscode.ThemeIcon('warning', themeColor('list.warningForeground'));
  item.description = 'cannot be read';
  item.tooltip = reason;
  item.contextValue = 'brokenStudy';
  item.command = {
    command: 'vscode.open',
    title: 'Open Study File',
    arguments: [vscode.Uri.file(path)],
  };
  return item;
}

function themeColor(id: string): vscode.ThemeColor {
  return new vscode.ThemeColor(id);
}

function escaped(text: string): string {
  return text.replaceAll(/[\\`*_{}[\]()#+\-.!|<>]/g, '\\$&');
}
