import * as vscode from 'vscode';
import type { CurationEvent } from '../../core/curation/events.js';
import { UserError } from '../../core/errors.js';
import type { CuratedTask, CurationProjects } from './curationProjects.js';

/** The scheme of texts that task files had; a record gives them back. */
export const RECORDED_SCHEME = 'bcb-recorded';

/** A task file's text after a change, by the change's id; the empty text without one. */
export function changeUri(path: string, change: string | undefined): vscode.Uri {
  return vscode.Uri.file(path).with({ scheme: RECORDED_SCHEME, query: change ?? '' });
}

/** The task file's text that an event is about; the empty text where the record cannot give it. */
export function textUri({ path, history }: CuratedTask, { text }: CurationEvent): vscode.Uri {
  const change = [...history.changes.values()].find((one) => one.text === text);
  return changeUri(path, change?.id);
}

const REPORT_ENDING = ' Record.md';

/** The report on an event, by the event's id. */
export function reportUri(path: string, event: string): vscode.Uri {
  return vscode.Uri.file(`${path}${REPORT_ENDING}`).with({ scheme: RECORDED_SCHEME, query: event });
}

/** Serves what records hold: earlier texts, for diffs, and reports on events. */
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
    const file = vscode.Uri.file(path.slice(0, -REPORT_ENDING.length)).fsPath;
    const task = this.projects.find(file);
    const event = task?.record.events.find((one) => one.id === id);
    if (!task || !event) throw new UserError(`The record has no event ${id} of ${file}.`);
    const { eventReport } = await import('../../core/curation/eventReport.js');
    return eventReport(task.taskId, event);
  }
}
