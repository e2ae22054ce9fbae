import { readFile } from 'node:fs/promises';
import * as vscode from 'vscode';
import { datasetId, type OpenDatasets } from './openDatasets.js';
import { NOT_OURS } from '../notOurs.js';

const PYTHON_FILES = '**/*.py';
/** How many Python files a folder is searched for task files; a larger one is opened by command. */
const SEARCH_LIMIT = 2000;
const RELOAD_DELAY_MS = 300;

/** Shows each workspace folder that holds task files as a dataset, and reads it again when they change. */
export class WorkspaceTasks implements vscode.Disposable {
  readonly #watcher = vscode.workspace.createFileSystemWatcher(PYTHON_FILES);
  readonly #subscriptions: vscode.Disposable;
  #reloading: NodeJS.Timeout | undefined;

  constructor(
    private readonly datasets: OpenDatasets,
    private readonly log: vscode.LogOutputChannel,
  ) {
    const changed = (): void => {
      clearTimeout(this.#reloading);
      this.#reloading = setTimeout(() => void this.open(), RELOAD_DELAY_MS);
    };
    this.#subscriptions = vscode.Disposable.from(
      this.#watcher,
      this.#watcher.onDidCreate(changed),
      this.#watcher.onDidChange(changed),
      this.#watcher.onDidDelete(changed),
      vscode.workspace.onDidChangeWorkspaceFolders(changed),
    );
  }

  /** Opens, or reads again, every workspace folder that holds a task file; closes those that hold none. */
  async open(): Promise<void> {
    for (const folder of vscode.workspace.workspaceFolders ?? []) {
      if (folder.uri.scheme !== 'file') continue;
      try {
        const source = { kind: 'folder', path: folder.uri.fsPath } as const;
        if (await holdsTaskFile(folder)) await this.datasets.open(source, { closable: false });
        else await this.datasets.close(datasetId(source));
      } catch (error) {
        this.log.error(`Task files of ${folder.name} could not be read: ${String(error)}`);
      }
    }
  }

  dispose(): void {
    clearTimeout(this.#reloading);
    this.#subscriptions.dispose();
  }
}

async function holdsTaskFile(folder: vscode.WorkspaceFolder): Promise<boolean> {
  const files = await vscode.workspace.findFiles(
    new vscode.RelativePattern(folder, PYTHON_FILES),
    NOT_OURS,
    SEARCH_LIMIT,
  );
  for (const { fsPath } of files) {
    const text = await readFile(fsPath, 'utf8');
    if (/^def task_func\(/m.test(text) && /^class TestCases\b/m.test(text)) return true;
  }
  return false;
}
