import * as vscode from 'vscode';
import { UserError } from '../../core/errors.js';
import {
  allPythonsOnPath,
  probeInterpreter,
  workspaceVenv,
} from '../../node/python/interpreters.js';
import { resolveInterpreter } from './interpreter.js';

const BROWSE = '$(folder) Browse…';
const AUTOMATIC = '$(wand) Automatic';

/** Asks for the interpreter and keeps the answer in the setting `bigcodebench.pythonPath`. */
export async function selectInterpreter(): Promise<void> {
  const picked = await vscode.window.showQuickPick(choices(), {
    title: 'Select Python Interpreter',
    placeHolder: 'The Python (3.8 or newer) whose libraries tasks run with',
    matchOnDescription: true,
  });
  if (!picked) return;
  const path = picked.label === BROWSE ? await browse() : (picked.detail ?? '');
  if (path === undefined) return;
  if (path !== '' && !(await probeInterpreter(path))) {
    throw new UserError(`${path} does not answer as a Python interpreter. Select another one.`);
  }
  const target = vscode.workspace.workspaceFolders
    ? vscode.ConfigurationTarget.Workspace
    : vscode.ConfigurationTarget.Global;
  await vscode.workspace
    .getConfiguration('bigcodebench')
    .update('pythonPath', path === '' ? undefined : path, target);
}

async function choices(): Promise<vscode.QuickPickItem[]> {
  const folders = (vscode.workspace.workspaceFolders ?? []).map(({ uri }) => uri.fsPath);
  const venvs = (await Promise.all(folders.map(workspaceVenv))).filter(
    (path) => path !== undefined,
  );
  const probed = await Promise.all(venvs.map(probeInterpreter));
  const found = [...probed.filter((one) => one !== undefined), ...(await allPythonsOnPath())];
  const current = await resolveInterpreter().catch(() => undefined);
  return [
    { label: AUTOMATIC, description: 'the Python extension’s, else .venv, else the PATH’s' },
    ...found.map(({ path, version }) => ({
      label: `Python ${version}`,
      description: path === current?.path ? 'in use' : '',
      detail: path,
    })),
    { label: BROWSE, description: 'name an interpreter by its path' },
  ];
}

async function browse(): Promise<string | undefined> {
  const chosen = await vscode.window.showOpenDialog({
    title: 'Select Python Interpreter',
    openLabel: 'Select',
  });
  return chosen?.[0]?.fsPath;
}
