import * as vscode from 'vscode';
import { UserError } from '../../core/errors.js';
import { isTaskFile } from './taskFiles.js';

/** The scheme of what a task file under the pen compiles to. */
export const PREVIEW_SCHEME = 'bcb-preview';

/** What can be shown beside a task file. */
export type Preview = 'instruct' | 'complete' | 'row';

/** How their names end, which decides the language: an Instruct prompt, Python, JSON. */
const ENDINGS: Readonly<Record<Preview, string>> = {
  instruct: 'Instruct',
  complete: 'Complete.py',
  row: 'Row.json',
};
/** Keystrokes that come closer together than this are shown together. */
const DELAY_MS = 30;

/** Serves the prompts and the row of the task files that are open, as they are being written. */
export class PromptPreview implements vscode.TextDocumentContentProvider, vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<vscode.Uri>();
  readonly onDidChange = this.#changed.event;
  readonly #waiting = new Map<string, NodeJS.Timeout>();
  readonly #subscriptions: vscode.Disposable;

  constructor() {
    this.#subscriptions = vscode.Disposable.from(
      vscode.workspace.registerTextDocumentContentProvider(PREVIEW_SCHEME, this),
      vscode.workspace.onDidChangeTextDocument(({ document }) => {
        this.#changedSoon(document.uri);
      }),
    );
  }

  async provideTextDocumentContent(uri: vscode.Uri): Promise<string> {
    const { preview, file } = previewed(uri);
    const document = await vscode.workspace.openTextDocument(file);
    const [{ splitTaskFile }, { toRow }] = await Promise.all([
      import('../../core/taskFile.js'),
      import('../../core/row.js'),
    ]);
    try {
      const task = splitTaskFile(document.getText(), taskIdOf(file));
      if (preview === 'complete') return task.completePrompt;
      return preview === 'instruct'
        ? task.instructPrompt
        : `${JSON.stringify(toRow(task), null, 2)}\n`;
    } catch (error) {
      if (error instanceof UserError) return `Not a task yet.\n\n${error.message}\n`;
      throw error;
    }
  }

  dispose(): void {
    for (const timer of this.#waiting.values()) clearTimeout(timer);
    this.#subscriptions.dispose();
    this.#changed.dispose();
  }

  #changedSoon(file: vscode.Uri): void {
    const key = file.toString();
    const shown = vscode.workspace.textDocuments.filter(
      ({ uri }) => uri.scheme === PREVIEW_SCHEME && previewed(uri).file.toString() === key,
    );
    if (shown.length === 0) return;
    clearTimeout(this.#waiting.get(key));
    const timer = setTimeout(() => {
      this.#waiting.delete(key);
      for (const { uri } of shown) this.#changed.fire(uri);
    }, DELAY_MS);
    this.#waiting.set(key, timer);
  }
}

/** Shows a preview of the active task file beside it; from a preview, another one of the same file. */
export async function showPreview(preview: Preview): Promise<void> {
  const active = vscode.window.activeTextEditor?.document;
  const isPreview = active?.uri.scheme === PREVIEW_SCHEME;
  const file = active && isPreview ? previewed(active.uri).file : active?.uri;
  if (!active || !file || (!isPreview && !isTaskFile(active, () => false))) {
    throw new UserError(
      'No task file is open. Open one, or make one with “BigCodeBench: New Task…”.',
    );
  }
  await vscode.window.showTextDocument(previewUri(file, preview), {
    viewColumn: isPreview ? vscode.ViewColumn.Active : vscode.ViewColumn.Beside,
    preserveFocus: !isPreview,
    preview: true,
  });
}

/** The document that shows what a task file compiles to. */
export function previewUri(file: vscode.Uri, preview: Preview): vscode.Uri {
  const name = file.path.split('/').at(-1) ?? '';
  return vscode.Uri.from({
    scheme: PREVIEW_SCHEME,
    path: `/${preview}/${name} ${ENDINGS[preview]}`,
    query: file.toString(),
  });
}

function previewed({ path, query }: vscode.Uri): { preview: Preview; file: vscode.Uri } {
  const [, kind] = path.split('/');
  const preview = kind === 'complete' || kind === 'row' ? kind : 'instruct';
  return { preview, file: vscode.Uri.parse(query, true) };
}

function taskIdOf({ path }: vscode.Uri): string {
  return (path.split('/').at(-1) ?? '').replace(/\.py$/, '');
}
