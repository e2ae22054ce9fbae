import * as vscode from 'vscode';
import type { CoverageReport } from '../../shared/engineProtocol.js';
import { destination } from './coverage.js';
import type { ProgramSource } from './programSource.js';

interface MissedBranch {
  readonly line: number;
  /** Where it would have gone, in words. */
  readonly destination: string;
}

/**
 * Says behind a line which way was never taken from it, after a run with coverage.
 * VS Code's own mark of a missed branch shows only with inline coverage switched on.
 */
export class MissedBranches implements vscode.Disposable {
  readonly #mark = vscode.window.createTextEditorDecorationType({
    isWholeLine: true,
    after: {
      margin: '0 0 0 2em',
      color: new vscode.ThemeColor('editorWarning.foreground'),
      fontStyle: 'italic',
    },
    overviewRulerColor: new vscode.ThemeColor('editorWarning.foreground'),
    overviewRulerLane: vscode.OverviewRulerLane.Right,
  });
  readonly #missed = new Map<string, readonly MissedBranch[]>();
  readonly #subscriptions = vscode.Disposable.from(
    this.#mark,
    vscode.window.onDidChangeVisibleTextEditors((editors) => {
      editors.forEach((editor) => {
        this.#draw(editor);
      });
    }),
    // The lines are those of the text that was run.
    vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
      if (contentChanges.length > 0) this.#set(document.uri, []);
    }),
  );

  /** Replaces the marks of a task's solution by those of its newest run; none without coverage. */
  update(source: ProgramSource, report: CoverageReport | null): void {
    const missed = report?.missing_branches ?? [];
    this.#set(
      source.solutionUri,
      missed.map((branch) => ({
        line: source.locate(branch[0]).range.start.line,
        destination: destination(branch, source),
      })),
    );
  }

  /** Takes every mark away. */
  clear(): void {
    this.#missed.clear();
    this.#drawAll();
  }

  dispose(): void {
    this.#subscriptions.dispose();
  }

  #set(uri: vscode.Uri, missed: readonly MissedBranch[]): void {
    const key = uri.toString();
    if (missed.length === 0 && !this.#missed.has(key)) return;
    if (missed.length === 0) this.#missed.delete(key);
    else this.#missed.set(key, missed);
    this.#drawAll();
  }

  #drawAll(): void {
    vscode.window.visibleTextEditors.forEach((editor) => {
      this.#draw(editor);
    });
  }

  #draw(editor: vscode.TextEditor): void {
    const missed = this.#missed.get(editor.document.uri.toString()) ?? [];
    const byLine = new Map<number, MissedBranch[]>();
    for (const branch of missed) {
      byLine.set(branch.line, [...(byLine.get(branch.line) ?? []), branch]);
    }
    editor.setDecorations(
      this.#mark,
      [...byLine].map(([line, branches]) => {
        const ways = branches.map((branch) => branch.destination);
        return {
          range: new vscode.Range(line, 0, line, 0),
          hoverMessage: `No test goes from here ${ways.join(', nor ')}.`,
          renderOptions: { after: { contentText: `never ${ways.join(', never ')}` } },
        };
      }),
    );
  }
}
