import * as vscode from 'vscode';
import type { OpenDataset, OpenDatasets } from '../datasets/openDatasets.js';
import { SCHEME } from '../documents/taskUri.js';
import type { HiddenTasks } from './hiddenTasks.js';

/**
 * Whether what an editor shows gives away the answer to a task that is hidden: the file of an open
 * dataset, in whatever editor, or any text that holds such a task as a task file or as a row.
 * Our own documents of datasets never do.
 */
export async function givesAway(
  uri: vscode.Uri,
  datasets: OpenDatasets,
  hidden: HiddenTasks,
): Promise<boolean> {
  if (hidden.isEmpty || uri.scheme === SCHEME) return false;
  if (datasets.all.some((dataset) => isFileOf(dataset, uri))) return true;
  const document = vscode.workspace.textDocuments.find(
    (each) => each.uri.toString() === uri.toString(),
  );
  if (!document) return false;
  const { tasksIn } = await import('../../core/baseline/tasksIn.js');
  return tasksIn(document.getText()).some((task) => hidden.hidingOf(task) !== undefined);
}

/** Whether a dataset with hidden tasks was read from this file. */
function isFileOf({ dataset: { source, tasks } }: OpenDataset, { scheme, fsPath }: vscode.Uri) {
  const isSource = scheme === 'file' && source.kind === 'file' && source.path === fsPath;
  return isSource && tasks.some(({ hiddenBy }) => hiddenBy);
}
