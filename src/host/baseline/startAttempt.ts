import { randomBytes } from 'node:crypto';
import * as vscode from 'vscode';
import { isAiExtension } from '../../core/baseline/aiExtensions.js';
import { conditionsOf } from '../../core/baseline/conditions.js';
import { CancelledError, UserError } from '../../core/errors.js';
import { formatQuantity } from '../../shared/numbers.js';
import { working } from '../working.js';
import { AttemptElsewhere, type Attempts } from './attempts.js';
import { answersInWorkspace, type Veil } from './givesAway.js';
import type { BaselineStudies, OpenStudy, StudyTask } from './studies.js';
import type { StudyJudge } from './studyJudge.js';
import type { StudyTasks } from './studyTasks.js';

export interface StartServices extends Veil {
  readonly studies: BaselineStudies;
  readonly attempts: Attempts;
  readonly tasks: StudyTasks;
  readonly judge: StudyJudge;
}

/** Start Attempt: takes part in the study if that is new, tells the conditions, and starts the clock. */
export async function startAttempt(chosen: StudyTask, services: StartServices): Promise<void> {
  const { attempts, judge, studies } = services;
  refuseOver(chosen);
  const isNew = chosen.attempts.at(-1)?.end !== 'running';
  const { study } = chosen.study;
  // Whoever needs a Python to try things out shall learn before the clock starts that there is none.
  if (isNew) await preparing(`Preparing Python for “${study.name}”`, () => judge.engineFor(study));
  await join(chosen.study, services);
  const task = studies.findTask(chosen.study.path, chosen.taskId) ?? chosen;
  const aiExtensions = vscode.extensions.all
    .filter(({ isActive, id, packageJSON }) => isActive && isAiExtension(id, packageJSON))
    .map(({ id }) => id);
  if (isNew) await confirmConditions(task, aiExtensions);
  const recorded = task.study.membership?.recorded ?? false;
  const beginning = { recorded, ai_extensions: aiExtensions };
  try {
    await attempts.start(task, beginning);
  } catch (error) {
    if (!(error instanceof AttemptElsewhere)) throw error;
    const here = 'Continue Here';
    const choice = await vscode.window.showWarningMessage(
      error.message,
      { modal: true, detail: 'It can go on in one window only.' },
      here,
    );
    if (choice !== here) throw new CancelledError();
    await attempts.start(task, beginning, { force: true });
  }
  await attempts.current?.show();
}

/** Takes part in a study: a name, whether edits are recorded, and from then on its tasks are hidden. */
export async function join(study: OpenStudy, services: StartServices): Promise<void> {
  const { studies, tasks } = services;
  if (study.membership) return;
  const { name, split, dataset } = study.study;
  const whole = await working(`Reading the tasks of “${name}”`, (onProgress, signal) =>
    tasks.read(study, { onProgress, signal }),
  );
  const solver = await askName(study);
  const recorded = await askConsent(name);
  const membership = {
    path: study.path,
    name,
    split,
    checksum: dataset.checksum,
    solver,
    recorded,
  };
  await studies.join(study, membership, whole);
  warnOfAnswers(answersInWorkspace(services));
}

/** What lies in the workspace as a file is the person's own, and nothing can hide it. */
function warnOfAnswers(files: readonly string[]): void {
  const [first] = files;
  if (first === undefined) return;
  const others = files.length === 1 ? '' : ` and ${formatQuantity(files.length - 1, 'other file')}`;
  void vscode.window.showWarningMessage(
    `${first}${others} of this workspace give answers of the study away. Do not open them: a look during an attempt is recorded.`,
  );
}

function refuseOver({ taskId, decided, progress }: StudyTask): void {
  if (decided) {
    throw new UserError(`${taskId} is decided: compare your attempt with the solution.`);
  }
  if (progress === 'unjudged') {
    throw new UserError(
      `Your last attempt at ${taskId} is not judged yet. Choose “BigCodeBench: Judge Again” first.`,
    );
  }
}

async function askName(study: OpenStudy): Promise<string> {
  const { solversOf } = await import('../../node/baseline/studyFiles.js');
  const taken = await solversOf(study);
  const name = await vscode.window.showInputBox({
    title: `Take Part in “${study.study.name}”`,
    prompt: 'The name under which your attempts are kept. A pseudonym is offered.',
    value: `solver-${randomBytes(2).toString('hex')}`,
    ignoreFocusOut: true,
    validateInput: (text) => {
      if (!/^[\w-][\w.-]{0,39}$/.test(text)) {
        return 'Expected up to 40 letters, digits, _, - and ., which make a folder’s name.';
      }
      return taken.includes(text)
        ? {
            message: 'There are attempts under this name. Go on with them only if they are yours.',
            severity: vscode.InputBoxValidationSeverity.Warning,
          }
        : undefined;
    },
  });
  if (name === undefined) throw new CancelledError();
  return name;
}

async function askConsent(study: string): Promise<boolean> {
  const record = 'Record Edits';
  const leave = 'Do Not Record';
  const choice = await vscode.window.showInformationMessage(
    'May every edit of your attempts be recorded?',
    {
      modal: true,
      detail: [
        `With your consent, each change of your files in “${study}” is kept with its time, so that your attempts can be replayed. They stay in the study’s folder, and exports leave them out.`,
        'Without it, only how many edits you make is counted, and large pastes are noted by their size.',
        'Always kept: the times, the runs, the text that you hand in, its verdict, and which AI extensions are active.',
      ].join('\n\n'),
    },
    record,
    leave,
  );
  if (choice === undefined) throw new CancelledError();
  return choice === record;
}

async function confirmConditions(
  { taskId, attempts, study: { study } }: StudyTask,
  aiExtensions: readonly string[],
): Promise<void> {
  const left = study.attempts - attempts.length;
  const start = 'Start Attempt';
  const detail = [
    ...conditionsOf(study),
    ...(attempts.length > 0 ? [`${formatQuantity(left, 'attempt')} left.`] : []),
    ...(!study.ai && aiExtensions.length > 0
      ? [
          `These AI extensions are active, which is noted: ${aiExtensions.join(', ')}. Do not use them.`,
        ]
      : []),
  ];
  const choice = await vscode.window.showInformationMessage(
    `${taskId}: the clock starts when you do.`,
    { modal: true, detail: detail.map((line) => `• ${line}`).join('\n') },
    start,
  );
  if (choice !== start) throw new CancelledError();
}

async function preparing<T>(title: string, work: () => Promise<T>): Promise<T> {
  return vscode.window.withProgress(
    { location: vscode.ProgressLocation.Notification, title },
    work,
  );
}
