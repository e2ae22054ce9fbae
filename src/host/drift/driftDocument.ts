import * as vscode from 'vscode';
import { driftMarkdown } from '../../core/drift/report.js';
import type { Drifts } from './drifts.js';

/** The scheme of the document that shows drift as tables. */
const SCHEME = 'bcb-drift';
const DOCUMENT = vscode.Uri.from({ scheme: SCHEME, path: '/Drift.md' });

/** Serves the drift on show as a Markdown document. */
export function serveDriftDocument(drifts: Drifts): vscode.Disposable {
  const changed = new vscode.EventEmitter<vscode.Uri>();
  return vscode.Disposable.from(
    changed,
    drifts.onDidChange(() => {
      changed.fire(DOCUMENT);
    }),
    vscode.workspace.registerTextDocumentContentProvider(SCHEME, {
      onDidChange: changed.event,
      provideTextDocumentContent: () =>
        drifts.shown ? driftMarkdown(drifts.shown) : 'No drift is on show.\n',
    }),
  );
}

/** Opens the document as Markdown is read, or its text where nothing renders Markdown. */
export async function showDriftDocument(): Promise<void> {
  const isRendered = vscode.extensions.getExtension('vscode.markdown-language-features');
  await vscode.commands.executeCommand(
    isRendered ? 'markdown.showPreview' : 'vscode.open',
    DOCUMENT,
  );
}
