import * as vscode from 'vscode';
import { commandId } from '../commands.js';
import type { OpenDatasets } from '../datasets/openDatasets.js';
import { onceATask, taskOfDocument } from './activeTask.js';
import { SCHEME } from './taskUri.js';

/** The documents that can hold a task. */
export const TASK_DOCUMENTS: vscode.DocumentSelector = [
  { scheme: SCHEME, language: 'python' },
  { scheme: 'file', language: 'python' },
];

/** Run, Coverage and Preview Prompts at the function, Run at its examples, Run and Debug at each test. */
export class TaskCodeLenses implements vscode.CodeLensProvider {
  readonly onDidChangeCodeLenses: vscode.Event<void>;

  constructor(private readonly datasets: OpenDatasets) {
    this.onDidChangeCodeLenses = datasets.onDidChange;
  }

  async provideCodeLenses(document: vscode.TextDocument): Promise<vscode.CodeLens[]> {
    const found = taskOfDocument(document.uri, this.datasets);
    if (!found || found.part === 'instruct' || found.shown.entry.hiddenBy) return [];
    const { shown, part } = found;
    const lenses: vscode.CodeLens[] = [];
    const add = (
      line: number,
      command: Parameters<typeof commandId>[0],
      title: string,
      method?: string,
    ): void => {
      lenses.push(
        new vscode.CodeLens(new vscode.Range(line, 0, line, 0), {
          title,
          command: commandId(command),
          arguments: [{ datasetId: shown.dataset.id, taskId: shown.entry.task.taskId, method }],
        }),
      );
    };

    const entryLine = part === 'tests' ? -1 : lineOfFunction(document, shown.entry.task.entryPoint);
    if (entryLine >= 0) {
      add(entryLine, 'runTask', '$(play) Run');
      add(entryLine, 'coverTask', '$(run-coverage) Coverage');
      add(
        entryLine,
        part === 'file' ? 'previewInstruct' : 'showInstruct',
        '$(comment) Preview Prompts',
      );
    }
    if (part === 'complete' || part === 'file') {
      const { writtenExamples } = await import('../../core/examples.js');
      const { entryPoint } = shown.entry.task;
      const [first] = writtenExamples({ code: document.getText(), test: '', entryPoint });
      if (first) add(first.line - 1, 'runExamples', '$(play) Run Examples');
    }
    if (part === 'tests' || part === 'file') {
      const { programSource } = await import('../testing/programSource.js');
      const source = await onceATask(programSource(shown));
      for (const { name, line } of source?.methods ?? []) {
        add(line - 1, 'runTask', '$(play) Run', name);
        add(line - 1, 'debugTask', '$(debug-alt) Debug', name);
      }
    }
    return lenses;
  }
}

/** The 0-based line of a top-level function's `def`, or -1. */
function lineOfFunction(document: vscode.TextDocument, name: string): number {
  return document
    .getText()
    .split(/\r?\n/)
    .findIndex((line) => line.startsWith(`def ${name}(`));
}
