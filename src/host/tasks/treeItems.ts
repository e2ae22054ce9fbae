import * as vscode from 'vscode';
import type { Hiding } from '../../core/baseline/study.js';
import { hiddenText } from '../../core/baseline/veil.js';
import { groupDetails, groupText } from '../../core/groupText.js';
import type { Grouping } from '../../core/grouping.js';
import { branchesText, causeText, type Verdict } from '../../core/verdict.js';
import { refusedWords } from '../../core/refusal.js';
import { summary } from '../../core/summary.js';
import type { Task } from '../../core/task.js';
import { formatCount, formatQuantity } from '../../shared/numbers.js';
import { commandId } from '../commands.js';
import { DatasetNode, GroupNode, TaskNode, type Node } from './nodes.js';
import type { TaskVerdicts } from './taskVerdicts.js';

/** Longer words would push the libraries, which stand behind them, out of the view. */
const LABEL_WORDS = 40;

/**
 * How a node looks.
 * @param grouping what the groups are made by
 */
export function treeItem(node: Node, verdicts: TaskVerdicts, grouping: Grouping): vscode.TreeItem {
  if (node instanceof DatasetNode) return datasetItem(node);
  if (node instanceof GroupNode) return groupItem(node, verdicts, grouping);
  return taskItem(node, verdicts);
}

function datasetItem(node: DatasetNode): vscode.TreeItem {
  const { dataset, closable } = node.dataset;
  const item = new vscode.TreeItem(dataset.label, vscode.TreeItemCollapsibleState.Expanded);
  item.id = node.id;
  item.iconPath = new vscode.ThemeIcon('database');
  const all = dataset.tasks.length;
  const shown = node.tasks.length;
  const words = refusedWords(dataset);
  const tasks = shown === all ? formatCount(all) : `${formatCount(shown)} of ${formatCount(all)}`;
  item.description = [tasks, words.short].filter((text) => text !== '').join(' · ');
  const unreadable = words.unreadable && `${words.unreadable} (“Show What Was Refused”)`;
  item.tooltip = [dataset.label, formatQuantity(all, 'task'), words.drafts, unreadable]
    .filter((text) => text !== '')
    .join('\n');
  item.contextValue = ['dataset', closable && 'closable', dataset.refused.length > 0 && 'refused']
    .filter(Boolean)
    .join('.');
  return item;
}

function groupItem(node: GroupNode, verdicts: TaskVerdicts, grouping: Grouping): vscode.TreeItem {
  const item = new vscode.TreeItem(node.label, vscode.TreeItemCollapsibleState.Collapsed);
  item.id = node.id;
  const statuses = node.tasks.map((entry) => verdicts.status({ dataset: node.dataset, entry }));
  // A verdict's own group says in its label how its tasks fare.
  item.description = grouping === 'verdict' ? formatCount(statuses.length) : groupText(statuses);
  item.tooltip = `${node.label}\n${groupDetails(statuses)}`;
  item.accessibilityInformation = { label: `${node.label}, ${groupDetails(statuses)}` };
  item.contextValue = 'group';
  return item;
}

function taskItem(node: TaskNode, verdicts: TaskVerdicts): vscode.TreeItem {
  const { task, hiddenBy } = node.entry;
  const item = new vscode.TreeItem(task.taskId);
  item.id = node.id;
  item.command = { command: commandId('openTask'), title: 'Open Task', arguments: [node] };
  if (hiddenBy) return hiddenItem(item, task, hiddenBy);
  item.label = `${task.taskId}  ${summary(task, LABEL_WORDS)}`;
  const elsewhere = verdicts.elsewhere(node);
  item.description = [
    ...(elsewhere === undefined ? [] : ['from another environment']),
    task.libs.join(', '),
  ].join(' · ');
  item.contextValue = 'task';
  const verdict = verdicts.get(node);
  item.iconPath = verdicts.isRunning(node)
    ? new vscode.ThemeIcon('loading~spin')
    : verdictIcon(verdict, elsewhere !== undefined);
  item.tooltip = taskTooltip(task, verdictText(verdict, elsewhere));
  item.accessibilityInformation = {
    label: `${task.taskId}, ${verdictText(verdict, elsewhere)}: ${summary(task)}`,
  };
  return item;
}

/** A task that is to be solved: there is nothing to read of it, and nothing that could be run. */
function hiddenItem(item: vscode.TreeItem, task: Task, hiding: Hiding): vscode.TreeItem {
  item.description = `hidden · ${task.libs.join(', ')}`;
  item.contextValue = 'hiddenTask';
  item.iconPath = new vscode.ThemeIcon('lock');
  const text = hiddenText(hiding);
  item.tooltip = new vscode.MarkdownString()
    .appendMarkdown(`**${task.taskId}**\n\n`)
    .appendText(text);
  item.accessibilityInformation = { label: `${task.taskId}, ${text}` };
  return item;
}

function taskTooltip(task: Task, state: string): vscode.MarkdownString {
  return new vscode.MarkdownString()
    .appendMarkdown(`**${task.taskId}**\n\n`)
    .appendText(task.docStruct.description.join(' '))
    .appendMarkdown(`\n\n*${task.libs.join(', ')}*\n\n`)
    .appendText(state);
}

/** A verdict's icon; `dimmed` where it need not hold in the environment in force. */
function verdictIcon(verdict: Verdict | undefined, dimmed: boolean): vscode.ThemeIcon {
  const icon = (name: string, colour: string): vscode.ThemeIcon =>
    new vscode.ThemeIcon(name, new vscode.ThemeColor(dimmed ? 'disabledForeground' : colour));
  switch (verdict?.status) {
    case 'pass':
      return icon('pass', 'testing.iconPassed');
    case 'fail':
      return icon('error', 'testing.iconFailed');
    case 'timeout':
      return icon('watch', 'testing.iconErrored');
    case 'error':
      return icon('warning', 'testing.iconErrored');
    case undefined:
      return icon('circle-outline', 'testing.iconUnset');
  }
}

function verdictText(verdict: Verdict | undefined, elsewhere: string | undefined): string {
  if (!verdict) return 'Not run yet.';
  const parts = [
    `${String(verdict.testsPassed)} of ${String(verdict.testsTotal)} tests pass`,
    `${verdict.durationSeconds.toFixed(2)} s`,
    branchesText(verdict),
    new Date(verdict.when).toLocaleString(),
  ].filter((part) => part !== undefined);
  const head =
    verdict.cause === null ? 'Passed' : `${causeText(verdict.cause)}: ${verdict.message}`;
  const from = elsewhere === undefined ? '' : `. This is from ${elsewhere}; run it again`;
  return `${head} (${parts.join(', ')})${from}`;
}
