import * as vscode from 'vscode';
import type { RunListener, RunOptions } from '../../core/engine.js';
import type { PythonEnvironment } from '../../core/environments/pythonEnvironment.js';
import { messageOf } from '../../core/errors.js';
import type { JudgedRun } from '../../node/results/cachedRuns.js';
import type { ResultCache } from '../../node/results/resultCache.js';
import type { TaskDebugger } from '../debugging/taskDebugger.js';
import type { EngineService } from '../python/engineService.js';
import type { MissingPieces } from '../python/missingPieces.js';
import type { OngoingRuns } from '../tasks/ongoingRuns.js';
import type { TaskVerdicts } from '../tasks/taskVerdicts.js';
import type { ExampleTests } from './exampleTests.js';
import type { MissedBranches } from './missedBranches.js';
import type { ProgramSource } from './programSource.js';
import type { TaskTests } from './taskTests.js';

/** The ways to run tasks, each a profile of the Testing view. */
export type RunKind = 'run' | 'withoutCache' | 'coverage' | 'debug';

/** What runs work with, whoever asked for them. */
export interface RunServices {
  readonly tests: TaskTests;
  readonly examples: ExampleTests;
  readonly engines: EngineService;
  readonly verdicts: TaskVerdicts;
  readonly runs: OngoingRuns;
  readonly missedBranches: MissedBranches;
  readonly cache: ResultCache;
  readonly taskDebugger: TaskDebugger;
  readonly log: vscode.LogOutputChannel;
}

/** Brings about the result of a program, which a name stands for. */
export type Judge = (
  name: string,
  source: ProgramSource,
  options: RunOptions,
  listener: RunListener,
  signal: AbortSignal,
) => Promise<JudgedRun>;

/** One request of the Testing view at work. */
export interface Job {
  readonly run: vscode.TestRun;
  readonly judge: Judge;
  readonly missing: MissingPieces;
  readonly environment: PythonEnvironment;
  readonly kind: RunKind;
  readonly signal: AbortSignal;
  readonly services: RunServices;
}

/** The time limit of one run that the user has set. */
export function timeoutSeconds(): number {
  return vscode.workspace.getConfiguration('bigcodebench').get<number>('run.timeout', 240);
}

/**
 * Reports a task that cannot be run as its text is now, in the middle of an edit for example; the
 * others of the request are run all the same.
 */
export function reportUnrunnable(
  run: vscode.TestRun,
  item: vscode.TestItem | undefined,
  error: unknown,
): void {
  if (item) run.errored(item, new vscode.TestMessage(messageOf(error)));
}

/** Shows what an item has printed; the panel wants both characters of a line's end. */
export function appendOutput(run: vscode.TestRun, output: string, item: vscode.TestItem): void {
  if (output !== '') run.appendOutput(output.replace(/\r?\n/g, '\r\n'), undefined, item);
}

/** Where a result comes from, for the line that reports it; empty if it was run just now. */
export function originText({ when, cached }: JudgedRun): string {
  return cached ? `, cached result of ${when.toLocaleString()}` : '';
}
