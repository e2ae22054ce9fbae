import * as vscode from 'vscode';
import { partText } from '../../core/parts.js';
import type { OpenDatasets } from '../datasets/openDatasets.js';
import { parseTaskUri } from './taskUri.js';

/**
 * Serves the parts of a dataset's tasks as read-only files.
 * A file system rather than a text content provider: its documents have a breadcrumb and a lock.
 */
export class TaskFileSystem implements vscode.FileSystemProvider {
  readonly #changed = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  readonly onDidChangeFile = this.#changed.event;

  constructor(private readonly datasets: OpenDatasets) {}

  async stat(uri: vscode.Uri): Promise<vscode.FileStat> {
    const { bytes, openedAt } = await this.#read(uri);
    return {
      type: vscode.FileType.File,
      ctime: openedAt,
      mtime: openedAt,
      size: bytes.byteLength,
      permissions: vscode.FilePermission.Readonly,
    };
  }

  async readFile(uri: vscode.Uri): Promise<Uint8Array> {
    return (await this.#read(uri)).bytes;
  }

  /** Nothing changes on its own; a reloaded dataset's documents are announced by `refresh`. */
  watch(): vscode.Disposable {
    return new vscode.Disposable(() => undefined);
  }

  /** Has the open documents read again, after datasets changed. */
  refresh(): void {
    this.#changed.fire(
      vscode.workspace.textDocuments
        .filter(({ uri }) => parseTaskUri(uri) !== undefined)
        .map(({ uri }) => ({ type: vscode.FileChangeType.Changed, uri })),
    );
  }

  readDirectory(): [string, vscode.FileType][] {
    return [];
  }

  createDirectory(uri: vscode.Uri): never {
    throw vscode.FileSystemError.NoPermissions(uri);
  }

  writeFile(uri: vscode.Uri): never {
    throw vscode.FileSystemError.NoPermissions(uri);
  }

  delete(uri: vscode.Uri): never {
    throw vscode.FileSystemError.NoPermissions(uri);
  }

  rename(uri: vscode.Uri): never {
    throw vscode.FileSystemError.NoPermissions(uri);
  }

  dispose(): void {
    this.#changed.dispose();
  }

  async #read(uri: vscode.Uri): Promise<{ bytes: Uint8Array; openedAt: number }> {
    const named = parseTaskUri(uri);
    if (!named) throw vscode.FileSystemError.FileNotFound(uri);
    const shown = await this.datasets.findTask(named.ref);
    if (!shown) throw vscode.FileSystemError.FileNotFound(uri);
    return {
      bytes: new TextEncoder().encode(partText(shown.entry.task, named.part)),
      openedAt: shown.dataset.openedAt,
    };
  }
}
