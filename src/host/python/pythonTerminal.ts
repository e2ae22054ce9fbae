import { dirname } from 'node:path';
import * as vscode from 'vscode';
import { pathCommand } from '../../core/environments/pathCommand.js';
import { probeInterpreter } from '../../node/python/probe.js';
import { resolveInterpreter } from './interpreter.js';

/**
 * Opens a terminal in which `python` and `pip` are those of the interpreter that runs tasks.
 * @throws {UserError} where there is none that works
 */
export async function openTerminal(): Promise<void> {
  const chosen = await resolveInterpreter();
  const { path, version, prefix, isVirtual } = await probeInterpreter(chosen.path);
  const terminal = vscode.window.createTerminal({
    name: `Python ${version}`,
    iconPath: new vscode.ThemeIcon('python'),
    env: { VIRTUAL_ENV: isVirtual ? prefix : null, PYTHONHOME: null },
  });
  terminal.show();
  terminal.sendText(pathCommand(vscode.env.shell, dirname(path)));
}
