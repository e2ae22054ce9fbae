import type { Engine, Program, RunListener, RunOptions, RunResult } from '../../core/engine.js';
import type { ModuleShares } from '../../core/importedModules.js';
import { CancelledError, UserError } from '../../core/errors.js';
import type { EngineEvent, EngineReady } from '../../shared/engineProtocol.js';
import type { EngineOptions } from './createEngine.js';
import type { EngineCommand } from './engineCommand.js';
import { describeEnd, repeatedFailure, startFailure } from './endMessages.js';
import { EngineProcess, type EngineEnd } from './engineProcess.js';
import { PendingRun } from './pendingRun.js';

const MOST_IDLE_DEATHS = 3;

/**
 * The engine, whichever process it happens to be in.
 *
 * A program can kill the process that judges it. Then a new one is started. The runs that were at
 * work are suspects: each is run once more, alone, and the one during which the engine ends again
 * gets that as its verdict. All other runs go on as if nothing had happened.
 */
export class PythonEngine implements Engine {
  readonly ready: Promise<EngineReady>;
  readonly #command: EngineCommand;
  readonly #log: EngineOptions['log'];
  readonly #runs = new Map<string, PendingRun>();
  readonly #inspections = new Map<string, Inspection>();
  #process: EngineProcess;
  #isReady = false;
  #wasReady = false;
  #suspects: string[] = [];
  #toPreload: ModuleShares = new Map();
  #hasPreloaded = false;
  #idleDeaths = 0;
  #numbered = 0;
  /** Why nothing works any more. */
  #failure: Error | undefined;
  #resolveReady!: (ready: EngineReady) => void;
  #rejectReady!: (error: Error) => void;

  constructor(command: EngineCommand, log: EngineOptions['log']) {
    this.#command = command;
    this.#log = log;
    this.ready = new Promise((resolve, reject) => {
      this.#resolveReady = resolve;
      this.#rejectReady = reject;
    });
    // Who only runs programs hears of a failure from `run`.
    this.ready.catch(() => undefined);
    this.#process = this.#start();
  }

  async run(
    program: Program,
    options: RunOptions,
    listener: RunListener = {},
    signal?: AbortSignal,
  ): Promise<RunResult> {
    if (this.#failure) throw this.#failure;
    if (signal?.aborted) throw new CancelledError();
    const id = this.#nextId();
    const run = new PendingRun(id, program, options, listener);
    const cancel = (): void => {
      this.#cancel(id);
    };
    signal?.addEventListener('abort', cancel);
    this.#runs.set(id, run);
    this.#dispatch();
    try {
      return await run.result;
    } finally {
      signal?.removeEventListener('abort', cancel);
    }
  }

  async missingModules(modules: readonly string[]): Promise<readonly string[]> {
    return (await this.#inspect(modules)).missing;
  }

  async isOutdated(): Promise<boolean> {
    if (this.#runs.size > 0) return false;
    const { packages } = await this.#inspect([]);
    return this.#runs.size === 0 && packages !== (await this.ready).packages;
  }

  preload(modules: ModuleShares): void {
    this.#toPreload = modules;
    this.#hasPreloaded = false;
    this.#dispatch();
  }

  dispose(): void {
    this.#giveUp(new CancelledError());
    this.#process.close();
  }

  async #inspect(modules: readonly string[]): Promise<Inspected> {
    if (this.#failure) throw this.#failure;
    const id = this.#nextId();
    return new Promise((resolve, reject) => {
      this.#inspections.set(id, { modules, isSent: false, resolve, reject });
      this.#dispatch();
    });
  }

  #start(): EngineProcess {
    this.#isReady = false;
    this.#hasPreloaded = false;
    for (const inspection of this.#inspections.values()) inspection.isSent = false;
    for (const run of this.#runs.values()) run.rewind();
    return new EngineProcess(this.#command, this.#log, {
      event: (event) => {
        this.#take(event);
      },
      ended: (end) => {
        this.#ended(end);
      },
    });
  }

  /** Tells the engine of whatever it may know now. */
  #dispatch(): void {
    if (!this.#isReady || this.#failure) return;
    for (const [inspect, inspection] of this.#inspections) {
      if (inspection.isSent) continue;
      inspection.isSent = true;
      this.#process.send({ type: 'inspect', inspect, modules: inspection.modules });
    }
    const [suspect] = this.#suspects;
    if (suspect !== undefined) {
      this.#send(this.#runs.get(suspect));
      return;
    }
    for (const run of this.#runs.values()) this.#send(run);
    if (!this.#hasPreloaded && this.#toPreload.size > 0) {
      this.#hasPreloaded = true;
      this.#process.send({ type: 'preload', modules: Object.fromEntries(this.#toPreload) });
    }
  }

  #send(run: PendingRun | undefined): void {
    if (!run || run.isSent) return;
    run.isSent = true;
    this.#process.send(run.request);
  }

  #take(event: EngineEvent): void {
    switch (event.type) {
      case 'ready':
        this.#isReady = this.#wasReady = true;
        this.#resolveReady(event);
        this.#dispatch();
        break;
      case 'started':
        this.#runs.get(event.run)?.started();
        break;
      case 'test':
        this.#runs.get(event.run)?.test(event.test);
        break;
      case 'finished':
        this.#idleDeaths = 0;
        this.#runs.get(event.run)?.finish(event);
        this.#forget(event.run);
        break;
      case 'cancelled':
        // Whoever wanted that has forgotten the run by now. Of others an engine says so that
        // ends in order, on a signal or for an error of its own: they are done again in the next.
        break;
      case 'inspected':
        this.#inspections.get(event.inspect)?.resolve(event);
        this.#inspections.delete(event.inspect);
        break;
      case 'refused':
        this.#refused(event.request, event.message);
        break;
      case 'log':
        this.#log(event.level, event.message);
        break;
    }
  }

  #cancel(id: string): void {
    const run = this.#runs.get(id);
    if (!run) return;
    if (run.isSent) this.#process.send({ type: 'cancel', run: id });
    run.cancel();
    this.#forget(id);
  }

  #forget(id: string): void {
    this.#runs.delete(id);
    if (!this.#suspects.includes(id)) return;
    this.#suspects = this.#suspects.filter((suspect) => suspect !== id);
    this.#dispatch();
  }

  /** A request of ours that the engine does not understand is a defect. */
  #refused(request: string | null, message: string): void {
    const error = new Error(`The engine refused a request: ${message}`);
    this.#log('error', error.message);
    if (request === null) return;
    this.#runs.get(request)?.fail(error);
    this.#inspections.get(request)?.reject(error);
    this.#inspections.delete(request);
    this.#forget(request);
  }

  #ended(end: EngineEnd): void {
    if (this.#failure) return;
    // Without a Python to start it in, its environment was deleted, there is no use in trying again.
    if (!this.#wasReady || end.spawnError !== undefined) {
      this.#giveUp(new UserError(startFailure(this.#command, end)));
      return;
    }
    this.#log('warning', `The engine ended (${describeEnd(end)}); starting it again.`);
    const atWork = [...this.#runs.values()].filter((run) => run.isStarted);
    if (atWork.length === 0) {
      // No program is to blame. What was being imported may be.
      this.#toPreload = new Map();
      this.#idleDeaths += 1;
      if (this.#idleDeaths === MOST_IDLE_DEATHS) {
        this.#giveUp(new UserError(repeatedFailure(this.#command.pythonPath, end)));
        return;
      }
    }
    this.#suspect(atWork, end);
    this.#process = this.#start();
  }

  #suspect(atWork: readonly PendingRun[], end: EngineEnd): void {
    const [alone] = this.#suspects;
    const culprit = atWork.find((run) => run.request.run === alone);
    if (culprit) {
      this.#forget(culprit.request.run);
      culprit.blame(describeEnd(end));
    } else {
      this.#suspects = atWork.map((run) => run.request.run);
    }
  }

  #giveUp(error: Error): void {
    if (this.#failure) return;
    this.#failure = error;
    this.#rejectReady(error);
    for (const run of this.#runs.values()) run.fail(error);
    for (const inspection of this.#inspections.values()) inspection.reject(error);
    this.#runs.clear();
    this.#inspections.clear();
  }

  #nextId(): string {
    this.#numbered += 1;
    return String(this.#numbered);
  }
}

type Inspected = Extract<EngineEvent, { type: 'inspected' }>;

/** A question about modules that has no answer yet. */
interface Inspection {
  readonly modules: readonly string[];
  isSent: boolean;
  readonly resolve: (answer: Inspected) => void;
  readonly reject: (error: Error) => void;
}
