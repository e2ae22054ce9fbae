import { delimiter, dirname } from 'node:path';
import * as vscode from 'vscode';
import { probeInterpreter } from '../../node/python/probe.js';
import { resolveInterpreter } from './interpreter.js';

/**
 * Opens a terminal in which `python` and `pip` are those of the interpreter that runs tasks.
 * @throws {UserError} where there is none that works
 */
export async function openTerminal(): Promise<void> {
  const { path, version, prefix, isVirtual } = await probeInterpreter(
    (await resolveInterpreter()).path,
  );
  const terminal = vscode.window.createTerminal({
    name: `Python ${version}`,
    iconPath: new vscode.ThemeIcon('python'),
    env: {
      PATH: [dirname(path), process.env['PATH'] ?? ''].join(delimiter),
      VIRTUAL_ENV: isVirtual ? prefix : null,
      PYTHONHOME: null,
    },
  });
  terminal.show();
}
