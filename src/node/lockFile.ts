import { randomUUID } from 'node:crypto';
import {
  constants,
  copyFile,
  link,
  mkdir,
  readFile,
  rename,
  rm,
  writeFile,
} from 'node:fs/promises';
import { dirname } from 'node:path';
import { codeOf, UserError } from '../core/errors.js';
import { unlessMissing } from './files.js';

/** A lock that is held until it is let go, or the process ends. */
export interface Lock {
  /** Whether it is still ours: somebody may have taken it by force. */
  isHeld(): Promise<boolean>;
  release(): Promise<void>;
}

/**
 * Takes a lock that one living process at a time can hold, or says which process holds it. A file
 * that names no process was left by a crash and holds nothing.
 *
 * What remains: a process that was given the number of a dead holder counts as the holder, and a
 * number is looked up on this machine alone. Of three that take over the same dead lock at once, two
 * may get it, of which one learns so by `isHeld`.
 * @param force takes it away from whoever holds it
 */
export async function takeLock(file: string, { force = false } = {}): Promise<Lock | number> {
  await mkdir(dirname(file), { recursive: true });
  const mark = `${process.pid} ${randomUUID()}`;
  if (force) await rm(file, { force: true });
  while (!(await putDown(file, mark))) {
    const found = await contentOf(file);
    const holder = Number(found.split(' ')[0]);
    if (holder > 0 && isAlive(holder)) return holder;
    await takeAway(file, found);
  }
  return lockOf(file, mark);
}

/** Writes a lock file where there is none, whole from the first moment; returns whether it did. */
async function putDown(file: string, mark: string): Promise<boolean> {
  const temporary = temporaryOf(file);
  try {
    await writeFile(temporary, mark);
    // Not every file system has links; on those, the file is empty for a moment and may be taken.
    await link(temporary, file).catch(async (error: unknown) => {
      if (codeOf(error) === 'EEXIST') throw error;
      await copyFile(temporary, file, constants.COPYFILE_EXCL);
    });
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  } finally {
    await rm(temporary, { force: true });
  }
}

/** Removes a lock file, unless it is another than was found: somebody was faster and holds that one. */
async function takeAway(file: string, found: string): Promise<void> {
  const aside = temporaryOf(file);
  // Gone already where somebody else takes it away.
  if ((await unlessMissing(rename(file, aside).then(() => true))) === undefined) return;
  const taken = await contentOf(aside);
  if (taken !== found) await putDown(file, taken);
  await rm(aside, { force: true });
}

function temporaryOf(file: string): string {
  return `${file}.${randomUUID()}.tmp`;
}

/**
 * Does `work` while no other living process does work under the same lock file.
 * @throws {UserError} where one does
 */
export async function withLock<T>(file: string, what: string, work: () => Promise<T>): Promise<T> {
  const lock = await takeLock(file);
  if (typeof lock === 'number') {
    throw new UserError(
      `Another window (process ${lock}) is at work on ${what}. Wait until it has finished, then try again. If there is none, delete ${file}.`,
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
