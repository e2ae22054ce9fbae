import type * as vscode from 'vscode';
import { UserError } from '../../../core/errors.js';
import type { CommandHandler } from '../../commands.js';
import type { CuratedTask } from '../curationProjects.js';
import type { CrossChecks } from './crossCheck.js';
import { preEvaluateTask, type PreEvaluationServices } from './preEvaluate.js';
import { finishReview, startReview } from './review.js';
import type { ReviewComments } from './reviewComments.js';

type ReviewCommand =
  | 'startReview'
  | 'finishReview'
  | 'replyComment'
  | 'resolveComment'
  | 'reopenComment'
  | 'applySuggestion'
  | 'preEvaluate'
  | 'startCrossCheck'
  | 'finishCrossCheck';

export interface ReviewServices extends PreEvaluationServices {
  readonly comments: ReviewComments;
  readonly crossChecks: CrossChecks;
  /** The task that a command's target means; none where it means nothing. */
  readonly taskOf: (target: unknown) => CuratedTask | undefined;
}

/** What reviewers do with tasks. */
export function reviewCommands(services: ReviewServices): Record<ReviewCommand, CommandHandler> {
  const { projects, comments, crossChecks, taskOf } = services;
  const one = (target: unknown): CuratedTask => {
    const task = taskOf(target);
    if (task) return task;
    throw new UserError(
      'No task of a curation project is chosen. Select one in the Curation view.',
    );
  };
  return {
    startReview: (target) => startReview(taskOf(target), projects),
    finishReview: (target) => finishReview(one(target), projects),
    // VS Code itself is the only caller of these four.
    replyComment: (target) => comments.reply(target as vscode.CommentReply),
    resolveComment: (target) => comments.resolve(target as vscode.CommentThread, true),
    reopenComment: (target) => comments.resolve(target as vscode.CommentThread, false),
    applySuggestion: (target) => comments.applySuggestion(target as vscode.CommentThread),
    preEvaluate: (target) => preEvaluateTask(one(target), services),
    startCrossCheck: (target) => crossChecks.start(one(target)),
    finishCrossCheck: () => crossChecks.finish(),
  };
}
