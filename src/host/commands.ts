import * as vscode from 'vscode';
import { CancelledError, messageOf, UserError } from '../core/errors.js';

/** Every command of the extension; package.json contributes exactly these (test/integration/commands.test.ts). */
export const COMMANDS = [
  'openDataset',
  'openSamples',
  'closeDataset',
  'reloadDataset',
  'showRefused',
  'showOverview',
  'openTask',
  'showComplete',
  'showInstruct',
  'showTests',
  'showSolution',
  'runTask',
  'runWithoutCache',
  'coverTask',
  'debugTask',
  'runExamples',
  'runShown',
  'runShownWithoutCache',
  'coverShown',
  'stopRuns',
  'clearMissedBranches',
  'filterTasks',
  'clearFilter',
  'groupByDomain',
  'groupByLibrary',
  'groupByVerdict',
  'groupByNone',
  'sortById',
  'sortByName',
  'revealActiveTask',
  'newTask',
  'importDrafts',
  'previewInstruct',
  'previewComplete',
  'previewRow',
  'startReview',
  'finishReview',
  'replyComment',
  'resolveComment',
  'reopenComment',
  'applySuggestion',
  'preEvaluate',
  'startCrossCheck',
  'finishCrossCheck',
  'newProject',
  'showBoard',
  'releaseDataset',
  'uploadRelease',
  'setHubToken',
  'removeHubToken',
  'openCuratedTask',
  'checkGates',
  'moveTask',
  'assignTask',
  'showHistory',
  'restoreTask',
  'proposeRevision',
  'draftInBackground',
  'pasteProposal',
  'showProposal',
  'acceptHunk',
  'rejectHunk',
  'nextHunk',
  'acceptAllHunks',
  'rejectAllHunks',
  'setModelKey',
  'removeModelKey',
  'newStudy',
  'openStudy',
  'joinStudy',
  'leaveStudy',
  'startAttempt',
  'attemptActions',
  'pauseAttempt',
  'resumeAttempt',
  'attemptExamples',
  'attemptTests',
  'submitAttempt',
  'giveUp',
  'judgeAgain',
  'compareWithSolution',
  'answerQuestions',
  'showBaselineResults',
  'replayAttempt',
  'selectInterpreter',
  'createEnvironment',
  'clearResultCache',
  'checkEnvironment',
  'cancelEnvironmentCheck',
  'mendProblem',
  'copyRemedy',
  'installMissing',
  'compareEnvironments',
  'showDrift',
  'showDriftDocument',
  'compareDrift',
  'exportDrift',
  'closeDrift',
  'openTerminal',
  'showLog',
] as const;

export type Command = (typeof COMMANDS)[number];

/** The command's full id, as package.json and URIs name it. */
export function commandId(command: Command): string {
  return `bigcodebench.${command}`;
}

/** A command's work. `target` is whatever VS Code passes: a tree node, a `TaskTarget`, a URI, or nothing. */
export type CommandHandler = (target: unknown) => Promise<void> | void;

/** VS Code empties the box that a comment was typed into, unless sending it fails for VS Code, too. */
const FAILS_OPENLY: Command = 'replyComment';

/**
 * Registers a handler for every command. An error that the user can mend is shown as a message;
 * any other is logged with its stack and shown with a way to the log.
 */
export function registerCommands(
  handlers: Readonly<Record<Command, CommandHandler>>,
  log: vscode.LogOutputChannel,
): vscode.Disposable {
  return vscode.Disposable.from(
    ...COMMANDS.map((command) =>
      vscode.commands.registerCommand(commandId(command), async (target: unknown) => {
        try {
          await handlers[command](target);
        } catch (error) {
          reportError(error, log);
          if (command === FAILS_OPENLY) throw error;
        }
      }),
    ),
  );
}

/** A button of an error message: the command that leads out of the trouble. */
export interface WayOut {
  readonly title: string;
  readonly command: Command;
}

const SHOW_LOG: WayOut = { title: 'Show Log', command: 'showLog' };

/** Tells the user of an error without keeping the caller waiting for the message to be closed. */
export function reportError(
  error: unknown,
  log: vscode.LogOutputChannel,
  wayOut: WayOut = SHOW_LOG,
): void {
  if (error instanceof CancelledError) return;
  if (error instanceof UserError) log.warn(error.message);
  else log.error(error instanceof Error ? error : String(error));
  const text = messageOf(error);
  void vscode.window.showErrorMessage(text, wayOut.title).then((choice) => {
    if (choice) void vscode.commands.executeCommand(commandId(wayOut.command));
  });
}
