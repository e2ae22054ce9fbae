import * as vscode from 'vscode';
import type { StructureProblem } from '../../core/structure/problems.js';
import { isTaskFile, PYTHON_FILES } from './taskFiles.js';

const DELAY_MS = 150;
const SOURCE = 'BigCodeBench';

/** Marks in task files what their structure lacks, as they are written, and offers to mend it. */
export class StructureDiagnostics implements vscode.CodeActionProvider, vscode.Disposable {
  readonly #problems = vscode.languages.createDiagnosticCollection('bigcodebench.structure');
  readonly #waiting = new Map<string, NodeJS.Timeout>();
  readonly #subscriptions: vscode.Disposable;

  /** @param isInProject whether a file is one of a curation project's, whatever it holds */
  constructor(private readonly isInProject: (path: string) => boolean) {
    this.#subscriptions = vscode.Disposable.from(
      vscode.languages.registerCodeActionsProvider(PYTHON_FILES, this, {
        providedCodeActionKinds: [vscode.CodeActionKind.QuickFix],
      }),
      vscode.workspace.onDidOpenTextDocument((document) => void this.#check(document)),
      vscode.workspace.onDidChangeTextDocument(({ document }) => {
        this.#checkSoon(document);
      }),
      vscode.workspace.onDidCloseTextDocument(({ uri }) => {
        this.#problems.delete(uri);
      }),
    );
    for (const document of vscode.workspace.textDocuments) void this.#check(document);
  }

  async provideCodeActions(
    document: vscode.TextDocument,
    range: vscode.Range,
  ): Promise<vscode.CodeAction[]> {
    if (!isTaskFile(document, this.isInProject)) return [];
    return (await problemsOf(document)).flatMap((problem) => {
      const diagnostic = diagnosticOf(document, problem);
      if (!problem.fix || !diagnostic.range.intersection(range)) return [];
      const action = new vscode.CodeAction(problem.fix.title, vscode.CodeActionKind.QuickFix);
      action.diagnostics = [diagnostic];
      action.edit = new vscode.WorkspaceEdit();
      action.edit.set(
        document.uri,
        problem.fix.edits.map(({ from, to, text }) =>
          vscode.TextEdit.replace(rangeOf(document, from, to), text),
        ),
      );
      return [action];
    });
  }

  dispose(): void {
    for (const timer of this.#waiting.values()) clearTimeout(timer);
    this.#subscriptions.dispose();
    this.#problems.dispose();
  }

  #checkSoon(document: vscode.TextDocument): void {
    const key = document.uri.toString();
    clearTimeout(this.#waiting.get(key));
    const timer = setTimeout(() => {
      this.#waiting.delete(key);
      void this.#check(document);
    }, DELAY_MS);
    this.#waiting.set(key, timer);
  }

  async #check(document: vscode.TextDocument): Promise<void> {
    if (!isTaskFile(document, this.isInProject)) {
      this.#problems.delete(document.uri);
      return;
    }
    const problems = await problemsOf(document);
    if (document.isClosed) return;
    this.#problems.set(
      document.uri,
      problems.map((problem) => diagnosticOf(document, problem)),
    );
  }
}

async function problemsOf(document: vscode.TextDocument): Promise<readonly StructureProblem[]> {
  // It brings the Python parser along, which activation need not wait for.
  const { structureProblems } = await import('../../core/structure/problems.js');
  return structureProblems(document.getText());
}

function diagnosticOf(
  document: vscode.TextDocument,
  { code, message, severity, from, to }: StructureProblem,
): vscode.Diagnostic {
  const { Error, Warning } = vscode.DiagnosticSeverity;
  const diagnostic = new vscode.Diagnostic(
    rangeOf(document, from, to),
    message,
    severity === 'error' ? Error : Warning,
  );
  diagnostic.source = SOURCE;
  diagnostic.code = code;
  return diagnostic;
}

function rangeOf(document: vscode.TextDocument, from: number, to: number): vscode.Range {
  return new vscode.Range(document.positionAt(from), document.positionAt(to));
}
