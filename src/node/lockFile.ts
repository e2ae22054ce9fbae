import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { codeOf, UserError } from '../core/errors.js';

/** A lock that is held until it is let go, or the process ends. */
export interface Lock {
  /** Whether it is still ours: somebody may have taken it by force. */
  isHeld(): Promise<boolean>;
  release(): Promise<void>;
}

/**
 * Takes a lock that one living process at a time can hold, or says which process holds it.
 * @param force takes it away from whoever holds it
 */
export async function takeLock(file: string, { force = false } = {}): Promise<Lock | number> {
  await mkdir(dirname(file), { recursive: true });
  const mark = `${process.pid} ${randomUUID()}`;
  if (force) await rm(file, { force: true });
  for (;;) {
    try {
      await writeFile(file, mark, { flag: 'wx' });
      return lockOf(file, mark);
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') throw error;
    }
    const holder = Number((await contentOf(file)).split(' ')[0]);
    // An empty file is held too: its owner is about to write its number.
    if (!(holder > 0) || isAlive(holder)) return holder;
    await rm(file, { force: true });
  }
}

/**
 * Does `work` while no other living process does work under the same lock file.
 * @throws {UserError} where one does
 */
export async function withLock<T>(file: string, what: string, work: () => Promise<T>): Promise<T> {
  const lock = await takeLock(file);
  if (typeof lock === 'number') {
    throw new UserError(
      `Another window (process ${lock}) is at work on ${what}. Wait until it has finished, then try again.`,
    );
  }
  try {
    return await work();
  } finally {
    await lock.release();
  }
}

function lockOf(file: string, mark: string): Lock {
  const isHeld = async (): Promise<boolean> => (await contentOf(file)) === mark;
  return {
    isHeld,
    release: async () => {
      if (await isHeld()) await rm(file, { force: true });
    },
  };
}

async function contentOf(file: string): Promise<string> {
  return readFile(file, 'utf8').catch(() => '');
}

/** Whether there is a process of this number, whoever's it is. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) === 'EPERM';
  }
}
