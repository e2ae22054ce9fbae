import { execFile, spawn } from 'node:child_process';
import { chmod, mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { CancelledError, UserError } from '../../core/errors.js';
import { pythonOnPath } from '../python/interpreters.js';

/** The newest that runs in every Python that the engine does. */
export const DEBUGPY_VERSION = '1.8.21';

const run = promisify(execFile);
const PROBE_LIMIT_MS = 10_000;

const NO_INSTALLER = 'neither pip nor uv is there';

/**
 * Prints the folder of a debugpy that is new enough to be told of as we do, and old enough for the
 * interpreter, as only its import shows.
 */
const PROBE = `
import os, sys
sys.path[:0] = sys.argv[1:]
import debugpy, debugpy.server.api
if tuple(map(int, debugpy.__version__.split(".")[:2])) >= (1, 8):
    print(os.path.dirname(os.path.dirname(os.path.abspath(debugpy.__file__))))
`;

/** The folder that {@link installDebugpy} fills for an interpreter: some of debugpy is compiled. */
export function debugpyFolder(storageDir: string, pythonVersion: string): string {
  const minor = pythonVersion.split('.').slice(0, 2).join('.');
  return join(storageDir, `debugpy-${DEBUGPY_VERSION}-python${minor}`);
}

/**
 * The first folder with a debugpy that works in an interpreter: one of `folders`, else that of the
 * interpreter's own packages.
 * @returns `undefined` where there is none
 */
export async function findDebugpy(
  pythonPath: string,
  folders: readonly string[],
): Promise<string | undefined> {
  for (const searched of [...folders.map((folder) => [folder]), []]) {
    try {
      const args = ['-c', PROBE, ...searched];
      const { stdout } = await run(pythonPath, args, { timeout: PROBE_LIMIT_MS });
      if (stdout.trim() !== '') return stdout.trim();
    } catch {
      continue;
    }
  }
  return undefined;
}

/**
 * Installs debugpy from PyPI into a folder of its own, which leaves the interpreter's environment as
 * it is: with the interpreter's pip, else with uv, else with the pip of the Python on the PATH.
 *
 * @param onLine told what the installer prints
 * @throws {UserError} that ends in the installer's last words
 * @throws {CancelledError} once `signal` is aborted
 */
export async function installDebugpy(
  pythonPath: string,
  folder: string,
  { onLine, signal }: { onLine: (line: string) => void; signal: AbortSignal },
): Promise<void> {
  await mkdir(join(folder, '..'), { recursive: true });
  const partial = await mkdtemp(`${folder}-`);
  const what = ['--target', partial, '--no-deps', `debugpy==${DEBUGPY_VERSION}`];
  const quietly = ['--no-input', '--disable-pip-version-check'];
  const forIt = ['--python', pythonPath];
  const other = (await pythonOnPath())?.path ?? pythonPath;
  const installers: readonly (readonly [string, readonly string[]])[] = [
    [pythonPath, ['-m', 'pip', 'install', ...quietly]],
    ['uv', ['pip', 'install', ...forIt]],
    [other, ['-m', 'pip', ...forIt, 'install', ...quietly]],
  ];
  try {
    let failure: string | undefined = NO_INSTALLER;
    for (const [command, args] of installers) {
      if (failure === NO_INSTALLER) {
        failure = await install(command, [...args, ...what], onLine, signal);
      }
    }
    if (failure !== undefined) {
      throw new UserError(
        `debugpy ${DEBUGPY_VERSION} could not be installed: ${failure.replace(/\.?$/, '.')} Debugging also works with a debugpy of the environment’s own: install one with pip.`,
      );
    }
    // Isolated runs may read it as somebody else.
    await chmod(partial, 0o755);
    await rm(folder, { recursive: true, force: true });
    await rename(partial, folder);
  } finally {
    await rm(partial, { recursive: true, force: true });
  }
}

/** @returns why it failed, {@link NO_INSTALLER} or the program's own words; `undefined` where it did not */
function install(
  command: string,
  args: readonly string[],
  onLine: (line: string) => void,
  signal: AbortSignal,
): Promise<string | undefined> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      signal,
      stdio: ['ignore', 'pipe', 'pipe'],
      windowsHide: true,
    });
    let lastWords = '';
    for (const stream of [child.stdout, child.stderr]) {
      createInterface({ input: stream }).on('line', (line) => {
        if (line.trim() === '') return;
        onLine(line.trim());
        // Behind the error, pip advises.
        if (!/^error/i.test(lastWords) || /^error/i.test(line)) lastWords = line.trim();
      });
    }
    child.on('error', (error: NodeJS.ErrnoException) => {
      if (signal.aborted) reject(new CancelledError());
      else resolve(error.code === 'ENOENT' ? NO_INSTALLER : error.message);
    });
    child.on('close', (code) => {
      const isMissing = lastWords.includes('No module named pip');
      resolve(code === 0 ? undefined : isMissing ? NO_INSTALLER : lastWords);
    });
  });
}
