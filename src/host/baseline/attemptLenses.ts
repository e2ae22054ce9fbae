import * as vscode from 'vscode';
import { commandId, type Command } from '../commands.js';
import type { Attempts } from './attempts.js';

/** The files that can be an attempt's. */
export const ATTEMPT_DOCUMENTS: vscode.DocumentSelector = {
  scheme: 'file',
  language: 'python',
  pattern: '**/*.attempts/*/*.py',
};

/** Run Examples, Run Tests and Submit at the function of the attempt at work. */
export class AttemptLenses implements vscode.CodeLensProvider, vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<void>();
  readonly onDidChangeCodeLenses = this.#changed.event;
  readonly #subscription: vscode.Disposable;
  #shown = '';

  constructor(private readonly attempts: Attempts) {
    this.#subscription = attempts.onDidChange(() => {
      // It also tells of every second, in which the lenses do not change.
      const shown = JSON.stringify([attempts.current?.file, attempts.testRunsLeft]);
      if (shown === this.#shown) return;
      this.#shown = shown;
      this.#changed.fire();
    });
  }

  provideCodeLenses(document: vscode.TextDocument): vscode.CodeLens[] {
    const attempt = this.attempts.current;
    if (attempt?.file.toString() !== document.uri.toString()) return [];
    const head = `def ${attempt.entryPoint}(`;
    const line = document
      .getText()
      .split(/\r?\n/)
      .findIndex((text) => text.startsWith(head));
    const at = new vscode.Range(Math.max(0, line), 0, Math.max(0, line), 0);
    const lens = (command: Command, title: string): vscode.CodeLens =>
      new vscode.CodeLens(at, { title, command: commandId(command) });
    const { runs } = attempt.place.study.study;
    const left = this.attempts.testRunsLeft;
    return [
      ...(runs.kind === 'none' ? [] : [lens('attemptExamples', '$(play) Run Examples')]),
      ...(runs.kind === 'tests'
        ? [lens('attemptTests', `$(beaker) Run Tests (${left} left)`)]
        : []),
      lens('submitAttempt', '$(pass) Submit'),
    ];
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#changed.dispose();
  }
}
