import * as vscode from 'vscode';
import { reportError } from './commands.js';

/** What every area of the extension is built on. */
export interface Basis {
  readonly context: vscode.ExtensionContext;
  readonly log: vscode.LogOutputChannel;
  /** Has a part disposed with the extension, and returns it. */
  readonly own: <T extends vscode.Disposable>(part: T) => T;
  /** Tells the user of an error. */
  readonly report: (error: unknown) => void;
  /** Lets work go on by itself; its error is reported. */
  readonly inBackground: (work: Promise<void>) => void;
  /** The path of a file or folder that comes with the extension. */
  readonly shipped: (name: string) => string;
  /** The path of one that all windows share. */
  readonly shared: (...names: readonly string[]) => string;
  /** The path of one of this workspace's, or a shared one where no folder is open. */
  readonly ofWorkspace: (name: string) => string;
}

export function basisOf(context: vscode.ExtensionContext): Basis {
  const own = <T extends vscode.Disposable>(part: T): T => {
    context.subscriptions.push(part);
    return part;
  };
  const log = own(vscode.window.createOutputChannel('BigCodeBench', { log: true }));
  const report = (error: unknown): void => {
    reportError(error, log);
  };
  const pathIn = (folder: vscode.Uri, ...names: readonly string[]): string =>
    vscode.Uri.joinPath(folder, ...names).fsPath;
  return {
    context,
    log,
    own,
    report,
    inBackground: (work) => {
      work.catch(report);
    },
    shipped: (name) => pathIn(context.extensionUri, name),
    shared: (...names) => pathIn(context.globalStorageUri, ...names),
    ofWorkspace: (name) => pathIn(context.storageUri ?? context.globalStorageUri, name),
  };
}
