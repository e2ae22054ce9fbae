import * as vscode from 'vscode';
import { UserError } from '../../core/errors.js';
import type { CurationProjects } from './curationProjects.js';

/** The scheme of texts that task files had; a record gives them back. */
export const RECORDED_SCHEME = 'bcb-recorded';

/** A task file's text after a change, by the change's id; the empty text without one. */
export function changeUri(path: string, change: string | undefined): vscode.Uri {
  return vscode.Uri.file(path).with({ scheme: RECORDED_SCHEME, query: change ?? '' });
}

/** Serves texts from records, for diffs. */
export class RecordedTexts implements vscode.TextDocumentContentProvider {
  constructor(private readonly projects: CurationProjects) {}

  provideTextDocumentContent({ path, query }: vscode.Uri): string {
    if (query === '') return '';
    const task = this.projects.find(vscode.Uri.file(path).fsPath);
    const text = task?.history.texts.get(query);
    if (text === undefined) throw new UserError(`The record has no text ${query} of ${path}.`);
    return text;
  }
}
