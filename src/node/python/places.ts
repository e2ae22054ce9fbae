import { execFile } from 'node:child_process';
import type { Dirent } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { InterpreterKind } from '../../core/environments/interpreter.js';
import { pathCandidates } from './interpreters.js';
import { venvPython } from './virtualEnvironment.js';

/** Where interpreters are looked for. */
export interface Places {
  readonly home: string;
  readonly environment: NodeJS.ProcessEnv;
  /** Only those that are trusted: what they hold is run. */
  readonly workspaceFolders: readonly string[];
  /** The folder of the environments that we made. */
  readonly createdDir: string;
}

/** The places of this user. */
export function userPlaces(more: Pick<Places, 'workspaceFolders' | 'createdDir'>): Places {
  return { home: homedir(), environment: process.env, ...more };
}

/** Something that may be an interpreter. */
export interface Candidate {
  readonly path: string;
  readonly kind: InterpreterKind;
}

const WINDOWS = process.platform === 'win32';
const MACOS = process.platform === 'darwin';

/** What may be an interpreter in the usual places. Nothing is run but the `py` launcher of Windows. */
export async function interpreterCandidates(places: Places): Promise<Candidate[]> {
  const found = await Promise.all([
    each('created', environmentsIn(places.createdDir)),
    each('workspace', flat(places.workspaceFolders.map(environmentsIn))),
    each('venv', flat(virtualEnvironmentFolders(places).map(environmentsIn))),
    each('venv', hatchEnvironments(places)),
    each('conda', condaPythons(places)),
    each('uv', installationsIn(uvPythonFolder(places))),
    each('pyenv', installationsIn(pyenvFolder(places))),
    each('system', Promise.resolve(pathCandidates(places.environment['PATH']))),
    each('system', flat(systemFolders(places).map(installationsIn))),
    each('system', pythonsOfLauncher()),
  ]);
  return found.flat();
}

async function each(kind: InterpreterKind, paths: Promise<readonly string[]>) {
  return (await paths).map((path) => ({ path, kind }));
}

async function flat<T>(lists: readonly Promise<readonly T[]>[]): Promise<T[]> {
  return (await Promise.all(lists)).flat();
}

/** The subfolders of a folder; none where it does not exist or may not be read. */
async function subfolders(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((): Dirent[] => []);
  return entries
    .filter((entry) => entry.isDirectory() || entry.isSymbolicLink())
    .map(({ name }) => join(folder, name));
}

/** The interpreters of the virtual environments right below a folder. */
async function environmentsIn(folder: string): Promise<string[]> {
  const found: string[] = [];
  for (const environment of await subfolders(folder)) {
    const files = await readdir(environment).catch((): string[] => []);
    if (files.includes('pyvenv.cfg')) found.push(venvPython(environment));
  }
  return found;
}

/** The interpreters of the whole Pythons right below a folder. */
async function installationsIn(folder: string): Promise<string[]> {
  return (await subfolders(folder)).map(pythonOfInstallation);
}

function pythonOfInstallation(folder: string): string {
  return WINDOWS ? join(folder, 'python.exe') : join(folder, 'bin', 'python3');
}

function virtualEnvironmentFolders({ home, environment }: Places): string[] {
  const poetry = environment['POETRY_VIRTUALENVS_PATH'];
  return [
    environment['WORKON_HOME'] ?? join(home, '.virtualenvs'),
    join(home, '.venvs'),
    join(dataFolder(home, environment), 'virtualenvs'), // pipenv
    poetry ??
      join(
        cacheFolder(home, environment),
        'pypoetry',
        ...(WINDOWS ? ['Cache'] : []),
        'virtualenvs',
      ),
  ];
}

/** Hatch keeps them by project and by a hash of its path. */
async function hatchEnvironments({ home, environment }: Places): Promise<string[]> {
  const projects = await subfolders(join(dataFolder(home, environment), 'hatch', 'env', 'virtual'));
  const hashes = await flat(projects.map(subfolders));
  return flat([...projects, ...hashes].map(environmentsIn));
}

async function condaPythons({ home, environment }: Places): Promise<string[]> {
  const list = await readFile(join(home, '.conda', 'environments.txt'), 'utf8').catch(() => '');
  const names = ['miniconda3', 'anaconda3', 'miniforge3', 'mambaforge', 'micromamba'];
  const roots = [
    ...names.map((name) => join(home, name)),
    ...(WINDOWS ? [] : ['/opt/conda', '/opt/miniconda3', '/opt/anaconda3', '/opt/miniforge3']),
  ];
  const active = environment['CONDA_PREFIX'];
  const folders = [
    ...(active === undefined ? [] : [active]),
    ...list.split(/\r?\n/).filter((line) => line.trim() !== ''),
    ...roots,
    ...(await flat(roots.map((root) => subfolders(join(root, 'envs'))))),
  ];
  return folders.map((folder) =>
    WINDOWS ? join(folder, 'python.exe') : join(folder, 'bin', 'python'),
  );
}

function uvPythonFolder({ home, environment }: Places): string {
  const appData = environment['APPDATA'];
  return (
    environment['UV_PYTHON_INSTALL_DIR'] ??
    (WINDOWS && appData !== undefined
      ? join(appData, 'uv', 'python')
      : join(environment['XDG_DATA_HOME'] ?? join(home, '.local', 'share'), 'uv', 'python'))
  );
}

function pyenvFolder({ home, environment }: Places): string {
  const root = environment['PYENV_ROOT'] ?? join(home, '.pyenv', ...(WINDOWS ? ['pyenv-win'] : []));
  return join(root, 'versions');
}

/** Where the installers of python.org put their Pythons. */
function systemFolders({ environment }: Places): string[] {
  if (MACOS) return ['/Library/Frameworks/Python.framework/Versions'];
  const local = environment['LOCALAPPDATA'];
  const programs = environment['ProgramFiles'];
  return [
    ...(local === undefined ? [] : [join(local, 'Programs', 'Python')]),
    ...(programs === undefined ? [] : [programs]),
  ];
}

function dataFolder(home: string, environment: NodeJS.ProcessEnv): string {
  if (WINDOWS) return environment['LOCALAPPDATA'] ?? home;
  if (MACOS) return join(home, 'Library', 'Application Support');
  return environment['XDG_DATA_HOME'] ?? join(home, '.local', 'share');
}

function cacheFolder(home: string, environment: NodeJS.ProcessEnv): string {
  if (WINDOWS) return environment['LOCALAPPDATA'] ?? home;
  if (MACOS) return join(home, 'Library', 'Caches');
  return environment['XDG_CACHE_HOME'] ?? join(home, '.cache');
}

/** What the `py` launcher of Windows knows, the registry's Pythons among it. */
async function pythonsOfLauncher(): Promise<string[]> {
  if (!WINDOWS) return [];
  const listed = await promisify(execFile)('py', ['--list-paths'], { timeout: 5000 }).catch(
    () => undefined,
  );
  return listed ? parseLauncher(listed.stdout) : [];
}

/** The paths of `py --list-paths`: ` -V:3.11 *        C:\Python311\python.exe`. */
export function parseLauncher(output: string): string[] {
  return output.split(/\r?\n/).flatMap((line) => {
    const path = /^\s*-\S+(?:\s+\*)?\s+(.+\.exe)\s*$/i.exec(line)?.[1];
    return path === undefined ? [] : [path];
  });
}
