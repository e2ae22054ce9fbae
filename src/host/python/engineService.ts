import { availableParallelism } from 'node:os';
import * as vscode from 'vscode';
import { CancelledError, messageOf } from '../../core/errors.js';
import { modulesByUse } from '../../core/importedModules.js';
import {
  environmentOfEngine,
  type PythonEnvironment,
} from '../../core/environments/pythonEnvironment.js';
import type { Engine } from '../../core/engine.js';
import type {
  EngineOptions,
  IsolationLevel,
  NetworkAccess,
} from '../../node/engine/createEngine.js';
import type { EngineReady } from '../../shared/engineProtocol.js';
import type { OpenDatasets } from '../datasets/openDatasets.js';
import { describeIsolation } from './describeIsolation.js';
import { onInterpreterChange, resolveInterpreter, type Interpreter } from './interpreter.js';

/** What the status bar says of the engine. */
export type EngineState =
  | { readonly kind: 'idle' }
  | { readonly kind: 'starting' }
  | { readonly kind: 'ready'; readonly interpreter: Interpreter; readonly engine: EngineReady }
  | { readonly kind: 'failed'; readonly reason: string };

/** An engine that is ready to judge programs. */
export interface EngineInUse {
  readonly engine: Engine;
  readonly interpreter: Interpreter;
  readonly workers: number;
  readonly environment: PythonEnvironment;
}

/** One engine for the chosen interpreter, started when first needed and anew when the choice changes. */
export class EngineService implements vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<EngineState>();
  readonly onDidChangeState = this.#changed.event;
  readonly #subscriptions: vscode.Disposable;
  /** The modules that each engine was asked to import ahead. */
  readonly #preloaded = new WeakMap<Engine, ReadonlySet<string>>();
  #state: EngineState = { kind: 'idle' };
  #current: { readonly starting: Promise<EngineInUse>; engine?: Engine } | undefined;

  constructor(
    private readonly harnessDir: string,
    private readonly datasets: OpenDatasets,
    private readonly log: vscode.LogOutputChannel,
  ) {
    this.#subscriptions = vscode.Disposable.from(
      onInterpreterChange(() => {
        const wasInUse = this.#state.kind !== 'idle';
        this.#stop();
        // The state tells of a failure.
        if (wasInUse) this.use().catch(() => undefined);
      }),
      datasets.onDidChange(() => {
        const engine = this.#current?.engine;
        if (engine && this.#state.kind === 'ready') this.#preload(engine);
      }),
    );
  }

  get state(): EngineState {
    return this.#state;
  }

  /**
   * The engine of the interpreter in force, started anew where packages were installed since.
   * @throws {UserError} where there is no interpreter that can run it
   */
  async use(): Promise<EngineInUse> {
    await this.#stopOutdated();
    if (!this.#current) {
      const current: { starting: Promise<EngineInUse>; engine?: Engine } = {
        starting: this.#start((engine) => {
          current.engine = engine;
          // The choice has changed while the interpreter was looked for.
          if (this.#current !== current) engine.dispose();
        }),
      };
      this.#current = current;
      current.starting.catch(() => {
        // The next use tries again: the user may have mended the cause.
        if (this.#current === current) this.#current = undefined;
      });
    }
    return this.#current.starting;
  }

  /** A further engine of the same interpreter, with a hash seed of its own; whoever asks ends it. */
  async startSeeded(hashSeed: number): Promise<Engine> {
    const { interpreter } = await this.use();
    const { createEngine } = await import('../../node/engine/createEngine.js');
    return createEngine({ ...this.#options(interpreter), hashSeed });
  }

  /** An engine of any interpreter, with the settings in force; whoever asks ends it. */
  async startIn(pythonPath: string): Promise<Engine> {
    const { createEngine } = await import('../../node/engine/createEngine.js');
    return createEngine(this.#options({ path: pythonPath }));
  }

  dispose(): void {
    this.#subscriptions.dispose();
    this.#stop();
    this.#changed.dispose();
  }

  async #start(own: (engine: Engine) => void): Promise<EngineInUse> {
    this.#set({ kind: 'starting' });
    try {
      const interpreter = await resolveInterpreter();
      const { createEngine } = await import('../../node/engine/createEngine.js');
      const options = this.#options(interpreter);
      const { workers } = options;
      const engine = createEngine(options);
      own(engine);
      const ready = await engine.ready;
      this.#preload(engine);
      this.log.info(
        `Engine: Python ${ready.python.version} at ${ready.python.executable} (chosen by ${interpreter.chosenBy}), ${String(workers)} workers, isolation ${describeIsolation(ready.isolation)}`,
      );
      this.#set({ kind: 'ready', interpreter, engine: ready });
      return { engine, interpreter, workers, environment: environmentOfEngine(ready) };
    } catch (error) {
      // One that was stopped says nothing of the one that takes its place.
      if (!(error instanceof CancelledError)) {
        this.#set({ kind: 'failed', reason: messageOf(error) });
      }
      throw error;
    }
  }

  /** Has an engine import ahead what the open datasets' tasks import, where some of it is new to it. */
  #preload(engine: Engine): void {
    const modules = modulesByUse(this.datasets.all.map(({ dataset }) => dataset));
    const known = this.#preloaded.get(engine) ?? new Set();
    const isNew = [...modules.keys()].some((module) => !known.has(module));
    if (!isNew) return;
    // All of them: the shares are others now, and an engine that starts again needs the old ones, too.
    engine.preload(modules);
    this.#preloaded.set(engine, new Set([...known, ...modules.keys()]));
  }

  async #stopOutdated(): Promise<void> {
    const current = this.#current;
    // One that cannot say so has failed; starting it again mends it, or tells why it cannot be.
    const isOutdated = await current?.engine?.isOutdated().catch(() => true);
    if (isOutdated !== true || this.#current !== current) return;
    this.log.info('Python has ended, or its packages have changed: it is started again.');
    this.#stop();
  }

  #options(interpreter: Pick<Interpreter, 'path'>): EngineOptions {
    const settings = vscode.workspace.getConfiguration('bigcodebench.run');
    return {
      pythonPath: interpreter.path,
      harnessDir: this.harnessDir,
      workers: settings.get<number>('workers', 0) || availableParallelism(),
      isolation: settings.get<IsolationLevel>('isolation', 'limits'),
      network: settings.get<NetworkAccess>('network', 'loopback'),
      memoryMib: settings.get<number>('memory', 0),
      log: (level, message) => {
        this.log[level === 'warning' ? 'warn' : level](message);
      },
    };
  }

  #stop(): void {
    this.#current?.engine?.dispose();
    this.#current = undefined;
    this.#set({ kind: 'idle' });
  }

  #set(state: EngineState): void {
    this.#state = state;
    this.#changed.fire(state);
  }
}
