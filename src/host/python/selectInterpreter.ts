import * as vscode from 'vscode';
import { unusable } from '../../core/environments/interpreter.js';
import { librariesByUse } from '../../core/environments/libraries.js';
import { UserError } from '../../core/errors.js';
import { interpreterAt } from '../../node/python/interpreters.js';
import type { Discovery } from '../../node/python/discover.js';
import type { Candidate } from '../../node/python/places.js';
import { probeInterpreter } from '../../node/python/probe.js';
import { commandId, reportError } from '../commands.js';
import type { OpenDatasets } from '../datasets/openDatasets.js';
import type { EngineService } from './engineService.js';
import { expandPath, resolveInterpreter } from './interpreter.js';
import {
  interpreterItems,
  type InterpreterChoice,
  type InterpreterItem,
} from './interpreterItems.js';
import { knownToPythonExtension } from './pythonExtension.js';

export interface InterpreterServices {
  readonly datasets: OpenDatasets;
  readonly engines: EngineService;
  readonly log: vscode.LogOutputChannel;
  /** The folder of the environments that we made. */
  readonly createdDir: string;
}

/** The quick pick of interpreters on show, and the end of the search that fills it. */
export interface InterpreterPick {
  readonly pick: vscode.QuickPick<InterpreterItem>;
  readonly searched: Promise<void>;
}

/** Opens the quick pick of interpreters at once and fills it while they are found. */
export function showInterpreterPick(services: InterpreterServices): InterpreterPick {
  const pick = vscode.window.createQuickPick<InterpreterItem>();
  pick.title = 'Select Python Interpreter';
  pick.placeholder = 'The Python (3.8 or newer) whose libraries tasks run with';
  pick.matchOnDescription = true;
  pick.matchOnDetail = true;
  pick.keepScrollPosition = true;
  pick.items = interpreterItems({ usable: [], unusable: [] }, 0, undefined);
  const searching = new AbortController();
  pick.onDidHide(() => {
    searching.abort();
    pick.dispose();
  });
  pick.onDidAccept(() => {
    const choice = pick.selectedItems[0]?.choice;
    pick.hide();
    if (!choice) return;
    follow(choice, services).catch((error: unknown) => {
      reportError(error, services.log, {
        title: 'Select Python Interpreter…',
        command: 'selectInterpreter',
      });
    });
  });
  pick.show();
  pick.busy = true;
  const searched = findInterpreters(services, searching.signal, (discovery, libraries, current) => {
    pick.items = interpreterItems(discovery, libraries, current);
  }).finally(() => {
    if (!searching.signal.aborted) pick.busy = false;
  });
  searched.catch((error: unknown) => {
    reportError(error, services.log);
  });
  return { pick, searched };
}

/**
 * Looks for interpreters in the usual places and in the Python extension.
 * @param onFound called with all that is known whenever one has answered, with how many libraries the
 *   open datasets need, and with the path of the interpreter in use
 */
export async function findInterpreters(
  { datasets, createdDir }: InterpreterServices,
  signal: AbortSignal,
  onFound: (discovery: Discovery, libraries: number, current: string | undefined) => void,
): Promise<void> {
  const { discoverInterpreters } = await import('../../node/python/discover.js');
  const { userPlaces } = await import('../../node/python/places.js');
  const libraries = librariesByUse(datasets.all.map(({ dataset }) => dataset));
  const chosen = await resolveInterpreter().then(
    ({ path }) => [path],
    () => [],
  );
  const current = await Promise.all(chosen.map((path) => probeInterpreter(path))).then(
    ([found]) => found?.path,
    () => undefined,
  );
  const known = await knownToPythonExtension();
  await discoverInterpreters(
    userPlaces({ workspaceFolders: trustedFolders(), createdDir }),
    [
      ...chosen.map((path): Candidate => ({ path, kind: 'chosen' })),
      ...known.map((path): Candidate => ({ path, kind: 'python-extension' })),
    ],
    libraries,
    (discovery) => {
      onFound(discovery, libraries.length, current);
    },
    signal,
  );
}

/** A folder's interpreter is run to learn what it is: only where the user trusts the folder. */
function trustedFolders(): string[] {
  if (!vscode.workspace.isTrusted) return [];
  return (vscode.workspace.workspaceFolders ?? []).map(({ uri }) => uri.fsPath);
}

async function follow(choice: InterpreterChoice, { engines }: InterpreterServices): Promise<void> {
  switch (choice.kind) {
    case 'automatic':
      await chooseInterpreter(undefined, engines);
      return;
    case 'path':
      await chooseInterpreter(choice.path, engines);
      return;
    case 'create':
      await vscode.commands.executeCommand(commandId('createEnvironment'));
      return;
    case 'unusable':
      throw new UserError(choice.problem);
    case 'enter':
    case 'browse': {
      const path = await (choice.kind === 'enter' ? enterPath() : browseInterpreter());
      if (path !== undefined) await chooseInterpreter(path, engines);
    }
  }
}

/**
 * Keeps an interpreter in the setting `bigcodebench.pythonPath`, or none for the automatic choice,
 * and starts the engine in it, so that verdicts of another environment are known as such.
 * @throws {UserError} where tasks cannot run in it
 */
export async function chooseInterpreter(
  path: string | undefined,
  engines: EngineService,
): Promise<void> {
  if (path !== undefined) {
    const { version } = await probeInterpreter(path);
    const problem = unusable(version);
    if (problem !== undefined) throw new UserError(`${problem} (${path}).`);
  }
  const target = vscode.workspace.workspaceFolders
    ? vscode.ConfigurationTarget.Workspace
    : vscode.ConfigurationTarget.Global;
  await vscode.workspace.getConfiguration('bigcodebench').update('pythonPath', path, target);
  if (vscode.workspace.isTrusted) await engines.use();
}

async function enterPath(): Promise<string | undefined> {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath;
  const entered = await vscode.window.showInputBox({
    title: 'Select Python Interpreter',
    prompt: 'The path of a Python program, or the folder of a virtual environment',
    placeHolder: '/path/to/environment/bin/python',
    ignoreFocusOut: true,
  });
  if (entered === undefined || entered.trim() === '') return undefined;
  return interpreterAt(expandPath(entered.trim(), folder));
}

/** Asks for an interpreter's file, or an environment's folder. */
export async function browseInterpreter(): Promise<string | undefined> {
  const chosen = await vscode.window.showOpenDialog({
    title: 'Select Python Interpreter',
    openLabel: 'Select',
  });
  return chosen?.[0] && interpreterAt(chosen[0].fsPath);
}
