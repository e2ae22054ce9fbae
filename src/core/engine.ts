import type { ModuleShares } from './importedModules.js';
import type {
  CoverageReport,
  DebugRequest,
  EngineReady,
  RunMode,
  RunFinished,
  TestOutcome,
} from '../shared/engineProtocol.js';

/** One program to judge: `code + "\n" + test` with a time limit for the tests. */
export interface Program {
  readonly code: string;
  readonly test: string;
  readonly entryPoint: string;
}

export interface RunOptions {
  readonly timeoutSeconds: number;
  readonly coverage: boolean;
  /** What is run of the program; its tests without it. */
  readonly mode?: RunMode | undefined;
  /** Test methods to run; all without it. */
  readonly only?: readonly string[] | undefined;
  /** The seed of a random order of the test methods; unittest's own order without it. */
  readonly shuffle?: number | undefined;
  readonly debug?: DebugRequest | undefined;
}

/** What happens while a run works, in order. */
export interface RunListener {
  started?(): void;
  test?(outcome: TestOutcome): void;
}

/** The verdict on one program. */
export interface RunResult extends Omit<RunFinished, 'type' | 'run'> {
  readonly tests: readonly TestOutcome[];
  readonly coverage: CoverageReport | null;
}

/**
 * How many runs to ask an engine for at once. It may have four at work for each of its workers, since
 * a run that only waits gives its place away, and its queue should not run empty.
 */
export function runsInFlight(workers: number): number {
  return 6 * workers;
}

/** Judges programs in a Python interpreter. Implemented by node/engine. */
export interface Engine {
  /** Resolves once the interpreter runs; rejects with a `UserError` that says what is wrong with it. */
  readonly ready: Promise<EngineReady>;
  /**
   * Queues a program and resolves with its verdict. Failing code is a verdict, not an error.
   * @throws {CancelledError} once `signal` is aborted
   * @throws {UserError} if the engine ended and could not be started again
   */
  run(
    program: Program,
    options: RunOptions,
    listener?: RunListener,
    signal?: AbortSignal,
  ): Promise<RunResult>;
  /** Those of `modules` (top-level import names) that the interpreter cannot find. */
  missingModules(modules: readonly string[]): Promise<readonly string[]>;
  /**
   * Whether packages were installed or removed since the interpreter started, so that it runs programs
   * with what is no longer there. While runs are at work the answer is no: they are to end first.
   */
  isOutdated(): Promise<boolean>;
  /**
   * Imports modules ahead of the runs that need them, one after the other and between runs, so that
   * a run need not. Names that are missing, no modules or modules that cannot be shared are left out,
   * and so is what would cost all runs more than it saves those that import it.
   */
  preload(modules: ModuleShares): void;
  /** Ends the interpreter and every run. */
  dispose(): void;
}
