import { isAbsolute, join } from 'node:path';
import { homedir } from 'node:os';
import * as vscode from 'vscode';
import { UserError } from '../../core/errors.js';
import { pythonOnPath, workspaceVenv } from '../../node/python/interpreters.js';
import { onPythonExtensionSelection, selectedInPythonExtension } from './pythonExtension.js';

/** The interpreter in use, and what chose it. */
export interface Interpreter {
  readonly path: string;
  readonly chosenBy: 'setting' | 'Python extension' | '.venv' | 'PATH';
}

/**
 * The interpreter that runs tasks: the setting, else the Python extension's, else the workspace's
 * `.venv`, else the PATH's.
 * @throws {UserError} where there is none
 */
export async function resolveInterpreter(): Promise<Interpreter> {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath;
  const configured = vscode.workspace
    .getConfiguration('bigcodebench')
    .get<string>('pythonPath', '')
    .trim();
  if (configured !== '') return { path: expandPath(configured, folder), chosenBy: 'setting' };

  const selected = await selectedInPythonExtension();
  if (selected !== undefined) return { path: selected, chosenBy: 'Python extension' };

  const venv = folder === undefined ? undefined : await workspaceVenv(folder);
  if (venv !== undefined) return { path: venv, chosenBy: '.venv' };

  const found = await pythonOnPath();
  if (found) return { path: found.path, chosenBy: 'PATH' };
  throw new UserError(
    'No Python interpreter was found. Install Python 3.8 or newer, or name one with “Select Python Interpreter…”.',
  );
}

/** What an engine is told at its start. */
const ENGINE_SETTINGS = ['workers', 'isolation', 'network', 'memory'];

/** Calls back when such a setting or the Python extension's choice changes. */
export function onInterpreterChange(listener: () => void): vscode.Disposable {
  return vscode.Disposable.from(
    onPythonExtensionSelection(listener),
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (
        event.affectsConfiguration('bigcodebench.pythonPath') ||
        ENGINE_SETTINGS.some((name) => event.affectsConfiguration(`bigcodebench.run.${name}`))
      ) {
        listener();
      }
    }),
  );
}

/** A person may name the home folder by `~`, or a path within the workspace folder. */
export function expandPath(path: string, folder: string | undefined): string {
  if (path.startsWith('~/') || path === '~') return join(homedir(), path.slice(1));
  const named = path.replace('${workspaceFolder}', folder ?? '');
  const isCommand = !/[\\/]/.test(named);
  return isAbsolute(named) || isCommand || folder === undefined ? named : join(folder, named);
}
