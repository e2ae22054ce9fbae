import * as vscode from 'vscode';
import type { EventOf } from '../../../core/curation/events.js';
import type { CHECKLIST } from '../../../core/curation/reviews.js';
import { CancelledError, UserError } from '../../../core/errors.js';
import { commandId } from '../../commands.js';
import { textOf, type CuratedTask, type CurationProjects } from '../curationProjects.js';
import { textUri } from '../recordedTexts.js';

type Answers = EventOf<'reviewed'>['checklist'];

/** Shows a reviewer what has changed since their last review; the whole file, the first time. */
export async function startReview(
  task: CuratedTask | undefined,
  projects: CurationProjects,
): Promise<void> {
  const chosen = task ?? (await nextToReview(projects));
  const { email } = await projects.identity(chosen.project);
  refuseAuthor(chosen, email);
  const { lastReviews } = await import('../../../core/curation/reviews.js');
  const last = lastReviews(chosen.record.events).get(email);
  const file = vscode.Uri.file(chosen.path);
  if (last) {
    await vscode.commands.executeCommand(
      'vscode.diff',
      textUri(chosen, last),
      file,
      `${chosen.taskId}: since your review of ${new Date(last.time).toLocaleDateString()}`,
    );
  } else {
    await vscode.window.showTextDocument(file, { preview: false });
  }
  void leadOn(chosen);
}

/** Says what a review consists of: the file may have been open already, so that nothing is to be seen. */
async function leadOn({ taskId, path }: CuratedTask): Promise<void> {
  const finish = 'Finish Review…';
  const choice = await vscode.window.showInformationMessage(
    `You are reviewing ${taskId}. Comment at its lines, by the + in the margin, then finish the review.`,
    finish,
  );
  if (choice !== finish) return;
  await vscode.commands.executeCommand(commandId('finishReview'), vscode.Uri.file(path));
}

/** @throws {UserError} where the reviewer has written the task */
function refuseAuthor({ taskId, state }: CuratedTask, email: string): void {
  if (!state.authors.has(email)) return;
  throw new UserError(`You are an author of ${taskId}: somebody else has to review it.`);
}

/** Asks for the checklist and the verdict, records the review and opens the next task. */
export async function finishReview(chosen: CuratedTask, projects: CurationProjects): Promise<void> {
  const task = await projects.saved(chosen);
  const person = await projects.identity(task.project);
  refuseAuthor(task, person.email);
  const [{ CHECKLIST: questions, partHashes }, { splitTaskFile }, { eventNow }] = await Promise.all(
    [
      import('../../../core/curation/reviews.js'),
      import('../../../core/taskFile.js'),
      import('../../../core/curation/newEvents.js'),
    ],
  );
  const text = textOf(task);
  const covered = partHashes(splitTaskFile(text, task.taskId));
  const checklist = await askChecklist(`Review of ${task.taskId}`, questions);
  const verdict = await askVerdict(task, checklist, questions);
  const reason = await vscode.window.showInputBox({
    title: `Review of ${task.taskId}`,
    prompt: verdict === 'return' ? 'What has to be mended?' : 'Anything to add? (optional)',
    validateInput: (words) =>
      verdict === 'return' && words.trim() === '' ? 'Say what has to be mended.' : undefined,
  });
  if (reason === undefined) throw new CancelledError();
  await projects.append(task, {
    ...{ ...eventNow(person, text), type: 'reviewed', verdict, checklist, covered },
    ...(reason !== '' && { reason }),
  });
  await openNext(projects);
}

async function openNext(projects: CurationProjects): Promise<void> {
  try {
    await startReview(await nextToReview(projects), projects);
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    void vscode.window.showInformationMessage(error.message);
  }
}

/**
 * The refined task that waits longest for this reviewer.
 * @throws {UserError} where there is none
 */
async function nextToReview(projects: CurationProjects): Promise<CuratedTask> {
  const [{ standingReviews }, { taskIn }] = await Promise.all([
    import('../../../core/curation/reviews.js'),
    import('../../../core/curation/gates/textGates.js'),
  ]);
  const waiting: CuratedTask[] = [];
  for (const task of projects.tasks) {
    if (task.state.stage !== 'refined' || task.text === undefined) continue;
    // An edit may have broken it; nobody can review it until it is mended.
    const compiled = taskIn(task.text, task.taskId);
    if (!compiled) continue;
    const { email } = await projects.identity(task.project);
    if (task.state.authors.has(email)) continue;
    const reviews = standingReviews(task.record.events, compiled);
    if (!reviews.some(({ reviewer }) => reviewer.email === email)) waiting.push(task);
  }
  const [first] = waiting.toSorted((a, b) =>
    (a.state.since ?? '') < (b.state.since ?? '') ? -1 : 1,
  );
  if (first) return first;
  throw new UserError('No refined task waits for your review.');
}

/** One question after the other, the first answer proposed. @throws {CancelledError} */
export async function askChecklist(title: string, questions: typeof CHECKLIST): Promise<Answers> {
  const answers: Answers = {};
  for (const [index, { id, question }] of questions.entries()) {
    const picked = await vscode.window.showQuickPick(
      [
        { label: '$(check) Yes', answer: 'yes' as const },
        { label: '$(close) No', answer: 'no' as const },
        { label: '$(question) Not sure', answer: 'unsure' as const },
      ],
      {
        title: `${title} (${String(index + 1)}/${String(questions.length)})`,
        placeHolder: question,
        ignoreFocusOut: true,
      },
    );
    if (!picked) throw new CancelledError();
    answers[id] = picked.answer;
  }
  return answers;
}

type Verdict = EventOf<'reviewed'>['verdict'];

async function askVerdict(
  task: CuratedTask,
  answers: Answers,
  questions: typeof CHECKLIST,
): Promise<Verdict> {
  const doubts = Object.values(answers).filter((answer) => answer !== 'yes').length;
  const items = [
    { label: '$(pass) Approve', verdict: 'approve' as const },
    { label: '$(discard) Return to its author', verdict: 'return' as const },
  ];
  const picked = await vscode.window.showQuickPick(doubts > 0 ? items.toReversed() : items, {
    title: `Review of ${task.taskId}`,
    placeHolder:
      doubts > 0 ? `Not answered with yes: ${doubts} of ${questions.length}` : 'Your verdict',
    ignoreFocusOut: true,
  });
  if (!picked) throw new CancelledError();
  const denied = questions.find(({ id }) => answers[id] === 'no');
  return picked.verdict === 'approve' && denied ? confirmApproval(denied.question) : picked.verdict;
}

/** An approval does not outweigh a no: who gives both may expect it to. */
async function confirmApproval(denied: string): Promise<Verdict> {
  const back = 'Return to Its Author';
  const approve = 'Approve Anyway';
  const choice = await vscode.window.showWarningMessage(
    `You have answered “${denied}” with no.`,
    {
      modal: true,
      detail:
        'As long as this review stands, the gate “Checklist Complete” keeps the task where it is, also if you approve it.',
    },
    // The first button is the one that Enter presses.
    back,
    approve,
  );
  if (choice === undefined) throw new CancelledError();
  return choice === approve ? 'approve' : 'return';
}
