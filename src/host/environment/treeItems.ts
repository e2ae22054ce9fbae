import * as vscode from 'vscode';
import type { Kind, ReportItem, Severity } from '../../core/doctor/item.js';
import { summary } from '../../core/summary.js';
import { formatQuantity } from '../../shared/numbers.js';
import { commandId } from '../commands.js';
import type { DriftNode } from '../drift/nodes.js';
import { GroupNode, ItemNode, type EnvironmentNode, type NeedingTaskNode } from './nodes.js';

const { Collapsed, Expanded, None } = vscode.TreeItemCollapsibleState;

const GROUPS: Readonly<Record<Kind | 'problems', { title: string; icon: string }>> = {
  problems: { title: 'Problems', icon: 'warning' },
  interpreter: { title: 'Interpreter', icon: 'vm' },
  isolation: { title: 'Isolation', icon: 'shield' },
  limits: { title: 'Limits', icon: 'dashboard' },
  library: { title: 'Libraries', icon: 'library' },
  data: { title: 'Data', icon: 'database' },
  tool: { title: 'Tools', icon: 'tools' },
  disk: { title: 'Disk', icon: 'server' },
};

/** How many tasks a tooltip names. */
const NAMED_TASKS = 12;

/** How a node of the doctor's report looks. */
export function treeItem(node: Exclude<EnvironmentNode, DriftNode>): vscode.TreeItem {
  if (node instanceof GroupNode) return groupItem(node);
  if (node instanceof ItemNode) return reportItem(node);
  return taskItem(node);
}

function groupItem(node: GroupNode): vscode.TreeItem {
  const { title, icon } = GROUPS[node.kind];
  const item = new vscode.TreeItem(title, node.kind === 'problems' ? Expanded : Collapsed);
  item.id = node.id;
  item.iconPath =
    node.kind === 'problems'
      ? new vscode.ThemeIcon(icon, new vscode.ThemeColor('problemsWarningIcon.foreground'))
      : new vscode.ThemeIcon(icon);
  item.description = groupDescription(node);
  const canInstall =
    node.report.installMissing !== undefined && ['problems', 'library'].includes(node.kind);
  item.contextValue = canInstall ? 'group.installable' : 'group';
  return item;
}

function groupDescription({ kind, items, report }: GroupNode): string {
  switch (kind) {
    case 'problems':
      return String(items.length);
    case 'interpreter':
      return report.interpreter
        ? `${report.interpreter.version} · ${report.interpreter.executable}`
        : '';
    case 'isolation':
      return items[0]?.name ?? '';
    case 'limits':
    case 'disk':
      return items.map(({ text }) => text).join(' · ');
    case 'library':
      return counts(items.map(({ library }) => library?.state ?? 'import fails'));
    case 'data':
    case 'tool':
      return counts(items.map(({ severity }) => (severity === 'ok' ? 'ok' : 'missing')));
  }
}

/** `55 ok, 1 missing`; what is well comes first. */
function counts(states: readonly string[]): string {
  const sums = new Map<string, number>([['ok', 0]]);
  for (const state of states) sums.set(state, (sums.get(state) ?? 0) + 1);
  return [...sums]
    .filter(([, sum]) => sum > 0)
    .map(([state, sum]) => `${String(sum)} ${state}`)
    .join(', ');
}

function reportItem(node: ItemNode): vscode.TreeItem {
  const { item } = node;
  const showsTasks = item.kind !== 'library' && item.tasks.length > 0;
  const row = new vscode.TreeItem(item.name, showsTasks ? Collapsed : None);
  row.id = node.id;
  row.description = [...tasksText(item), shortText(item)].filter((text) => text !== '').join(' · ');
  row.iconPath = severityIcon(item.severity);
  row.tooltip = tooltip(item);
  row.contextValue = ['item', item.remedy && 'mend', item.remedy?.command && 'copy']
    .filter(Boolean)
    .join('.');
  row.accessibilityInformation = { label: `${item.name}, ${item.severity}: ${item.text}` };
  if (item.kind === 'library') {
    row.command = {
      command: commandId('filterTasks'),
      title: 'Show Its Tasks',
      arguments: [`lib:${item.name}`],
    };
  }
  return row;
}

function tasksText({ tasks }: ReportItem): string[] {
  if (tasks.length === 0) return [];
  return [formatQuantity(tasks.length, 'task')];
}

/** What a row has room for: of a sound library, its version, the published one and the import's time. */
function shortText({ library, text }: ReportItem): string {
  if (library?.state !== 'ok' && library?.state !== 'other version') return text;
  const { installed, pin, state, importSeconds } = library;
  const versions = state === 'ok' ? [installed] : [installed, pin?.replace('==', '')];
  const time = importSeconds === null ? '' : ` · ${(importSeconds * 1000).toFixed(0)} ms`;
  return `${versions.filter((version) => version != null).join(' → ')}${time}`;
}

function severityIcon(severity: Severity): vscode.ThemeIcon {
  const icon = (name: string, colour: string): vscode.ThemeIcon =>
    new vscode.ThemeIcon(name, new vscode.ThemeColor(colour));
  switch (severity) {
    case 'problem':
      return icon('error', 'problemsErrorIcon.foreground');
    case 'note':
      return icon('info', 'problemsInfoIcon.foreground');
    case 'ok':
      return icon('pass', 'testing.iconPassed');
  }
}

function tooltip({ name, text, library, tasks, remedy }: ReportItem): vscode.MarkdownString {
  const markdown = new vscode.MarkdownString().appendMarkdown('**').appendText(name);
  markdown.appendMarkdown('** ').appendText(text);
  const line = (what: string): void => {
    markdown.appendMarkdown('\n\n').appendText(what);
  };
  if (library) {
    const published = library.pin === null ? '' : `, published ${library.pin.replace('==', '')}`;
    line(`${library.distribution} ${library.installed ?? 'not installed'}${published}`);
    if (library.importSeconds !== null) {
      line(`Importing what the tasks use takes ${library.importSeconds.toFixed(2)} s.`);
    }
    if (library.origin !== null) line(library.origin);
  }
  if (tasks.length > 0) {
    const more = tasks.length - NAMED_TASKS;
    const named = tasks.slice(0, NAMED_TASKS).join(', ');
    line(`Needed by ${named}${more > 0 ? ` and ${String(more)} more` : ''}`);
  }
  if (remedy) line(remedy.command ? `${remedy.text}: ${remedy.command.join(' ')}` : remedy.text);
  return markdown;
}

function taskItem({ id, shown }: NeedingTaskNode): vscode.TreeItem {
  const { task } = shown.entry;
  const item = new vscode.TreeItem(task.taskId);
  item.id = id;
  item.description = summary(task);
  item.command = {
    command: commandId('openTask'),
    title: 'Open Task',
    arguments: [{ datasetId: shown.dataset.id, taskId: task.taskId }],
  };
  return item;
}
