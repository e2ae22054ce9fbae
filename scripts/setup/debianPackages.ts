import { existsSync } from 'node:fs';
import { capture, mustSucceed } from './childProcesses.js';
import { SetupError } from './setupError.js';

/**
 * Makes sure that Debian packages are installed: root gets them, anyone else is told how to.
 * Where there is no apt (another system, another distribution) nothing is asked for,
 * and whatever is missing says so itself.
 */
export async function ensureDebianPackages(names: readonly string[]): Promise<void> {
  if (!existsSync('/usr/bin/apt-get')) return;
  const missing = await missingPackages(names);
  if (missing.length === 0) return;
  if (process.getuid?.() !== 0) {
    throw new SetupError(
      `These Debian packages are missing; install them with: sudo apt-get install ${missing.join(' ')}`,
    );
  }
  console.log(`Installing Debian packages: ${missing.join(' ')}…`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  await mustSucceed('apt-get update', 'apt-get', ['-q', 'update'], { env });
  await mustSucceed(
    'apt-get install',
    'apt-get',
    ['-q', '-y', 'install', '--no-install-recommends', ...missing],
    { env },
  );
}

async function missingPackages(names: readonly string[]): Promise<string[]> {
  const { stdout } = await capture('dpkg-query', [
    '--show',
    '--showformat=${binary:Package} ${db:Status-Status}\\n',
    ...names,
  ]);
  const installed = new Set(
    stdout
      .split('\n')
      .filter((line) => line.endsWith(' installed'))
      // Libraries are listed as name:architecture.
      .map((line) => line.split(/[: ]/, 1)[0]),
  );
  return names.filter((name) => !installed.has(name));
}
