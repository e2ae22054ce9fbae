import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { UserError } from '../../core/errors.js';

/**
 * Does `work` while no other living process does work under the same lock file.
 * @throws {UserError} where one does
 */
export async function withLock<T>(file: string, what: string, work: () => Promise<T>): Promise<T> {
  await take(file, what);
  try {
    return await work();
  } finally {
    await rm(file, { force: true });
  }
}

async function take(file: string, what: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  for (;;) {
    try {
      await writeFile(file, String(process.pid), { flag: 'wx' });
      return;
    } catch (error) {
      if (!isCode(error, 'EEXIST')) throw error;
    }
    const holder = Number(await readFile(file, 'utf8').catch(() => ''));
    // An empty file is held too: its owner is about to write its number.
    if (!(holder > 0) || isAlive(holder)) {
      throw new UserError(
        `Another window (process ${String(holder)}) is at work on ${what}. Wait until it has finished, then try again.`,
      );
    }
    await rm(file, { force: true });
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return isCode(error, 'EPERM');
  }
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
