import * as vscode from 'vscode';
import type { Refusal } from '../../core/dataset.js';
import type { CurationProjects } from './curationProjects.js';

/** Marks the task files of projects that cannot be read, open or not, where they stop being text. */
export class RefusedFiles implements vscode.Disposable {
  readonly #problems = vscode.languages.createDiagnosticCollection('bigcodebench.refused');
  readonly #subscription: vscode.Disposable;

  constructor(projects: CurationProjects) {
    this.#subscription = projects.onDidChange(() => {
      const refusals = projects.tasks.flatMap(({ refusal }) => refusal ?? []);
      this.#problems.clear();
      for (const refusal of refusals) {
        this.#problems.set(vscode.Uri.file(refusal.file), [problemOf(refusal)]);
      }
    });
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#problems.dispose();
  }
}

/** Saved as an editor shows it at first, a file in another encoding would lose what that cannot show. */
const HOW_TO_SAVE =
  'First have the editor show it as it was written (“Change File Encoding”, “Reopen with Encoding”), then “Save with Encoding”.';

function problemOf(refusal: Refusal): vscode.Diagnostic {
  const problem = new vscode.Diagnostic(
    rangeOf(refusal),
    refusal.line === undefined
      ? `This file of a task ${refusal.reason}`
      : `This task cannot be read: ${refusal.reason} ${HOW_TO_SAVE}`,
  );
  problem.source = 'BigCodeBench';
  problem.code = 'refused';
  return problem;
}

/** The line that a refusal names, all of it. */
export function rangeOf({ line = 1 }: Refusal): vscode.Range {
  return new vscode.Range(line - 1, 0, line, 0);
}
