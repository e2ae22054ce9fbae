import { join } from 'node:path';
import * as vscode from 'vscode';
import type { ChangeEvent, CurationEvent, EventOf } from '../../core/curation/events.js';
import type { CuratedTask } from './curationProjects.js';
import type { TaskProposals } from './proposals/taskProposals.js';
import { changeUri, reportUri, textUri } from './recordedTexts.js';
import type { ReviewComments } from './reviews/reviewComments.js';

export interface HistoryServices {
  readonly comments: ReviewComments;
  readonly proposals: TaskProposals;
}

/** Show History…: lists all that is on a task's record, and opens what came of the event that is picked. */
export async function showHistory(task: CuratedTask, services: HistoryServices): Promise<void> {
  const { historyOf } = await import('../../core/curation/history.js');
  const picked = await vscode.window.showQuickPick(
    historyOf(task.record.events).map(({ event, icon, title, who, detail }) => ({
      label: `$(${icon}) ${title}`,
      description: `${who} · ${new Date(event.time).toLocaleString()}`,
      ...(detail !== '' && { detail }),
      event,
    })),
    {
      title: `History of ${task.taskId}`,
      placeHolder: 'The newest first; pick one to see what came of it',
      matchOnDescription: true,
      matchOnDetail: true,
    },
  );
  if (picked) await openEvent(task, picked.event, services);
}

/** Opens what tells most of an event: a diff, its comments, a release's card; else a report on it. */
export async function openEvent(
  task: CuratedTask,
  event: CurationEvent,
  { comments, proposals }: HistoryServices,
): Promise<void> {
  switch (event.type) {
    case 'created':
    case 'imported':
    case 'edited':
    case 'accepted':
      return showChange(task, event);
    case 'proposed': {
      const isOpen = proposals.of(task.path).some((one) => one.event.id === event.id);
      return isOpen ? proposals.show(event.id) : showReport(task, event);
    }
    case 'commented':
      return task.text === undefined
        ? showReport(task, event)
        : comments.reveal(task, event.thread);
    case 'reviewed':
    case 'cross-checked':
      return showSince(task, event);
    case 'released':
      return showRelease(task, event);
    default:
      return showReport(task, event);
  }
}

async function showChange({ taskId, path }: CuratedTask, event: ChangeEvent): Promise<void> {
  await vscode.commands.executeCommand(
    'vscode.diff',
    changeUri(path, event.base),
    changeUri(path, event.id),
    `${taskId}: ${event.type} by ${event.actor.name}`,
  );
}

/** What has changed in the file since a verdict on it; the verdict itself where nothing has. */
async function showSince(
  task: CuratedTask,
  event: EventOf<'reviewed' | 'cross-checked'>,
): Promise<void> {
  const { textHash } = await import('../../core/curation/diffs.js');
  if (task.text === undefined || textHash(task.text) === event.text) {
    return showReport(task, event);
  }
  await vscode.commands.executeCommand(
    'vscode.diff',
    textUri(task, event),
    vscode.Uri.file(task.path),
    `${task.taskId}: since the ${event.type === 'reviewed' ? 'review' : 'cross-check'} by ${event.actor.name}`,
  );
}

/** The data card, where the release is still there. */
async function showRelease(task: CuratedTask, event: EventOf<'released'>): Promise<void> {
  const [{ releaseFolder }, { isThere }] = await Promise.all([
    import('../../node/curation/writeRelease.js'),
    import('../../node/files.js'),
  ]);
  const card = join(releaseFolder(task.project, event.release), 'README.md');
  return (await isThere(card)) ? showMarkdown(vscode.Uri.file(card)) : showReport(task, event);
}

async function showReport({ path }: CuratedTask, { id }: CurationEvent): Promise<void> {
  await showMarkdown(reportUri(path, id));
}

async function showMarkdown(uri: vscode.Uri): Promise<void> {
  await vscode.commands.executeCommand('markdown.showPreview', uri);
}
