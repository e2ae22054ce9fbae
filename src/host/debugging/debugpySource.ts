import { join } from 'node:path';
import * as vscode from 'vscode';
import { CancelledError } from '../../core/errors.js';
import {
  DEBUGPY_VERSION,
  debugpyFolder,
  findDebugpy,
  installDebugpy,
} from '../../node/debugging/debugpy.js';
import { working } from '../working.js';

/**
 * The folder that holds debugpy for an interpreter: one that was installed before, that of the Python
 * Debugger extension or the environment's own, else, if the user agrees, one installed now.
 *
 * @param storage where it is installed; the environment stays as it is
 * @throws {CancelledError} where the user does not agree
 * @throws {UserError} where it cannot be installed
 */
export async function provideDebugpy(
  pythonPath: string,
  pythonVersion: string,
  storage: vscode.Uri,
): Promise<string> {
  const own = debugpyFolder(storage.fsPath, pythonVersion);
  const extension = vscode.extensions.getExtension('ms-python.debugpy')?.extensionPath;
  const bundled = extension === undefined ? [] : [join(extension, 'bundled', 'libs')];
  const found = await findDebugpy(pythonPath, [own, ...bundled]);
  if (found !== undefined) return found;

  const agree = 'Install';
  const choice = await vscode.window.showInformationMessage(
    `Debugging needs debugpy, which ${pythonPath} lacks.`,
    {
      modal: true,
      detail: `debugpy ${DEBUGPY_VERSION} (about 20 MB) will be installed from PyPI into the extension’s own storage. The environment stays as it is.`,
    },
    agree,
  );
  if (choice !== agree) throw new CancelledError();
  await working(`Installing debugpy ${DEBUGPY_VERSION}`, (onLine, signal) =>
    installDebugpy(pythonPath, own, { onLine, signal }),
  );
  return own;
}
