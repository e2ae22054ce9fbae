import * as vscode from 'vscode';
import type { DatasetSource } from '../../core/dataset.js';
import { datasetId, type OpenDatasets } from './openDatasets.js';

const PYTHON_FILES = '**/*.py';
/**
 * How many Python files of a folder are searched for the first task file. A folder with one is read
 * whole; a large one without any is not, and can be opened by command.
 */
const SEARCH_LIMIT = 2000;
const RELOAD_DELAY_MS = 300;

type FolderSource = Extract<DatasetSource, { kind: 'folder' }>;

/** Shows each workspace folder that holds task files as a dataset, and reads it again when they change. */
export class WorkspaceTasks implements vscode.Disposable {
  readonly #watcher = vscode.workspace.createFileSystemWatcher(PYTHON_FILES);
  readonly #subscriptions: vscode.Disposable;
  /** The ids of the datasets that are on show for a folder's sake. */
  readonly #shown = new Set<string>();
  #reloading: NodeJS.Timeout | undefined;
  #opening = Promise.resolve();

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

  /**
   * Opens, or reads again, every workspace folder that holds a task file; closes those that hold
   * none, and those that are no more in the workspace.
   */
  open(folders = vscode.workspace.workspaceFolders ?? []): Promise<void> {
    // One after the other: what was found out before a change must not be acted on after it.
    this.#opening = this.#opening.then(() => this.#openAll(folders));
    return this.#opening;
  }

  dispose(): void {
    clearTimeout(this.#reloading);
    this.#subscriptions.dispose();
  }

  async #openAll(folders: readonly vscode.WorkspaceFolder[]): Promise<void> {
    const sources = folders
      .filter(({ uri }) => uri.scheme === 'file')
      .map(({ uri }): FolderSource => ({ kind: 'folder', path: uri.fsPath }));
    const present = new Set(sources.map(datasetId));
    for (const id of this.#shown) if (!present.has(id)) await this.#close(id);
    for (const source of sources) {
      try {
        await this.#show(source);
      } catch (error) {
        this.log.error(`Task files of ${source.path} could not be read: ${String(error)}`);
      }
    }
  }

  async #show(source: FolderSource): Promise<void> {
    const id = datasetId(source);
    const { holdsTask } = await import('../../node/datasets/taskFolder.js');
    if (!this.datasets.get(id) && !(await holdsTask(source.path, SEARCH_LIMIT))) return;
    // What the user has opened stays the user's to close.
    const closable = this.datasets.get(id)?.closable ?? false;
    const { dataset } = await this.datasets.open(source, { closable });
    if (closable) return;
    this.#shown.add(id);
    // One that is half a task at the moment is refused, and shown as that.
    if (dataset.tasks.length + dataset.refusedCount === 0) await this.#close(id);
  }

  async #close(id: string): Promise<void> {
    this.#shown.delete(id);
    await this.datasets.close(id);
  }
}
