import * as vscode from 'vscode';
import type { RunResult } from '../../core/engine.js';
import { exampleFate } from '../../core/exampleFates.js';
import type { TestOutcome } from '../../shared/engineProtocol.js';

/** Marks the examples of an attempt's docstring that are not true yet, until the file changes. */
export class ExampleMarks implements vscode.Disposable {
  readonly #marks = vscode.languages.createDiagnosticCollection('bigcodebench.attempt');
  readonly #subscription = vscode.workspace.onDidChangeTextDocument(({ document }) => {
    this.#marks.delete(document.uri);
  });

  /** @param result of a run of the file's text, whose lines are the file's */
  show(file: vscode.Uri, { tests, frames, message, status }: RunResult): void {
    const marks = tests.flatMap((outcome) => {
      const text = reasonOf(outcome);
      return text === undefined ? [] : [mark(outcome.example?.line ?? 1, text)];
    });
    const [place] = frames.toReversed();
    if (tests.length === 0 && status !== 'pass' && place) marks.push(mark(place.line, message));
    this.#marks.set(file, marks);
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#marks.dispose();
  }
}

function mark(line: number, text: string): vscode.Diagnostic {
  const range = new vscode.Range(line - 1, 0, line - 1, Number.MAX_SAFE_INTEGER);
  const diagnostic = new vscode.Diagnostic(range, text);
  diagnostic.source = 'BigCodeBench example';
  return diagnostic;
}

/** Why an example is not true; nothing for one that is, or that was not run. */
function reasonOf(outcome: TestOutcome): string | undefined {
  const { example, message } = outcome;
  switch (exampleFate(outcome)) {
    case 'mismatched':
      return example ? `Expected:\n${example.expected ?? ''}\nGot:\n${example.got ?? ''}` : message;
    case 'raising':
      return message;
    default:
      return undefined;
  }
}
