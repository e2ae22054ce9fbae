import { homedir } from 'node:os';
import { join } from 'node:path';
import { venvPrograms, venvPython } from '../python/virtualEnvironment.js';
import { installFailure } from '../../core/environments/installFailure.js';
import { UserError } from '../../core/errors.js';
import { runCommand, type CommandOptions } from './command.js';
import { withLock } from '../lockFile.js';

/** The uv that we install where the user has none. */
const VERSION = '0.13.9';

/** The user's uv, or the one that we installed before; undefined without one. */
export async function findUv(
  toolsDir: string,
  options: CommandOptions,
): Promise<string | undefined> {
  const candidates = [
    'uv',
    join(homedir(), '.local', 'bin', 'uv'),
    join(homedir(), '.cargo', 'bin', 'uv'),
    privateUv(toolsDir),
  ];
  for (const candidate of candidates) {
    const { exitCode } = await runCommand(candidate, ['--version'], {
      ...options,
      onLine: () => undefined,
    });
    if (exitCode === 0) return candidate;
  }
  return undefined;
}

/**
 * Installs uv from the package index into an environment of its own, which needs no administrator.
 * @returns its path
 * @throws {UserError} where that fails
 */
export async function installUv(
  python: string,
  toolsDir: string,
  options: CommandOptions,
): Promise<string> {
  const folder = privateFolder(toolsDir);
  return withLock(`${folder}.lock`, 'uv', async () => {
    const steps = [
      [python, '-m', 'venv', folder],
      [venvPython(folder), '-m', 'pip', 'install', '--disable-pip-version-check', `uv==${VERSION}`],
    ];
    for (const [command = '', ...args] of steps) {
      const { exitCode, output } = await runCommand(command, args, options);
      if (exitCode !== 0) throw new UserError(installFailure(output));
    }
    return privateUv(toolsDir);
  });
}

/**
 * Has uv download a Python into the user's own folder, which needs no administrator.
 * @returns the interpreter's path
 * @throws {UserError} where that fails
 */
export async function downloadPython(
  uv: string,
  series: string,
  options: CommandOptions,
): Promise<string> {
  const installed = await runCommand(uv, ['python', 'install', series], options);
  const found = await runCommand(
    uv,
    ['python', 'find', '--managed-python', '--no-project', series],
    options,
  );
  const path = found.output.at(-1)?.trim();
  if (found.exitCode === 0 && path !== undefined) return path;
  throw new UserError(
    `Python ${series} could not be downloaded (${installed.output.at(-1) ?? ''}). Install it yourself, from https://www.python.org or your system's packages, and create the environment again.`,
  );
}

function privateFolder(toolsDir: string): string {
  return join(toolsDir, `uv-${VERSION}`);
}

function privateUv(toolsDir: string): string {
  return join(venvPrograms(privateFolder(toolsDir)), 'uv');
}
