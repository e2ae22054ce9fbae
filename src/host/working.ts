import * as vscode from 'vscode';
import { abortController } from '../node/abort.js';

/** Called with what goes on, in a few words. */
export type Tell = (what: string) => void;

/** Works under a notification that tells how it goes and can be cancelled. */
export async function working<T>(
  title: string,
  work: (tell: Tell, signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const location = vscode.ProgressLocation.Notification;
  return vscode.window.withProgress({ location, title, cancellable: true }, (progress, token) => {
    const abort = abortController();
    token.onCancellationRequested(() => {
      abort.abort();
    });
    const tell = (message: string): void => {
      progress.report({ message });
    };
    return work(tell, abort.signal);
  });
}
