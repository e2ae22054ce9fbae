import * as vscode from 'vscode';
import { passed } from '../../core/baseline/attempt.js';
import { submissionText } from '../../core/baseline/conditions.js';
import { CancelledError, UserError } from '../../core/errors.js';
import { exampleCounts } from '../../core/exampleFates.js';
import { causeText } from '../../core/verdict.js';
import { clockText } from '../../shared/clockText.js';
import { formatQuantity } from '../../shared/numbers.js';
import { commandId, reportError, type Command } from '../commands.js';
import type { CurationProjects } from '../curation/curationProjects.js';
import { working } from '../working.js';
import { askQuestions, compareWithSolution } from './afterwards.js';
import type { ExampleMarks } from './exampleMarks.js';
import type { RunningAttempt } from './runningAttempt.js';
import { startAttempt, type StartServices } from './startAttempt.js';
import type { OpenStudy, StudyTask } from './studies.js';

/** What solvers do works with. */
export interface SolverServices extends StartServices {
  readonly projects: CurationProjects;
  readonly marks: ExampleMarks;
  readonly log: vscode.LogOutputChannel;
}

/** Runs the docstring's examples; those that are not true are marked in the file. */
export async function runExamples({ attempts, marks }: SolverServices): Promise<void> {
  const result = await working('Running the examples', (_, signal) => attempts.runExamples(signal));
  const file = attempts.current?.file;
  if (file) marks.show(file, result);
  const said = exampleCounts(result) || result.message;
  const show = result.status === 'pass' ? 'showInformationMessage' : 'showWarningMessage';
  void vscode.window[show](`Examples: ${said}.`);
}

/** Runs the hidden tests and tells how many passed. */
export async function runTests({ attempts }: SolverServices): Promise<void> {
  const {
    passed: count,
    total,
    cause,
  } = await working('Running the tests', (_, signal) => attempts.runTests(signal));
  const left = `${formatQuantity(attempts.testRunsLeft, 'run')} left`;
  if (cause === null) {
    void vscode.window.showInformationMessage(
      `${total === 1 ? 'The test' : `All ${total} tests`} passed; ${left}.`,
    );
    return;
  }
  const why = causeText(cause).toLowerCase();
  void vscode.window.showWarningMessage(`${count} of ${total} tests passed (${why}); ${left}.`);
}

/** Hands the attempt in, after asking; it is judged at once. */
export async function submit(services: SolverServices): Promise<void> {
  const { attempts } = services;
  if (!attempts.current) throw new UserError('No attempt is at work.');
  await confirmSubmission(attempts.current);
  await conclude(await attempts.end('submitted'), services);
}

/** @throws {CancelledError} where the attempt is to go on */
async function confirmSubmission({ isUntouched, place, remaining }: RunningAttempt): Promise<void> {
  const { study } = place.study;
  const detail = `${submissionText(study, place.attempt)} Time left: ${clockText(remaining)}.`;
  const submits = isUntouched ? 'Submit Anyway' : 'Submit';
  const choice = await vscode.window.showWarningMessage(
    isUntouched ? 'You have written nothing yet.' : `Submit ${place.taskId}?`,
    { modal: true, detail },
    // The first button is the one that Enter presses.
    ...(isUntouched ? ['Go On Writing'] : []),
    submits,
  );
  if (choice !== submits) throw new CancelledError();
}

/** Ends the attempt without a solution, after asking. */
export async function giveUp(services: SolverServices): Promise<void> {
  const { attempts } = services;
  const place = attempts.current?.place;
  if (!place) throw new UserError('No attempt is at work.');
  const sure = 'Give Up';
  const choice = await vscode.window.showWarningMessage(
    `Give up ${place.taskId}?`,
    { modal: true, detail: 'The task is over for you then, and its solution is shown.' },
    sure,
  );
  if (choice !== sure) throw new CancelledError();
  await conclude(await attempts.end('gave-up'), services);
}

/** Judges an attempt that has ended, says how it went, and leads on. */
export async function conclude(ended: StudyTask, services: SolverServices): Promise<void> {
  const { attempts, log } = services;
  let task: StudyTask;
  try {
    task = await working(`Judging ${ended.taskId}`, (_, signal) => attempts.judge(ended, signal));
  } catch (error) {
    // Nothing is decided by what is not the attempt's fault.
    const cause =
      error instanceof CancelledError
        ? new UserError(`Your attempt at ${ended.taskId} is handed in, but not judged yet.`)
        : error;
    reportError(cause, log, { title: 'Judge Again', command: 'judgeAgain' });
    return;
  }
  if (task.decided) await finish(task, services);
  else await offerAnother(task, services);
}

async function offerAnother(task: StudyTask, services: SolverServices): Promise<void> {
  const again = 'Try Again';
  const left = task.study.study.attempts - task.attempts.length;
  const choice = await vscode.window.showWarningMessage(
    `${task.taskId}: ${outcomeText(task)}. ${formatQuantity(left, 'attempt')} left.`,
    again,
  );
  if (choice === again) await startAttempt(task, services);
}

async function finish(task: StudyTask, services: SolverServices): Promise<void> {
  const { progress, taskId } = task;
  const tell = progress === 'solved' ? 'showInformationMessage' : 'showWarningMessage';
  void vscode.window[tell](`${taskId}: ${outcomeText(task)}.`);
  await compareWithSolution(task);
  await askQuestions(task, services.attempts, services.projects);
  const { study } = task;
  const next = nextTask(services.studies.find(study.path) ?? study);
  if (!next) {
    void vscode.window.showInformationMessage(
      `“${study.study.name}” is done: nothing is left to solve. Thank you.`,
    );
    return;
  }
  const start = 'Next Task';
  const choice = await vscode.window.showInformationMessage(`Next is ${next.taskId}.`, start);
  if (choice === start) await startAttempt(next, services);
}

/** How the last attempt at a task went: `solved in 12:31`, `3 of 5 tests passed (assertion failed)`. */
function outcomeText({ attempts }: StudyTask): string {
  const last = attempts.at(-1);
  const verdict = last?.verdict?.calibrated;
  if (!last || !verdict) return 'not judged yet';
  if (passed(verdict)) return `solved in ${clockText(last.account.counted)}`;
  const { testsPassed, testsTotal, cause } = verdict;
  const why = cause === null ? '' : ` (${causeText(cause).toLowerCase()})`;
  const counts = `${testsPassed} of ${testsTotal} tests passed${why}`;
  switch (last.end) {
    case 'timed-out':
      return `the time is up; ${counts}`;
    case 'gave-up':
      return 'given up';
    default:
      return counts;
  }
}

/** The first task in the study's order that is not decided. */
export function nextTask(study: OpenStudy): StudyTask | undefined {
  const running = study.tasks.find(({ attempts }) => attempts.at(-1)?.end === 'running');
  return running ?? study.tasks.find(({ decided }) => !decided);
}

/** What can be done with the attempt at work, to choose from. */
export async function pickAction({ attempts }: SolverServices): Promise<void> {
  const attempt = attempts.current;
  if (!attempt) throw new UserError('No attempt is at work. Begin one in the Baseline view.');
  const { study } = attempt.place.study;
  type Item = vscode.QuickPickItem & { readonly command: Command };
  const items: Item[] = [
    attempt.state === 'paused'
      ? { label: '$(play) Go On', command: 'resumeAttempt' }
      : { label: '$(go-to-file) Show Prompt and File', command: 'resumeAttempt' },
    ...(study.pauses && attempt.state === 'running'
      ? [{ label: '$(debug-pause) Pause', command: 'pauseAttempt' } as const]
      : []),
    ...(study.runs.kind === 'none'
      ? []
      : [{ label: '$(play-circle) Run Examples', command: 'attemptExamples' } as const]),
    ...(study.runs.kind === 'tests'
      ? [
          {
            label: '$(beaker) Run Tests',
            description: `${formatQuantity(attempts.testRunsLeft, 'run')} left`,
            command: 'attemptTests',
          } as const,
        ]
      : []),
    { label: '$(pass) Submit', command: 'submitAttempt' },
    { label: '$(debug-step-over) Give Up…', command: 'giveUp' },
  ];
  const picked = await vscode.window.showQuickPick(items, {
    title: `${attempt.place.taskId}: ${clockText(attempt.remaining)} left`,
  });
  if (picked) await vscode.commands.executeCommand(commandId(picked.command));
}
