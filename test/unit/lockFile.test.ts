import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { spawnSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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
    const { pid } = spawnSync(process.execPath, ['--version']);
    await ((await takeLock(file, { force: true })) as { release(): Promise<void> }).release();
    await writeFile(file, `${pid} left behind`);
    assert.ok(typeof (await takeLock(file)) === 'object');
  });
});
