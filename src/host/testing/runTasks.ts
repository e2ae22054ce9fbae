import * as vscode from 'vscode';
import { mapConcurrently } from '../../core/concurrently.js';
import { runsInFlight, type Engine } from '../../core/engine.js';
import { CancelledError } from '../../core/errors.js';
import { longestFirst } from '../../core/longestFirst.js';
import { hasPassed, verdictOf } from '../../core/verdict.js';
import { CachedRuns, type JudgedRun } from '../../node/results/cachedRuns.js';
import { formatCount } from '../../shared/numbers.js';
import type { TaskDebugger } from '../debugging/taskDebugger.js';
import type { Interpreter } from '../python/interpreter.js';
import { MissingPieces } from '../python/missingPieces.js';
import { taskCoverage } from './coverage.js';
import {
  appendOutput,
  originText,
  reportUnrunnable,
  timeoutSeconds,
  type Job,
  type Judge,
  type RunKind,
  type RunServices,
} from './job.js';
import { missedTestMessage, outcomeMessage, taskMessage } from './messages.js';
import type { ProgramSource } from './programSource.js';
import { runExamples } from './runExamples.js';
import type { Selection } from './taskTests.js';

const STATUS_MS = 10_000;

/**
 * Runs what a request selects and reports to the Testing view and the verdicts while it goes.
 * Resolves when the last run has ended or the request was cancelled.
 */
export async function runTasks(
  request: vscode.TestRunRequest,
  token: vscode.CancellationToken,
  kind: RunKind,
  services: RunServices,
): Promise<void> {
  const selections = longestFirst(
    services.tests.selected(request),
    ({ shown }) => shown.entry.task,
    ({ shown }) => services.verdicts.get(shown)?.durationSeconds,
  );
  const examples = services.examples.selected(request);
  const total = selections.length + examples.length;
  const run = services.tests.controller.createTestRun(request);
  const ongoing = services.runs.begin(total);
  const { signal, stop } = ongoing;
  const listeners = [token.onCancellationRequested(stop), run.token.onCancellationRequested(stop)];
  if (token.isCancellationRequested) stop();
  try {
    // Of several none is said to wait: what still waits at a run's end VS Code marks as skipped,
    // over what was known of it.
    const [first] = selections;
    const only = total === 1 && first && services.tests.taskItem(first.shown);
    if (only) run.enqueued(only);
    const { engine, interpreter, workers, environment } = await services.engines.use();
    const missing = new MissingPieces(interpreter);
    // Who starts one task wants to see it run; who starts many, what has changed.
    const recalls = kind !== 'withoutCache' && total > 1;
    const runs = new CachedRuns(engine, services.cache, recalls);
    const judgeOne: Judge =
      kind === 'debug'
        ? await debugging(services.taskDebugger, run, engine, interpreter)
        : (_, { program }, ...others) => runs.run(program, ...others);
    const judge: Judge = async (...asked) => {
      const judged = await judgeOne(...asked);
      ongoing.ended(judged.result.status === 'pass');
      return judged;
    };
    const job: Job = { run, judge, missing, environment, kind, signal, services };
    const work = [
      ...selections.map((selection) => () => runOne(selection, job)),
      ...examples.map((shown) => () => runExamples(shown, job)),
    ];
    // Not all at once: a thousand would have to be prepared before the first begins.
    const atOnce = kind === 'debug' ? 1 : runsInFlight(workers);
    await mapConcurrently(work, atOnce, (start) => start());
    missing.report();
    if (runs.recalled > 0) tellOfCached(runs.recalled, total, run);
    // Single runs leave little; the next of several makes up for it.
    if (total > 1) void services.cache.tidy();
  } finally {
    for (const listener of listeners) listener.dispose();
    ongoing.end();
    run.end();
  }
}

async function debugging(
  taskDebugger: TaskDebugger,
  testRun: vscode.TestRun,
  engine: Engine,
  interpreter: Interpreter,
): Promise<Judge> {
  const debuggerIn = await taskDebugger.prepare(interpreter.path, await engine.ready);
  return async (name, source, options, listener, signal) => {
    const debuggee = { name, source, testRun, debuggerIn };
    const result = await taskDebugger.debug(debuggee, signal, (debug, left) =>
      engine.run(source.program, { ...options, debug }, listener, left),
    );
    return { result, when: new Date(), cached: false };
  };
}

async function runOne({ shown, only }: Selection, job: Job): Promise<void> {
  const { run, services, signal } = job;
  if (signal.aborted) return;
  const source = await services.tests.resolveMethods(shown).catch((error: unknown) => {
    reportUnrunnable(run, services.tests.taskItem(shown), error);
  });
  const item = services.tests.taskItem(shown);
  if (!source || !item) return;
  const methods = [...item.children]
    .map(([, child]) => child)
    .filter(({ id }) => only?.includes(id) ?? true);
  const waiting = new Map(methods.map((child) => [child.id, child]));
  const running = services.verdicts.begin(shown);
  try {
    const coverage = job.kind === 'coverage';
    const judged = await job.judge(
      item.label,
      source,
      { timeoutSeconds: timeoutSeconds(), coverage, only },
      {
        started: () => {
          run.started(item);
          for (const child of methods) run.started(child);
        },
        test: (outcome) => {
          const child = waiting.get(outcome.name);
          if (!child) return;
          waiting.delete(outcome.name);
          appendOutput(run, outcome.stdout + outcome.stderr, child);
          const milliseconds = outcome.duration_s * 1000;
          if (hasPassed(outcome)) {
            run.passed(child, milliseconds);
          } else if (outcome.status === 'skip') {
            run.skipped(child);
          } else {
            const report = outcome.status === 'error' ? 'errored' : 'failed';
            run[report](child, outcomeMessage(outcome, source), milliseconds);
          }
        },
      },
      signal,
    );
    const { result, when, cached } = judged;
    services.tests.showCached(shown, cached);
    reportTask(judged, source, item, [...waiting.values()], job);
    job.missing.note(result, coverage);
    // A single test method's result is no verdict on the task, nor is one that a debugger can change.
    if (!only && job.kind !== 'debug') {
      running.record(verdictOf(result, shown.entry.task, job.environment, when));
    }
  } catch (error) {
    // VS Code marks as skipped what had started.
    if (!(error instanceof CancelledError)) throw error;
  } finally {
    running.end();
  }
}

function reportTask(
  judged: JudgedRun,
  source: ProgramSource,
  item: vscode.TestItem,
  unreported: readonly vscode.TestItem[],
  { run, services, environment }: Job,
): void {
  const { result } = judged;
  appendOutput(run, result.stdout + result.stderr, item);
  const milliseconds = result.duration_s * 1000;
  const startup = Math.round(result.startup_s * 1000);
  const told = `${item.id}: ${result.status}${originText(judged)}, tests ${milliseconds.toFixed(0)} ms, start-up ${String(startup)} ms`;
  run.appendOutput(`${told}\r\n`, undefined, item);
  // Without the run's message, which may be the code's own words.
  services.log.info(`${told}; Python ${environment.version} at ${environment.executable}`);
  if (result.status === 'pass') {
    run.passed(item, milliseconds);
  } else {
    // A test that failed has said why; the task speaks where no test could.
    const own =
      result.cause === 'assertion' || result.cause === 'exception'
        ? result.frames.length > 0
        : true;
    const report = result.status === 'fail' && result.tests.length > 0 ? 'failed' : 'errored';
    run[report](item, own ? taskMessage(result, source) : [], milliseconds);
    for (const child of unreported) run.errored(child, missedTestMessage(result));
  }
  services.missedBranches.update(source, result.coverage);
  if (result.coverage) run.addCoverage(taskCoverage(result.coverage, source));
}

/** Where results that come at once could be taken for runs. */
function tellOfCached(cached: number, total: number, run: vscode.TestRun): void {
  const count = `${formatCount(cached)} of ${formatCount(total)}`;
  const what = `${count} results are cached: nothing that decides them has changed.`;
  run.appendOutput(`${what} “Run Without Cache” runs them again.\r\n`);
  vscode.window.setStatusBarMessage(`$(history) ${count} results cached`, STATUS_MS);
}
