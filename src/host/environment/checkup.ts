import { availableParallelism } from 'node:os';
import * as vscode from 'vscode';
import type { Report } from '../../core/doctor/item.js';
import { CancelledError, UserError } from '../../core/errors.js';
import type { KeptLibraries } from '../../node/doctor/keptLibraries.js';
import type { OpenDatasets } from '../datasets/openDatasets.js';
import type { EngineService } from '../python/engineService.js';
import { resolveInterpreter } from '../python/interpreter.js';

/** The doctor's report on the chosen interpreter and the open datasets, made when it is asked for. */
export class Checkup implements vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<void>();
  /** The report, or how far the check is. */
  readonly onDidChange = this.#changed.event;
  readonly #subscriptions: vscode.Disposable;
  #report: Report | undefined;
  #progress: string | undefined;
  #isStale = true;
  #running: { readonly abort: AbortController; readonly ended: Promise<void> } | undefined;
  #kept: KeptLibraries | undefined;

  constructor(
    private readonly harnessDir: string,
    /** Where what is known of libraries is kept between sessions. */
    private readonly keptFile: string,
    private readonly datasets: OpenDatasets,
    private readonly engines: EngineService,
    private readonly log: vscode.LogOutputChannel,
  ) {
    const becomeStale = (): void => {
      this.#isStale = true;
      this.#changed.fire();
    };
    this.#subscriptions = vscode.Disposable.from(
      datasets.onDidChange(becomeStale),
      engines.onDidChangeState(({ kind }) => {
        // It was stopped: the interpreter or its settings are others now.
        if (kind === 'idle') becomeStale();
      }),
    );
  }

  /** The last report, where one was made and a dataset is open. */
  get report(): Report | undefined {
    return this.datasets.taskCount === 0 ? undefined : this.#report;
  }

  /** What a check is at; undefined while none is at work. */
  get progress(): string | undefined {
    return this.#progress;
  }

  /** Whether the interpreter or the datasets changed since the report, or none was made. */
  get isStale(): boolean {
    return this.#isStale && this.datasets.taskCount > 0 && vscode.workspace.isTrusted;
  }

  /**
   * Makes the report anew; a check that is at work is given up for it.
   * @throws {UserError} in a workspace that is not trusted, where nothing may be imported
   */
  async check(): Promise<void> {
    if (!vscode.workspace.isTrusted) {
      throw new UserError('The environment is checked only in a trusted workspace.');
    }
    this.cancel();
    const { abortController } = await import('../../node/abort.js');
    const abort = abortController();
    const ended = this.#check(abort.signal);
    const running = { abort, ended };
    this.#running = running;
    try {
      await ended;
    } finally {
      if (this.#running === running) {
        this.#running = undefined;
        this.#say(undefined);
      }
    }
  }

  /** Ends the check that is at work. */
  cancel(): void {
    this.#running?.abort.abort();
  }

  /** Drops the report: it tells of tasks that are hidden from now on. */
  forget(): void {
    this.cancel();
    this.#report = undefined;
    this.#isStale = true;
    this.#changed.fire();
  }

  dispose(): void {
    this.cancel();
    this.#subscriptions.dispose();
    this.#changed.dispose();
  }

  async #check(signal: AbortSignal): Promise<void> {
    this.#isStale = false;
    try {
      const report = await this.#examine(signal);
      if (!signal.aborted) this.#report = report;
    } catch (error) {
      if (!(error instanceof CancelledError)) throw error;
    }
  }

  async #examine(signal: AbortSignal): Promise<Report> {
    const { brokenReport, reportOf } = await import('../../core/doctor/report.js');
    const { gatherNeeds } = await import('../../node/doctor/gatherNeeds.js');
    const { lookAgain } = await import('../../node/doctor/lookAgain.js');
    const { KeptLibraries } = await import('../../node/doctor/keptLibraries.js');
    this.#kept ??= new KeptLibraries(this.keptFile);
    const started = performance.now();
    try {
      this.#say('Starting Python…');
      const { engine } = await this.engines.use();
      const ready = await engine.ready;
      this.#say('Reading the tasks…');
      const tasks = this.datasets.all.flatMap(({ dataset }) => dataset.tasks);
      const needs = await gatherNeeds(
        tasks.map(({ task }) => task),
        signal,
      );
      const facts = await lookAgain(needs, {
        pythonPath: ready.python.executable,
        harnessDir: this.harnessDir,
        workers: availableParallelism(),
        kept: this.#kept,
        signal,
        onProgress: (library, done, total) => {
          this.#say(`Importing ${library} (${String(done)} of ${String(total)})`);
        },
      });
      const spent = (performance.now() - started).toFixed(0);
      this.log.info(`Checked ${ready.python.executable} in ${spent} ms`);
      const timeoutSeconds = vscode.workspace
        .getConfiguration('bigcodebench.run')
        .get('timeout', 240);
      return reportOf({ needs, facts, engine: ready, timeoutSeconds });
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      const path = await resolveInterpreter().then(
        (interpreter) => interpreter.path,
        () => 'Python',
      );
      return brokenReport(path, error.message);
    }
  }

  #say(progress: string | undefined): void {
    this.#progress = progress;
    this.#changed.fire();
  }
}
