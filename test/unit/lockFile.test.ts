import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { spawnSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { takeLock } from '../../src/node/lockFile.js';

describe('a lock', () => {
  let folder = '';
  let file = '';

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'bcb-lock-'));
    file = join(folder, 'deep', 'one.lock');
  });

  afterEach(async () => {
    await rm(folder, { recursive: true, force: true });
  });

  it('is held by one, who can let it go', async () => {
    const lock = await takeLock(file);
    assert.ok(typeof lock === 'object');
    assert.equal(await takeLock(file), process.pid);
    assert.ok(await lock.isHeld());
    await lock.release();
    assert.ok(typeof (await takeLock(file)) === 'object');
  });

  it('can be taken by force, and whoever had it learns so and leaves it alone', async () => {
    const first = await takeLock(file);
    const second = await takeLock(file, { force: true });
    assert.ok(typeof first === 'object' && typeof second === 'object');
    assert.equal(await first.isHeld(), false);
    await first.release();
    assert.ok(await second.isHeld());
  });

  it('is taken from a process that has ended', async () => {
    await leave(`${String(deadProcess())} left behind`);
    assert.ok(typeof (await takeLock(file)) === 'object');
  });

  it('is taken where a crash left a file that names no process', async () => {
    for (const content of ['', 'half', '0 nobody']) {
      await leave(content);
      const lock = await takeLock(file);
      assert.ok(typeof lock === 'object', content);
      assert.ok(await lock.isHeld());
    }
    assert.deepEqual(await readdir(dirname(file)), ['one.lock'], 'nothing else is left behind');
  });

  it('goes to one of two that take over a dead one at the same time', async () => {
    const dead = `${String(deadProcess())} left behind`;
    for (let round = 0; round < 300; round++) {
      await leave(dead);
      const taken = await Promise.all([takeLock(file), takeLock(file)]);
      assert.equal(taken.filter((lock) => typeof lock === 'object').length, 1);
    }
  });

  async function leave(content: string): Promise<void> {
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, content);
  }
});

/** The number of a process that has ended. */
function deadProcess(): number {
  return spawnSync(process.execPath, ['--version']).pid;
}
