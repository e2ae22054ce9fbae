import * as vscode from 'vscode';
import type { AttemptEventOf } from '../../core/baseline/attemptEvents.js';
import { UserError } from '../../core/errors.js';
import type { CurationProjects } from '../curation/curationProjects.js';
import type { Attempts } from './attempts.js';
import { studyUri } from './studyDocuments.js';
import type { StudyTask } from './studies.js';

type Question = AttemptEventOf<'answered'>['question'];
type Answer = Pick<AttemptEventOf<'answered'>, 'question' | 'answer' | 'comment'>;

const QUESTIONS: Readonly<Record<Question, string>> = {
  'prompt-clear': 'Was the prompt clear?',
  'tests-fair': 'Were the tests fair?',
};
/** What a “no” says as a review comment. */
const OBJECTIONS: Readonly<Record<Question, string>> = {
  'prompt-clear': 'The prompt was not clear',
  'tests-fair': 'The tests were not fair',
};

/** Shows the last attempt beside the canonical solution. */
export async function compareWithSolution(task: StudyTask): Promise<void> {
  if (!task.decided) {
    throw new UserError(`The solution of ${task.taskId} is hidden until the task is decided.`);
  }
  const { attemptFileOf } = await import('../../node/baseline/attemptFiles.js');
  const last = task.attempts.at(-1);
  const solver = task.study.membership?.solver;
  if (!last || solver === undefined) return;
  const place = { study: task.study, solver, taskId: task.taskId, attempt: last.started.attempt };
  await vscode.commands.executeCommand(
    'vscode.diff',
    vscode.Uri.file(attemptFileOf(place)),
    studyUri(task, 'solution'),
    `${task.taskId}: your attempt ↔ the canonical solution`,
  );
}

/**
 * Asks whether prompt and tests were good, two clicks, and puts the answers on record; an objection
 * becomes a review comment where the task stands in a curation project of the workspace.
 */
export async function askQuestions(
  task: StudyTask,
  attempts: Attempts,
  projects: CurationProjects,
): Promise<void> {
  for (const question of ['prompt-clear', 'tests-fair'] as const) {
    const answer = await ask(task, question);
    if (!answer) return;
    await attempts.answer(task, answer);
    await comment(task, answer, projects);
  }
}

async function ask({ taskId }: StudyTask, question: Question): Promise<Answer | undefined> {
  const picked = await vscode.window.showQuickPick(
    [
      { label: '$(thumbsup) Yes', answer: true, comments: false },
      { label: '$(thumbsdown) No', answer: false, comments: false },
      { label: '$(comment) Yes, with a Comment…', answer: true, comments: true },
      { label: '$(comment) No, with a Comment…', answer: false, comments: true },
    ],
    {
      title: `${QUESTIONS[question]} (${question === 'prompt-clear' ? 1 : 2}/2)`,
      placeHolder: taskId,
      ignoreFocusOut: true,
    },
  );
  if (!picked) return undefined;
  const { answer, comments } = picked;
  if (!comments) return { question, answer };
  const text = await vscode.window.showInputBox({
    title: QUESTIONS[question],
    prompt: 'What would have helped?',
    ignoreFocusOut: true,
  });
  if (text === undefined) return undefined;
  return { question, answer, ...(text.trim() !== '' && { comment: text.trim() }) };
}

async function comment(
  { taskId, study }: StudyTask,
  { question, answer, comment: text }: Answer,
  projects: CurationProjects,
): Promise<void> {
  const curated = projects.tasks.find((one) => one.taskId === taskId && one.text !== undefined);
  if (!curated || (answer && text === undefined)) return;
  const { eventNow } = await import('../../core/curation/newEvents.js');
  const name = study.membership?.solver ?? '';
  const event = eventNow({ kind: 'person', name, email: '' }, curated.text ?? '');
  const said = answer ? QUESTIONS[question].replace('?', ': yes') : OBJECTIONS[question];
  await projects.append(curated, {
    ...event,
    ...{ type: 'commented', thread: event.id, line: 1 },
    body: `${said}, as a solver in the study “${study.study.name}”.${text === undefined ? '' : ` ${text}`}`,
  });
}
