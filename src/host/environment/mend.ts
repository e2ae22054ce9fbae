import * as vscode from 'vscode';
import { commandLine, type Remedy } from '../../core/doctor/remedies.js';
import { UserError } from '../../core/errors.js';
import { commandId } from '../commands.js';

const RUN = 'Run in Terminal';
const COPY = 'Copy Command';

/**
 * Mends a problem as far as a program can: leads to a command of the editor, or shows the command
 * line and, where that is wanted, runs it in a terminal.
 * @returns whether something was run, so that looking again is of use
 * @throws {UserError} where what was run failed
 */
export async function mend(remedy: Remedy): Promise<boolean> {
  if (remedy.action) {
    await vscode.commands.executeCommand(commandId(remedy.action));
    return false;
  }
  if (!remedy.command) {
    void vscode.window.showInformationMessage(remedy.text);
    return false;
  }
  const line = shellLine(remedy.command);
  const choice = await vscode.window.showInformationMessage(
    `${remedy.text}? This runs ${line}`,
    RUN,
    COPY,
  );
  if (choice === COPY) await vscode.env.clipboard.writeText(line);
  if (choice !== RUN) return false;
  await runInTerminal(remedy.text, remedy.command);
  return true;
}

/** Puts a remedy's command line on the clipboard. */
export async function copyRemedy({ command, text }: Remedy): Promise<void> {
  await vscode.env.clipboard.writeText(command ? shellLine(command) : text);
}

/**
 * Runs a program where the user sees it and can answer it; resolves when it has ended.
 * @throws {UserError} where it fails
 */
export async function runInTerminal(name: string, command: readonly string[]): Promise<void> {
  const [program = '', ...args] = command;
  const scope = vscode.workspace.workspaceFolders
    ? vscode.TaskScope.Workspace
    : vscode.TaskScope.Global;
  const task = new vscode.Task(
    { type: 'process' },
    scope,
    name,
    'BigCodeBench',
    // Without a shell: nothing needs to be quoted.
    new vscode.ProcessExecution(program, args),
  );
  task.presentationOptions = { reveal: vscode.TaskRevealKind.Always, focus: true };
  const ended = new Promise<number | undefined>((resolve) => {
    const subscription = vscode.tasks.onDidEndTaskProcess(({ execution, exitCode }) => {
      if (execution.task.name !== name || execution.task.source !== task.source) return;
      subscription.dispose();
      resolve(exitCode);
    });
  });
  await vscode.tasks.executeTask(task);
  const exitCode = await ended;
  if (exitCode !== 0) {
    throw new UserError(
      `${shellLine(command)} ended with exit code ${String(exitCode ?? 'unknown')}: its terminal says why.`,
    );
  }
}

function shellLine(command: readonly string[]): string {
  return commandLine(command, process.platform === 'win32' ? 'powershell' : 'posix');
}
