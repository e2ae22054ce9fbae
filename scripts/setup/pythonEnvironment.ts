import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { capture, mustSucceed } from './childProcesses.js';
import { ensureDebianPackages } from './debianPackages.js';
import { installOnce } from './installOnce.js';
import { cacheDirectory, root } from './paths.js';
import { findPython, type PythonInterpreter } from './pythonInterpreter.js';
import { SetupError } from './setupError.js';

const uvVersion = '0.13.9';

/** What the sample tasks import, and coverage. */
const samples = ['samples/requirements.txt'];
/** The samples' and the tools that check and test the engine. */
const development = [
  ...samples,
  'python/requirements-dev.txt',
  // For the types of what python/bcb_cluster uses.
  'python/requirements-cluster.txt',
];

/** @returns the interpreter of an environment in which the sample tasks run */
export function ensureSamplesPython(): Promise<string> {
  return ensureEnvironment('samples', samples);
}

/** @returns the interpreter of an environment that also has pytest, ruff and mypy */
export function ensureDevelopmentPython(): Promise<string> {
  return ensureEnvironment('development', development);
}

/** @returns the interpreter of an environment with the packages that our statistics are compared with */
export function ensureStatisticsPython(): Promise<string> {
  return ensureEnvironment('statistics', ['python/requirements-statistics.txt']);
}

/** @returns the interpreter of an environment that runs and reaches a Dask cluster, and nothing else */
export function ensureClusterPython(): Promise<string> {
  return ensureEnvironment('cluster', ['python/requirements-cluster.txt']);
}

async function ensureEnvironment(
  name: string,
  requirementFiles: readonly string[],
): Promise<string> {
  const python = await findPython();
  const files = requirementFiles.map((file) => path.join(root, file));
  const key = createHash('sha256').update(`${python.executable}\n${python.version}\n`);
  for (const file of files) key.update(await readFile(file));
  const directory = path.join(
    cacheDirectory,
    'python',
    `${name}-${key.digest('hex').slice(0, 12)}`,
  );
  const interpreter = interpreterOf(directory);
  await installOnce(directory, async () => {
    console.log(`Preparing the Python environment "${name}" for Python ${python.version}…`);
    const requirements = files.flatMap((file) => ['--requirement', file]);
    const uv = await findUv(python);
    if (uv === undefined) {
      await createWithVenv(python, directory);
      await mustSucceed('pip install', interpreter, pipInstall(requirements));
    } else {
      await mustSucceed('uv venv', uv, ['venv', '--python', python.executable, directory]);
      await mustSucceed('uv pip install', uv, [
        'pip',
        'install',
        '--python',
        interpreter,
        ...requirements,
      ]);
    }
  });
  return interpreter;
}

/** uv from the PATH, else from PyPI. It is only faster than pip: not having it is no failure. */
async function findUv(python: PythonInterpreter): Promise<string | undefined> {
  if (await runs('uv')) return 'uv';
  const directory = path.join(cacheDirectory, 'python', `uv-${uvVersion}-${python.version}`);
  const interpreter = interpreterOf(directory);
  try {
    await installOnce(directory, async () => {
      await createWithVenv(python, directory);
      await mustSucceed('pip install uv', interpreter, pipInstall([`uv==${uvVersion}`]));
    });
    return path.join(path.dirname(interpreter), 'uv');
  } catch (error) {
    if (error instanceof SetupError) return undefined;
    throw error;
  }
}

async function runs(command: string): Promise<boolean> {
  return capture(command, ['--version']).then(
    ({ code }) => code === 0,
    () => false,
  );
}

async function createWithVenv(python: PythonInterpreter, directory: string): Promise<void> {
  const { code } = await capture(python.executable, ['-c', 'import ensurepip']);
  // Debian keeps this part of Python in a package of its own.
  if (code !== 0) await ensureDebianPackages(['python3-venv']);
  await mustSucceed('python -m venv', python.executable, ['-m', 'venv', directory]);
}

function pipInstall(what: readonly string[]): string[] {
  return ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', ...what];
}

function interpreterOf(environment: string): string {
  return process.platform === 'win32'
    ? path.join(environment, 'Scripts', 'python.exe')
    : path.join(environment, 'bin', 'python');
}
