import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { readDurations, rememberDurations } from '../../src/node/durations.js';

describe('durations', () => {
  it('are kept between checks, the newest figure for each task', async (t) => {
    const file = await temporaryFile(t);
    await rememberDurations(
      file,
      new Map([
        ['a', 1],
        ['b', 2],
      ]),
    );
    await rememberDurations(file, new Map([['a', 3]]));
    assert.deepEqual(
      [...(await readDurations(file))],
      [
        ['b', 2],
        ['a', 3],
      ],
    );
  });

  it('let go of the oldest beyond twenty thousand', async (t) => {
    const file = await temporaryFile(t);
    await rememberDurations(file, new Map([['oldest', 1]]));
    await rememberDurations(
      file,
      new Map(Array.from({ length: 20_000 }, (_, n) => [`t${String(n)}`, n])),
    );
    const kept = await readDurations(file);
    assert.equal(kept.size, 20_000);
    assert.equal(kept.has('oldest'), false);
  });

  it('begin anew where the file is missing, out of reach, broken or of another kind', async (t) => {
    const file = await temporaryFile(t);
    assert.equal((await readDurations(path.join(process.execPath, 'below a file'))).size, 0);
    assert.equal((await readDurations(file)).size, 0);
    for (const text of ['{"version":1,"seco', '{"version":2,"seconds":{}}', '[]']) {
      await writeFile(file, text);
      assert.equal((await readDurations(file)).size, 0);
    }
  });
});

async function temporaryFile(t: TestContext): Promise<string> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'bigcodebench-durations-'));
  t.after(() => rm(folder, { recursive: true }));
  return path.join(folder, 'durations.json');
}
