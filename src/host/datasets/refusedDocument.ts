import * as vscode from 'vscode';
import { refusalText, refusedWords } from '../../core/refusal.js';
import type { OpenDataset, OpenDatasets } from './openDatasets.js';

/** The scheme of documents that list what datasets have refused. */
const SCHEME = 'bcb-refused';

/** Serves what each open dataset has refused, one problem a line, as it is after its last reading. */
export function serveRefused(datasets: OpenDatasets): vscode.Disposable {
  const changed = new vscode.EventEmitter<vscode.Uri>();
  return vscode.Disposable.from(
    changed,
    datasets.onDidChange(() => {
      for (const { uri } of vscode.workspace.textDocuments) {
        if (uri.scheme === SCHEME) changed.fire(uri);
      }
    }),
    vscode.workspace.registerTextDocumentContentProvider(SCHEME, {
      onDidChange: changed.event,
      provideTextDocumentContent: ({ query }) => {
        const opened = datasets.all.find(({ id }) => id === query);
        return opened ? refusedText(opened) : 'This dataset is no longer open.\n';
      },
    }),
  );
}

export async function showRefused({ dataset, id }: OpenDataset): Promise<void> {
  const path = `/${dataset.label.replaceAll('/', '-')} Refused.log`;
  await vscode.window.showTextDocument(vscode.Uri.from({ scheme: SCHEME, path, query: id }));
}

function refusedText({ dataset }: OpenDataset): string {
  const { short } = refusedWords(dataset);
  return [`${dataset.label}: ${short}`, '', ...dataset.refused.map(refusalText), ''].join('\n');
}
