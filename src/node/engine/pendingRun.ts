import { CancelledError } from '../../core/errors.js';
import type { Program, RunListener, RunOptions, RunResult } from '../../core/engine.js';
import type { RunFinished, RunRequest, TestOutcome } from '../../shared/engineProtocol.js';

/** A run that was asked for and has no verdict yet. */
export class PendingRun {
  readonly request: RunRequest;
  readonly result: Promise<RunResult>;
  /** The engine in force has been told of it. */
  isSent = false;
  /** It has its process. */
  isStarted = false;
  readonly #listener: RunListener;
  #tests: TestOutcome[] = [];
  #resolve!: (result: RunResult) => void;
  #reject!: (error: Error) => void;

  constructor(run: string, program: Program, options: RunOptions, listener: RunListener) {
    this.#listener = listener;
    this.request = {
      type: 'run',
      run,
      code: program.code,
      test: program.test,
      entry_point: program.entryPoint,
      timeout_s: options.timeoutSeconds,
      coverage: options.coverage,
      mode: options.mode ?? 'tests',
      ...(options.only && { only: options.only }),
      ...(options.shuffle !== undefined && { shuffle: options.shuffle }),
      ...(options.debug && { debug: options.debug }),
    };
    this.result = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
  }

  started(): void {
    this.isStarted = true;
    this.#listener.started?.();
  }

  test(outcome: TestOutcome): void {
    this.#tests.push(outcome);
    this.#listener.test?.(outcome);
  }

  /** Forgets what has happened: the engine in which it did is gone. */
  rewind(): void {
    this.isSent = false;
    this.isStarted = false;
    this.#tests = [];
  }

  finish(verdict: RunFinished): void {
    this.#resolve({ ...verdict, tests: this.#tests });
  }

  /** The verdict on a program that has ended the engine itself. */
  blame(how: string): void {
    this.#resolve({
      status: 'fail',
      official: null,
      cause: 'tampered',
      message: `The engine itself ended while this program ran alone in it (${how}).`,
      module: null,
      frames: [],
      tests_run: this.#tests.length,
      duration_s: 0,
      startup_s: 0,
      times: { launch_s: 0, imports_s: 0, coverage_s: 0, ending_s: 0, tests_cpu_s: 0 },
      details: {},
      stdout: '',
      stderr: '',
      output_cut: false,
      coverage: null,
      tests: this.#tests,
    });
  }

  cancel(): void {
    this.#reject(new CancelledError());
  }

  fail(error: Error): void {
    this.#reject(error);
  }
}
