import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import * as zlib from 'node:zlib';
import { CancelledError } from '../../src/core/errors.js';
import { FIXTURES, openFile, writeTemporary } from './datasetFiles.js';

const fixture = (name: string) => join(FIXTURES, `${name}.parquet`);

describe('a Parquet file', () => {
  for (const codec of ['snappy', 'gzip', 'brotli']) {
    it(`gives the tasks that its JSONL twin gives: ${codec}`, async () => {
      const { tasks, refused } = await openFile(fixture(codec));
      assert.deepEqual(refused, []);
      assert.deepEqual(tasks, (await openFile(join(FIXTURES, 'made.jsonl'))).tasks);
    });
  }

  it('reads ZSTD where Node can, and else says what to do', async () => {
    if ('zstdDecompressSync' in zlib) {
      assert.equal((await openFile(fixture('zstd'))).tasks.length, 3);
    } else {
      await assert.rejects(openFile(fixture('zstd')), /ZSTD.*Write it with Snappy/);
    }
  });

  it('names a codec that it does not know', async () => {
    await assert.rejects(openFile(fixture('lz4')), /lz4\.parquet holds no rows.*LZ4/);
  });

  it('says once that a column is missing', async () => {
    const { tasks, refused, refusedCount } = await openFile(fixture('no-test-column'));
    assert.equal(refusedCount, 3);
    assert.deepEqual(tasks, []);
    assert.deepEqual(
      refused.map(({ line, field }) => [line, field]),
      [[undefined, 'test']],
    );
  });

  it('keeps the row groups that are whole', async (t) => {
    const bytes = await readFile(fixture('snappy'));
    bytes.fill(0, 8, 400);
    const { tasks, refused, refusedCount } = await openFile(
      await writeTemporary(t, 'bad.parquet', bytes),
    );
    assert.equal(refusedCount, 2);
    assert.deepEqual(
      tasks.map(({ task }) => task.taskId),
      ['Made/3'],
    );
    assert.equal(refused[0]?.line, 1);
    assert.match(refused[0].reason, /^the row group from here to row 2 cannot be read/);
  });

  it('says why nothing can be read', async (t) => {
    await assert.rejects(openFile(fixture('no-rows')), /no-rows\.parquet is empty/);
    const cut = (await readFile(fixture('snappy'))).subarray(0, 5000);
    await assert.rejects(
      openFile(await writeTemporary(t, 'cut.parquet', cut)),
      /cut\.parquet is cut off or damaged/,
    );
  });

  it('ends when it is cancelled', async () => {
    await assert.rejects(openFile(fixture('snappy'), AbortSignal.abort()), CancelledError);
  });
});
