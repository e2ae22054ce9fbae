import * as vscode from 'vscode';
import type { Drift } from '../../core/drift/drift.js';
import {
  blamedText,
  blameText,
  environmentNames,
  reasonText,
  verdictText,
} from '../../core/drift/report.js';
import { formatQuantity } from '../../shared/numbers.js';
import { commandId } from '../commands.js';
import type { OpenDatasets, TaskRef } from '../datasets/openDatasets.js';
import { driftCount, type DriftNode } from './nodes.js';

const { Collapsed, Expanded, None } = vscode.TreeItemCollapsibleState;

/** How a node looks. */
export function driftItem(node: DriftNode, datasets: OpenDatasets): vscode.TreeItem {
  const item = itemOf(node, datasets);
  item.id = node.id;
  return item;
}

function itemOf({ content, children }: DriftNode, datasets: OpenDatasets): vscode.TreeItem {
  switch (content.kind) {
    case 'drift': {
      const { shown } = content;
      const item = new vscode.TreeItem('Drift', children.length > 0 ? Expanded : None);
      item.iconPath = new vscode.ThemeIcon('versions');
      const [only] = shown.comparisons;
      const names =
        shown.comparisons.length === 1 && only
          ? environmentNames(only.environments).join(' → ')
          : 'between two comparisons';
      item.description = `${formatQuantity(driftCount(shown), 'task')} · ${names}`;
      item.tooltip = `${shown.title}\n${formatQuantity(driftCount(shown), 'task')} with another verdict`;
      item.contextValue = 'drift';
      return item;
    }
    case 'comparison': {
      const { environments } = content.comparison;
      const [first] = environments;
      const item = new vscode.TreeItem(
        `Python ${[...new Set(environments.map(({ version }) => version))].join(' → ')}`,
        children.length > 0 ? Collapsed : None,
      );
      item.iconPath = new vscode.ThemeIcon('vm');
      item.description = children.length > 0 ? (first?.python ?? '') : 'nothing differs';
      item.tooltip = environments.map(({ version, python }) => `${version} ${python}`).join('\n');
      return item;
    }
    case 'blame': {
      const { name, versions, drifts } = content.group;
      const item = new vscode.TreeItem(name, Collapsed);
      item.iconPath = new vscode.ThemeIcon(versions === '' ? 'question' : 'library');
      item.description = [
        formatQuantity(drifts.length, 'task'),
        ...(versions === '' ? [] : [versions]),
      ].join(' · ');
      return item;
    }
    case 'task':
      return taskItem(content.drift, content.names, datasets);
  }
}

function taskItem(drift: Drift, names: readonly string[], datasets: OpenDatasets): vscode.TreeItem {
  const { taskId, outcomes } = drift;
  const item = new vscode.TreeItem(taskId);
  const verdicts = outcomes.map(verdictText).join(' → ');
  item.description = verdicts;
  item.iconPath = new vscode.ThemeIcon('diff');
  item.tooltip = tooltip(drift, names);
  item.accessibilityInformation = { label: `${taskId}: ${verdicts}, ${blameText(drift)}` };
  const task = find(taskId, datasets);
  if (task) {
    item.command = { command: commandId('openTask'), title: 'Open Task', arguments: [task] };
  }
  return item;
}

/** The task among the open datasets. */
function find(taskId: string, datasets: OpenDatasets): TaskRef | undefined {
  const dataset = datasets.all.find(({ tasks }) => tasks.has(taskId));
  return dataset && { datasetId: dataset.id, taskId };
}

function tooltip(drift: Drift, names: readonly string[]): vscode.MarkdownString {
  const markdown = new vscode.MarkdownString().appendMarkdown('**').appendText(drift.taskId);
  markdown.appendMarkdown('**');
  drift.outcomes.forEach((outcome, index) => {
    markdown.appendMarkdown('\n\n').appendText(`Python ${names[index] ?? ''}: `);
    markdown.appendText(`${verdictText(outcome)}. ${outcome.message}`);
  });
  markdown
    .appendMarkdown('\n\nTo blame: ')
    .appendText(`${blameText(drift)}: ${reasonText(drift)}.`);
  const others = drift.blamed.map(blamedText);
  if (others.length > 1) markdown.appendMarkdown('\n\n').appendText(others.join(', '));
  return markdown;
}
