import * as vscode from 'vscode';
import { abortController } from '../node/abort.js';

/** Called with what goes on, in a few words, and how far it is, from 0 to 1, where that is known. */
export type Tell = (what: string, fraction?: number) => void;

const { Notification } = vscode.ProgressLocation;

/**
 * Works and tells how it goes: under a notification, which can be cancelled, or elsewhere.
 * @param work throws a `CancelledError` once its signal is aborted
 */
export async function working<T>(
  title: string,
  work: (tell: Tell, signal: AbortSignal) => Promise<T>,
  location: vscode.ProgressOptions['location'] = Notification,
): Promise<T> {
  const cancellable = location === Notification;
  return vscode.window.withProgress({ location, title, cancellable }, async (progress, token) => {
    const abort = abortController();
    const listener = token.onCancellationRequested(() => {
      abort.abort();
    });
    let done = 0;
    const tell: Tell = (message, fraction = done) => {
      progress.report({ message, increment: 100 * (fraction - done) });
      done = fraction;
    };
    try {
      return await work(tell, abort.signal);
    } finally {
      listener.dispose();
    }
  });
}
