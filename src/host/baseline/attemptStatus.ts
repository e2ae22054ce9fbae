import * as vscode from 'vscode';
import { clockText } from '../../shared/clockText.js';
import { commandId } from '../commands.js';
import type { Attempts } from './attempts.js';
import type { RunningAttempt } from './runningAttempt.js';

const BACKGROUNDS = {
  none: undefined,
  short: new vscode.ThemeColor('statusBarItem.warningBackground'),
  last: new vscode.ThemeColor('statusBarItem.errorBackground'),
} as const;

/** The clock in the status bar, and the context keys that menus and keys of an attempt depend on. */
export function showAttemptStatus(attempts: Attempts): vscode.Disposable {
  const item = vscode.window.createStatusBarItem(
    'bigcodebench.attempt',
    vscode.StatusBarAlignment.Left,
    1000,
  );
  item.name = 'BigCodeBench Attempt';
  item.command = commandId('attemptActions');
  const context = new Map<string, unknown>();
  const setContext = (key: string, value: unknown): void => {
    if (context.get(key) === value) return;
    context.set(key, value);
    void vscode.commands.executeCommand('setContext', `bigcodebench.${key}`, value);
  };
  const update = (): void => {
    const attempt = attempts.current;
    const study = attempt?.place.study.study;
    setContext('attempt', attempt?.state);
    setContext('attemptPauses', study?.pauses);
    setContext('attemptRuns', study?.runs.kind);
    if (!attempt) {
      item.hide();
      return;
    }
    item.text = statusText(attempt);
    item.tooltip = statusTooltip(attempt);
    item.backgroundColor = BACKGROUNDS[attempt.urgency];
    item.show();
  };
  return vscode.Disposable.from(item, attempts.onDidChange(update));
}

function statusText(attempt: RunningAttempt): string {
  const icon =
    attempt.trouble !== undefined ? 'warning' : attempt.isCounting ? 'watch' : 'debug-pause';
  return `$(${icon}) ${clockText(attempt.remaining)}`;
}

function statusTooltip(attempt: RunningAttempt): string {
  const { counted, idle, away, paused } = attempt.account;
  const { study, taskId, attempt: number } = attempt.place;
  return [
    `${taskId}, attempt ${number} of ${study.study.attempts}: ${clockText(attempt.remaining)} left`,
    `${clockText(counted)} counted, ${clockText(idle)} of it idle`,
    `${clockText(away)} away${study.study.pauses ? `, ${clockText(paused)} paused` : ''}`,
    stateText(attempt),
    'Click for what you can do.',
  ].join('\n');
}

function stateText(attempt: RunningAttempt): string {
  if (attempt.trouble !== undefined) return `Cannot be written to the disk: ${attempt.trouble}`;
  if (attempt.state === 'paused') return 'Paused.';
  return attempt.isCounting
    ? 'Time counts.'
    : 'Time stands still: the task is out of view, or the window has no focus.';
}
