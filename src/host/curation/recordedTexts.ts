import * as vscode from 'vscode';
import { UserError } from '../../core/errors.js';
import type { CurationProjects } from './curationProjects.js';

/** The scheme of texts that task files had; a record gives them back. */
export const RECORDED_SCHEME = 'bcb-recorded';

/** A task file's text after a change, by the change's id; the empty text without one. */
export function changeUri(path: string, change: string | undefined): vscode.Uri {
  return vscode.Uri.file(path).with({ scheme: RECORDED_SCHEME, query: change ?? '' });
}

const REPORT_ENDING = ' Pre-evaluation.md';

/** The report on a pre-evaluation, by its event's id. */
export function preEvaluationUri(path: string, event: string): vscode.Uri {
  return vscode.Uri.file(`${path}${REPORT_ENDING}`).with({ scheme: RECORDED_SCHEME, query: event });
}

/** Serves what records hold: earlier texts, for diffs, and reports. */
export class RecordedTexts implements vscode.TextDocumentContentProvider {
  constructor(private readonly projects: CurationProjects) {}

  async provideTextDocumentContent({ path, query }: vscode.Uri): Promise<string> {
    if (path.endsWith(REPORT_ENDING)) return this.#report(path, query);
    if (query === '') return '';
    const task = this.projects.find(vscode.Uri.file(path).fsPath);
    const text = task?.history.texts.get(query);
    if (text === undefined) throw new UserError(`The record has no text ${query} of ${path}.`);
    return text;
  }

  async #report(path: string, id: string): Promise<string> {
    const task = this.projects.find(vscode.Uri.file(path.slice(0, -REPORT_ENDING.length)).fsPath);
    const event = task?.record.events.find((one) => one.id === id);
    if (event?.type !== 'pre-evaluated') throw new UserError('The record has no such report.');
    const { preEvaluationReport } = await import('../../core/curation/preEvaluation.js');
    return preEvaluationReport(task?.taskId ?? '', event);
  }
}
