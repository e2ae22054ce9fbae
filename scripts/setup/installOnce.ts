import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { codeOf } from '../../src/core/errors.js';
import { isAlive } from '../../src/node/lockFile.js';

/**
 * Fills `directory` by `install`, unless that was done before. What an interrupted
 * installation left is removed first, and of several processes one installs while the others wait.
 */
export async function installOnce(directory: string, install: () => Promise<void>): Promise<void> {
  // Outside the directory, as a virtual environment or npm would not keep a stranger's file.
  const marker = `${directory}.installed`;
  const installed = (): boolean => existsSync(marker) && existsSync(directory);
  if (installed()) return;
  await mkdir(path.dirname(directory), { recursive: true });
  const unlock = await lock(`${directory}.lock`);
  try {
    if (installed()) return;
    await rm(directory, { recursive: true, force: true });
    await install();
    await writeFile(marker, '');
  } finally {
    await unlock();
  }
}

/** Waits until no living process holds the lock file, and takes it. */
async function lock(file: string): Promise<() => Promise<void>> {
  for (let attempt = 1; ; attempt++) {
    try {
      await writeFile(file, String(process.pid), { flag: 'wx' });
      return () => rm(file, { force: true });
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') throw error;
    }
    const holder = Number(await readFile(file, 'utf8').catch(() => ''));
    // An empty file is held too: its owner is about to write its number.
    if (holder > 0 && !isAlive(holder)) await rm(file, { force: true });
    else {
      if (attempt === 1) console.log(`Waiting for process ${holder}, which installs the same…`);
      await delay(200);
    }
  }
}
