import { stat } from 'node:fs/promises';
import { delimiter, isAbsolute, join } from 'node:path';
import { unusable, type FoundInterpreter } from '../../core/environments/interpreter.js';
import { UserError } from '../../core/errors.js';
import { probeInterpreter } from './probe.js';
import { venvPython } from './virtualEnvironment.js';
import { isThere } from '../files.js';

const WINDOWS = process.platform === 'win32';

/** The `.venv` interpreter of a workspace folder, if there is one. */
export async function workspaceVenv(folder: string): Promise<string | undefined> {
  const path = venvPython(join(folder, '.venv'));
  return (await isThere(path)) ? path : undefined;
}

/**
 * The first Python on the PATH that tasks can run in: a version manager's shim, or the Windows
 * store's stand-in, can be on the PATH without a Python behind it, and an older Python before a newer.
 */
export async function pythonOnPath(): Promise<FoundInterpreter | undefined> {
  for (const path of pathCandidates(process.env['PATH'])) {
    const found = await probeInterpreter(path).catch(() => undefined);
    if (found && unusable(found.version) === undefined) return found;
  }
  return undefined;
}

/** What may be a Python in the folders of a PATH. */
export function pathCandidates(path = ''): string[] {
  const names = WINDOWS ? ['python.exe', 'python3.exe'] : ['python3', 'python'];
  const folders = path.split(delimiter).filter(isAbsolute);
  return names.flatMap((name) => folders.map((folder) => join(folder, name)));
}

/**
 * The interpreter that a person means by a path: itself, or the one of a folder that is a virtual
 * environment or an installation.
 * @throws {UserError} where the folder has none
 */
export async function interpreterAt(path: string): Promise<string> {
  const isFolder = await stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
  if (!isFolder) return path;
  for (const candidate of [
    venvPython(path),
    join(path, 'bin', 'python3'),
    join(path, 'python.exe'),
  ]) {
    if (await isThere(candidate)) return candidate;
  }
  throw new UserError(`The folder ${path} holds no Python. Select another one.`);
}
