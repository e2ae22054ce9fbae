import * as vscode from 'vscode';
import { isSamePath } from '../../node/files.js';
import type { OpenDataset, OpenDatasets } from '../datasets/openDatasets.js';
import { SCHEME } from '../documents/taskUri.js';
import type { HiddenTasks } from './hiddenTasks.js';

/** What is open, and what of it is hidden. */
export interface Veil {
  readonly datasets: OpenDatasets;
  readonly hidden: HiddenTasks;
}

/**
 * Whether what an editor shows gives away the answer to a task that is hidden: the file of an open
 * dataset, in whatever editor, or any text that holds such a task as a task file or as a row.
 * Our own documents of datasets never do.
 */
export async function givesAway(uri: vscode.Uri, { datasets, hidden }: Veil): Promise<boolean> {
  if (hidden.isEmpty || uri.scheme === SCHEME) return false;
  const files = datasets.all.flatMap((dataset) => fileOf(dataset) ?? []);
  if (uri.scheme === 'file' && files.some((file) => isSamePath(file, uri.fsPath))) return true;
  const document = vscode.workspace.textDocuments.find(
    (each) => each.uri.toString() === uri.toString(),
  );
  if (!document) return false;
  const { tasksIn } = await import('../../core/baseline/tasksIn.js');
  return tasksIn(document.getText()).some((task) => hidden.hidingOf(task) !== undefined);
}

/** The files of the workspace that give away answers, as far as datasets are open. */
export function answersInWorkspace({ datasets }: Veil): readonly string[] {
  const paths = datasets.all.flatMap((dataset) => [
    ...dataset.dataset.tasks.filter(({ hiddenBy }) => hiddenBy).map(({ path }) => path),
    fileOf(dataset),
  ]);
  return paths
    .filter((path) => path !== undefined)
    .map((path) => vscode.Uri.file(path))
    .filter((uri) => vscode.workspace.getWorkspaceFolder(uri) !== undefined)
    .map((uri) => vscode.workspace.asRelativePath(uri));
}

/** What editors show at the moment, those for other things than text included. */
export function urisInView(): readonly vscode.Uri[] {
  const inTabs = vscode.window.tabGroups.all.flatMap(({ activeTab }) => {
    const { input } = activeTab ?? {};
    const isOther =
      input instanceof vscode.TabInputCustom || input instanceof vscode.TabInputNotebook;
    return isOther ? [input.uri] : [];
  });
  return [...vscode.window.visibleTextEditors.map(({ document }) => document.uri), ...inTabs];
}

/** The file that a dataset with hidden tasks was read from. */
function fileOf({ dataset: { source, tasks } }: OpenDataset): string | undefined {
  if (source.kind !== 'file' || !tasks.some(({ hiddenBy }) => hiddenBy)) return undefined;
  return source.path;
}
