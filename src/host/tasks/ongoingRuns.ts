import * as vscode from 'vscode';
import type { RunProgress } from '../../core/runProgress.js';
import { abortController } from '../../node/abort.js';

/** A request's runs at work, from one `begin` of `OngoingRuns` to `end`. */
export interface OngoingRun {
  /** Aborted once the runs are to stop. */
  readonly signal: AbortSignal;
  readonly stop: () => void;
  /** Says that one more of the runs has ended. */
  ended(passed: boolean): void;
  end(): void;
}

/** All requests whose runs go on, whoever made them: how far they are together, and the way to stop them. */
export class OngoingRuns implements vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<void>();
  readonly onDidChange = this.#changed.event;
  readonly #requests = new Map<AbortController, RunProgress>();

  /** How far the runs are; undefined where none goes on. */
  get progress(): RunProgress | undefined {
    if (this.#requests.size === 0) return undefined;
    return [...this.#requests.values()].reduce((sum, { total, done, failed }) => ({
      total: sum.total + total,
      done: sum.done + done,
      failed: sum.failed + failed,
    }));
  }

  /** Says that a request for `total` runs begins; whoever calls says when it has ended. */
  begin(total: number): OngoingRun {
    const abort = abortController();
    let progress: RunProgress = { total, done: 0, failed: 0 };
    const report = (): void => {
      this.#requests.set(abort, progress);
      this.#changed.fire();
    };
    report();
    return {
      signal: abort.signal,
      stop: () => {
        abort.abort();
      },
      ended: (passed) => {
        const { done, failed } = progress;
        progress = { total, done: done + 1, failed: failed + (passed ? 0 : 1) };
        report();
      },
      end: () => {
        this.#requests.delete(abort);
        this.#changed.fire();
      },
    };
  }

  /** Stops them all. */
  stop(): void {
    for (const abort of this.#requests.keys()) abort.abort();
  }

  dispose(): void {
    this.stop();
    this.#changed.dispose();
  }
}
