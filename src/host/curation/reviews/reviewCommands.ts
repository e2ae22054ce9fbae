import type * as vscode from 'vscode';
import { UserError } from '../../../core/errors.js';
import type { CommandHandler } from '../../commands.js';
import type { EngineService } from '../../python/engineService.js';
import type { CuratedTask, CurationProjects } from '../curationProjects.js';
import type { CrossChecks } from './crossCheck.js';
import { preEvaluateTask } from './preEvaluate.js';
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

export interface ReviewServices {
  readonly projects: CurationProjects;
  readonly comments: ReviewComments;
  readonly crossChecks: CrossChecks;
  readonly engines: EngineService;
  /** The task that a command's target means; none where it means nothing. */
  readonly taskOf: (target: unknown) => CuratedTask | undefined;
}

/** What reviewers do with tasks. */
export function reviewCommands({
  projects,
  comments,
  crossChecks,
  engines,
  taskOf,
}: ReviewServices): Record<ReviewCommand, CommandHandler> {
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
    preEvaluate: (target) => preEvaluateTask(one(target), projects, engines),
    startCrossCheck: (target) => crossChecks.start(one(target)),
    finishCrossCheck: () => crossChecks.finish(),
  };
}
