import type * as vscode from 'vscode';
import { CancelledError } from '../../core/errors.js';
import { exampleCounts, exampleFate } from '../../core/exampleFates.js';
import type { JudgedRun } from '../../node/results/cachedRuns.js';
import type { TestOutcome } from '../../shared/engineProtocol.js';
import type { ShownTask } from '../datasets/openDatasets.js';
import { taskCoverage } from './coverage.js';
import type { DocstringTests } from './exampleTests.js';
import { appendOutput, originText, reportUnrunnable, timeoutSeconds, type Job } from './job.js';
import { exampleMessage, taskMessage } from './messages.js';

/** Runs the examples of a task's docstring and reports each; the verdict on the task stays as it is. */
export async function runExamples(shown: ShownTask, job: Job): Promise<void> {
  const { run, services, signal } = job;
  const docstring = await services.examples.resolve(shown).catch((error: unknown) => {
    reportUnrunnable(run, services.examples.docstringItem(shown), error);
  });
  if (!docstring || signal.aborted) return;
  const { item, source } = docstring;
  const waiting = new Map(docstring.examples);
  try {
    const coverage = job.kind === 'coverage';
    const judged = await job.judge(
      `examples of ${item.label}`,
      source,
      { timeoutSeconds: timeoutSeconds(), coverage, mode: 'examples' },
      {
        started: () => {
          run.started(item);
          for (const example of waiting.values()) run.started(example);
        },
        test: (outcome) => {
          const line = outcome.example?.line ?? 0;
          const example = waiting.get(line);
          waiting.delete(line);
          reportExample(outcome, example ?? item, docstring, run);
        },
      },
      signal,
    );
    for (const example of waiting.values()) run.skipped(example);
    reportDocstring(judged, docstring, job);
    job.missing.note(judged.result, coverage);
  } catch (error) {
    // VS Code marks as skipped what had started.
    if (!(error instanceof CancelledError)) throw error;
  }
}

function reportExample(
  outcome: TestOutcome,
  item: vscode.TestItem,
  { source }: DocstringTests,
  run: vscode.TestRun,
): void {
  appendOutput(run, outcome.stdout + outcome.stderr, item);
  const milliseconds = outcome.duration_s * 1000;
  switch (exampleFate(outcome)) {
    case 'unchecked':
      appendOutput(run, `${outcome.name}: ran; the docstring shows no output to compare\n`, item);
      run.passed(item, milliseconds);
      break;
    case 'true':
      run.passed(item, milliseconds);
      break;
    case 'mismatched':
      run.failed(item, exampleMessage(outcome, source), milliseconds);
      break;
    case 'raising':
      run.errored(item, exampleMessage(outcome, source), milliseconds);
      break;
    case 'skipped':
      run.skipped(item);
  }
}

function reportDocstring(
  judged: JudgedRun,
  { item, source }: DocstringTests,
  { run, services, environment }: Job,
): void {
  const { result } = judged;
  const milliseconds = result.duration_s * 1000;
  const summary = exampleCounts(result) || result.message;
  appendOutput(run, result.stdout + result.stderr, item);
  const line = `${item.label}: ${summary}${originText(judged)}, ${milliseconds.toFixed(0)} ms\n`;
  appendOutput(run, line, item);
  const told = `${item.label}: ${exampleCounts(result) || result.status}${originText(judged)}, ${milliseconds.toFixed(0)} ms`;
  services.log.info(`${told}; Python ${environment.version} at ${environment.executable}`);
  if (result.status === 'pass') {
    run.passed(item, milliseconds);
  } else if (result.tests.length > 0) {
    run.failed(item, [], milliseconds);
  } else {
    run.errored(item, taskMessage(result, source), milliseconds);
  }
  if (result.coverage) {
    services.missedBranches.update(source, result.coverage);
    run.addCoverage(taskCoverage(result.coverage, source));
  }
}
