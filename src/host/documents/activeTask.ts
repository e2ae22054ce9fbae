import * as vscode from 'vscode';
import { UserError } from '../../core/errors.js';
import type { TaskPart } from '../../core/parts.js';
import type { OpenDatasets, ShownTask } from '../datasets/openDatasets.js';
import { parseTaskUri } from './taskUri.js';

/** The task that a document belongs to, and which part of it the document shows. */
export interface TaskDocument {
  readonly shown: ShownTask;
  readonly part: TaskPart | 'file';
}

/** Finds the task of a `bcb:` document or of a task file on disk. */
export function taskOfDocument(uri: vscode.Uri, datasets: OpenDatasets): TaskDocument | undefined {
  const named = parseTaskUri(uri);
  if (named) {
    const shown = datasets.getTask(named.ref);
    return shown && { shown, part: named.part };
  }
  const shown = uri.scheme === 'file' ? datasets.findFile(uri.fsPath) : undefined;
  return shown && { shown, part: 'file' };
}

/**
 * What is worked out of a task's document, or nothing while that is no task, in the middle of an
 * edit: what is shown of it waits until it is one again.
 */
export async function onceATask<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof UserError) return undefined;
    throw error;
  }
}

/**
 * Keeps the context key `bigcodebench.activePart`, which menus and keys depend on, true. With a
 * hidden task there is nothing to do, and so no part.
 */
export function trackActivePart(datasets: OpenDatasets): vscode.Disposable {
  const update = (): void => {
    const uri = vscode.window.activeTextEditor?.document.uri;
    const active = uri && taskOfDocument(uri, datasets);
    const part = active?.shown.entry.hiddenBy ? undefined : active?.part;
    void vscode.commands.executeCommand('setContext', 'bigcodebench.activePart', part);
  };
  update();
  return vscode.Disposable.from(
    vscode.window.onDidChangeActiveTextEditor(update),
    datasets.onDidChange(update),
  );
}
