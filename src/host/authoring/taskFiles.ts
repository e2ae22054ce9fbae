import * as vscode from 'vscode';
import { ATTEMPTS_ENDING } from '../../core/baseline/studyNames.js';

/** Python on disk or not yet saved: dataset documents are read-only and have nothing to mend. */
export const PYTHON_FILES: vscode.DocumentSelector = [
  { language: 'python', scheme: 'file' },
  { language: 'python', scheme: 'untitled' },
];

const LOOKS_LIKE_TASK = /^(?:async\s+)?def\s+task_func\b|^class\s+TestCases\b/m;

/** Whether a document is a task file, or on its way to become one. */
export function isTaskFile(
  document: vscode.TextDocument,
  isInProject: (path: string) => boolean,
): boolean {
  if (vscode.languages.match(PYTHON_FILES, document) === 0) return false;
  // Files elsewhere are not for writing tasks: a cross-check's, say, whose tests are hidden.
  const { uri, isUntitled } = document;
  if (!isUntitled && !vscode.workspace.getWorkspaceFolder(uri)) return false;
  // What solvers of a study write has no tests of its own.
  if (uri.path.includes(`${ATTEMPTS_ENDING}/`)) return false;
  return LOOKS_LIKE_TASK.test(document.getText()) || isInProject(document.uri.fsPath);
}
