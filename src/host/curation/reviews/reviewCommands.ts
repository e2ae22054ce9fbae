import type * as vscode from 'vscode';
import type { CommandHandler } from '../../commands.js';
import type { ChosenTasks } from '../chosenTasks.js';
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
  readonly chosen: ChosenTasks;
}

/** What reviewers do with tasks. */
export function reviewCommands(services: ReviewServices): Record<ReviewCommand, CommandHandler> {
  const { projects, comments, crossChecks, chosen } = services;
  return {
    startReview: (target) => startReview(chosen.first(target), projects),
    finishReview: (target) => finishReview(chosen.one(target), projects),
    // VS Code itself is the only caller of these four.
    replyComment: (target) => comments.reply(target as vscode.CommentReply),
    resolveComment: (target) => comments.resolve(target as vscode.CommentThread, true),
    reopenComment: (target) => comments.resolve(target as vscode.CommentThread, false),
    applySuggestion: (target) => comments.applySuggestion(target as vscode.CommentThread),
    preEvaluate: (target) => preEvaluateTask(chosen.one(target), services),
    startCrossCheck: (target) => crossChecks.start(chosen.one(target)),
    finishCrossCheck: () => crossChecks.finish(),
  };
}
