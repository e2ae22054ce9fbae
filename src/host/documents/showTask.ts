import * as vscode from 'vscode';
import type { TaskPart } from '../../core/parts.js';
import type { ShownTask } from '../datasets/openDatasets.js';
import { taskUri } from './taskUri.js';

/** The document of one part of a task. */
export function partUri({ dataset, entry }: ShownTask, part: TaskPart): vscode.Uri {
  return taskUri({ datasetId: dataset.id, taskId: entry.task.taskId }, dataset.dataset.label, part);
}

/**
 * Opens a task: its file where it has one, else the Complete prompt on the left
 * and the canonical solution on the right, as a preview until the user keeps it.
 * Of a hidden task there is only why it is hidden.
 */
export async function openTask(shown: ShownTask): Promise<void> {
  if (shown.entry.hiddenBy) {
    await showPart(shown, 'complete', { preserveFocus: true });
    return;
  }
  if (shown.entry.path !== undefined) {
    await vscode.window.showTextDocument(vscode.Uri.file(shown.entry.path), { preview: true });
    return;
  }
  await showPart(shown, 'complete', { preserveFocus: true });
  await showPart(shown, 'solution', { preserveFocus: true });
}

/**
 * Shows one part in its place: the solution on the right, everything else on the left,
 * where it takes the place of the task's other prompt or tests.
 */
export async function showPart(
  shown: ShownTask,
  part: TaskPart,
  { preserveFocus = false } = {},
): Promise<void> {
  const column = part === 'solution' ? vscode.ViewColumn.Two : vscode.ViewColumn.One;
  const kept = otherLeftTabs(shown, part).some((tab) => !tab.isPreview);
  await vscode.window.showTextDocument(partUri(shown, part), {
    viewColumn: column,
    preview: !kept,
    preserveFocus,
  });
  // Asked anew: where the tab was a preview, the new document has taken its place already.
  if (column === vscode.ViewColumn.One) {
    await vscode.window.tabGroups.close(otherLeftTabs(shown, part), true);
  }
}

/** The left side's tabs that show another part of the same task. */
function otherLeftTabs(shown: ShownTask, part: TaskPart): vscode.Tab[] {
  const others = new Set(
    (['complete', 'instruct', 'tests'] as const)
      .filter((other) => other !== part)
      .map((other) => partUri(shown, other).toString()),
  );
  return vscode.window.tabGroups.all
    .filter(({ viewColumn }) => viewColumn === vscode.ViewColumn.One)
    .flatMap(({ tabs }) => tabs)
    .filter(
      ({ input }) => input instanceof vscode.TabInputText && others.has(input.uri.toString()),
    );
}
