import * as vscode from 'vscode';
import type { TaskPart } from '../../core/parts.js';
import type { TaskRef } from '../datasets/openDatasets.js';

/** The scheme of a dataset's read-only documents. */
export const SCHEME = 'bcb';

const NAMES: Readonly<Record<TaskPart, string>> = {
  complete: 'Complete.py',
  instruct: 'Instruct',
  solution: 'Solution.py',
  tests: 'Tests.py',
};
const PARTS: readonly TaskPart[] = ['complete', 'instruct', 'solution', 'tests'];

/**
 * The document of one part of a task: `bcb://<dataset id>/<label>/<task id>/<task id> <Part>`.
 * The last name stands on the tab; the folders make the breadcrumb.
 */
export function taskUri(ref: TaskRef, label: string, part: TaskPart): vscode.Uri {
  const short = ref.taskId.replaceAll('/', '-');
  return vscode.Uri.from({
    scheme: SCHEME,
    authority: ref.datasetId,
    path: `/${label}/${ref.taskId}/${short} ${NAMES[part]}`,
  });
}

/** What a document's URI names, or `undefined` where it is none of ours. */
export function parseTaskUri(uri: vscode.Uri): { ref: TaskRef; part: TaskPart } | undefined {
  if (uri.scheme !== SCHEME) return undefined;
  const [, , ...rest] = uri.path.split('/');
  const name = rest.pop();
  const part = PARTS.find((candidate) => name?.endsWith(` ${NAMES[candidate]}`));
  if (part === undefined || rest.length === 0) return undefined;
  return { ref: { datasetId: uri.authority, taskId: rest.join('/') }, part };
}
