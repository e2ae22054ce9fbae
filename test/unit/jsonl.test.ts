import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { constants, gunzipSync, gzipSync } from 'node:zlib';
import { CancelledError, UserError } from '../../src/core/errors.js';
import type { TaskRow } from '../../src/core/row.js';
import { aRow, idsOf, jsonl, openFile, temporaryFolder, writeTemporary } from './datasetFiles.js';
import { aTask } from './tasks.js';

const ROWS = ['Made/1', 'Made/2', 'Made/3'].map(aRow);
const IDS = ['Made/1', 'Made/2', 'Made/3'];

describe('a JSONL file', () => {
  it('gives its tasks in order, under the file’s name', async (t) => {
    const path = await writeTemporary(t, 'made.jsonl', jsonl(...ROWS));
    const dataset = await openFile(path);
    assert.equal(dataset.label, 'made.jsonl');
    assert.deepEqual(dataset.source, { kind: 'file', path });
    assert.deepEqual(dataset.tasks[1], { task: aTask({ taskId: 'Made/2' }) });
    assert.deepEqual(idsOf(dataset), IDS);
    assert.deepEqual(dataset.refused, []);
  });

  it('takes gzip whatever the name, several members, blank lines, CRLF, a byte order mark', async (t) => {
    const [first, ...rest] = ROWS;
    const text = `\ufeff\r\n${jsonl(first).replace('\n', '\r\n')}\n  \n`;
    const bytes = Buffer.concat([gzipSync(text), gzipSync(jsonl(...rest).trimEnd())]);
    for (const content of [bytes, text + jsonl(...rest)]) {
      const dataset = await openFile(await writeTemporary(t, 'made.data', content));
      assert.deepEqual(idsOf(dataset), IDS);
      assert.deepEqual(dataset.refused, []);
    }
  });

  it('refuses a bad row with file, line, field and reason, and loads the rest', async (t) => {
    const text = jsonl(ROWS[0], { ...aRow('Made/x'), test: 5 }, [1], ROWS[1]).concat(
      '{"task_id":\n',
    );
    const path = await writeTemporary(t, 'made.jsonl', `${text}${jsonl(ROWS[2])}`);
    const dataset = await openFile(path);
    assert.deepEqual(idsOf(dataset), IDS);
    const [field, list, json, ...more] = dataset.refused;
    assert.deepEqual(field, {
      file: path,
      line: 2,
      field: 'test',
      reason: 'expected a string, found 5',
    });
    assert.deepEqual(list, {
      file: path,
      line: 3,
      reason: 'expected an object with the fields of a task, found a list',
    });
    assert.equal(json?.line, 5);
    assert.equal(dataset.refusedCount, 3);
    assert.match(json.reason, /^not JSON: /);
    assert.deepEqual(more, []);
  });

  it('refuses the second of two rows with one id, naming the first’s line', async (t) => {
    const path = await writeTemporary(t, 'made.jsonl', jsonl(...ROWS, ROWS[1]));
    const { tasks, refused } = await openFile(path);
    assert.equal(tasks.length, 3);
    assert.deepEqual(refused, [
      {
        file: path,
        line: 4,
        field: 'task_id',
        reason: `“Made/2” is taken: line 2 of ${path} has the same id`,
      },
    ]);
  });

  it('names the line that is not UTF-8 and loads the rest', async (t) => {
    const latin1 = Buffer.from(jsonl({ ...aRow('Made/2'), test: 'é' }), 'latin1');
    const content = Buffer.concat([
      Buffer.from(jsonl(ROWS[0])),
      latin1,
      Buffer.from(jsonl(ROWS[2])),
    ]);
    const dataset = await openFile(await writeTemporary(t, 'made.jsonl', content));
    assert.deepEqual(idsOf(dataset), ['Made/1', 'Made/3']);
    assert.deepEqual(
      dataset.refused.map(({ line, reason }) => ({ line, reason })),
      [{ line: 2, reason: 'not UTF-8: save the file in that encoding' }],
    );
  });

  it('says once that a column is missing in the whole file', async (t) => {
    const rows = ROWS.map((row) => ({ ...row, test: undefined }));
    const path = await writeTemporary(t, 'made.jsonl', jsonl(...rows));
    assert.deepEqual((await openFile(path)).refused, [
      {
        file: path,
        field: 'test',
        reason: 'no row of the file has this field, and every task needs it',
      },
    ]);
  });

  it('says at each line that a field is missing where other rows have it', async (t) => {
    const bare = { ...aRow('Made/9'), test: undefined };
    const path = await writeTemporary(t, 'made.jsonl', jsonl(bare, ROWS[0], bare));
    assert.deepEqual(
      (await openFile(path)).refused.map(({ line, field, reason }) => [line, field, reason]),
      [1, 3].map((line) => [line, 'test', 'is missing, and every task needs it']),
    );
  });

  it('tells a samples file from a dataset, and what to do with it', async (t) => {
    const answers = ['solution', 'completion'].map((kind) => ({ task_id: 'Made/0', [kind]: '' }));
    const path = await writeTemporary(t, 'made.jsonl', jsonl(...answers));
    await assert.rejects(openFile(path), (error: Error) => {
      assert.ok(error instanceof UserError);
      assert.match(error.message, /made\.jsonl is a samples file: .*“bcb evaluate --samples”/);
      return true;
    });
    const mixed = await writeTemporary(t, 'made.jsonl', jsonl(...answers, ROWS[0]));
    assert.equal((await openFile(mixed)).refusedCount, 2);
  });

  it('lists a thousand problems and counts the rest', async (t) => {
    const bad = Array.from({ length: 1500 }, () => 'oops\n').join('');
    const { refused, refusedCount, tasks } = await openFile(
      await writeTemporary(t, 'made.jsonl', bad + jsonl(ROWS[0])),
    );
    assert.equal(tasks.length, 1);
    assert.equal(refused.length, 1001);
    assert.match(refused.at(-1)?.reason ?? '', /^500 more problems/);
    assert.equal(refusedCount, 1500);
  });

  it('refuses a line of 100 MB by its size, holding none of it, and loads the rest', async (t) => {
    const path = join(await temporaryFolder(t), 'made.jsonl');
    const file = createWriteStream(path);
    file.write(jsonl(ROWS[0]));
    for (let megabyte = 0; megabyte < 100; megabyte++) {
      if (!file.write(Buffer.alloc(1024 * 1024, 'x'))) {
        await once(file, 'drain');
      }
    }
    file.end(`\n${jsonl(ROWS[1])}`);
    await once(file, 'close');
    const before = process.memoryUsage().rss;
    const dataset = await openFile(path);
    const grown = process.memoryUsage().rss - before;
    assert.deepEqual(idsOf(dataset), ['Made/1', 'Made/2']);
    assert.deepEqual(
      dataset.refused.map(({ line, reason }) => ({ line, reason })),
      [{ line: 2, reason: 'the line has 100 MiB, more than the 64 MiB allowed' }],
    );
    assert.ok(grown < 150 * 1024 * 1024, `grew by ${grown} bytes`);
  });

  it('keeps the rows before the cut of a truncated gzip file, wherever the cut is', async (t) => {
    const packed = gzipSync(jsonl(...noisyRows(200)));
    for (const share of [0.3, 0.9, 0.999]) {
      const cut = packed.subarray(0, Math.floor(packed.length * share));
      const left = gunzipSync(cut, { finishFlush: constants.Z_SYNC_FLUSH }).toString();
      const whole = left.split('\n').length - 1;
      assert.ok(whole > 0);
      const { tasks, refused } = await openFile(await writeTemporary(t, 'made.jsonl.gz', cut));
      assert.equal(tasks.length, whole);
      assert.equal(refused[0]?.line, whole + 1);
      assert.match(refused[0].reason, /cut off here.*this row and those behind it are lost/);
      assert.equal(refused.length, 1);
    }
  });

  it('keeps the rows before damage in a gzip file', async (t) => {
    const packed = gzipSync(jsonl(...noisyRows(200)));
    const middle = Math.floor(packed.length / 2);
    packed.fill(0xff, middle, middle + 4000);
    const { tasks, refused } = await openFile(await writeTemporary(t, 'made.jsonl.gz', packed));
    assert.ok(tasks.length > 50 && tasks.length < 150);
    assert.match(refused.at(-1)?.reason ?? '', /damaged here/);
  });

  it('says in one message why nothing can be read', async (t) => {
    const cases: [name: string, content: string | Uint8Array, message: RegExp][] = [
      ['empty.jsonl', '', /empty\.jsonl is empty\. Expected one JSON object a line/],
      ['blank.jsonl', '\n \n', /is empty/],
      ['empty.jsonl.gz', gzipSync(''), /is empty/],
      ['cut.jsonl.gz', gzipSync(jsonl(...ROWS)).subarray(0, 15), /no rows.*cut off/],
      ['made.csv', 'task_id,test\n1,2\n', /made\.csv holds no rows.*line 1: not JSON.*one JSON/],
      ['pretty.json', JSON.stringify(ROWS[0], null, 2), /line 1: not JSON/],
      ['binary.jsonl', Buffer.from([0xff, 0xfe, 0x7b, 0x00]), /line 1: not UTF-8/],
      ['cut.parquet', 'PAR1 and nothing more', /cut\.parquet is cut off or damaged/],
    ];
    for (const [name, content, message] of cases) {
      const path = await writeTemporary(t, name, content);
      await assert.rejects(openFile(path), (error) => {
        assert.ok(error instanceof UserError, String(error));
        assert.match(error.message, message);
        return true;
      });
    }
  });

  it('says that there is no such file, or that it is a folder', async (t) => {
    const folder = await temporaryFolder(t);
    await assert.rejects(openFile(join(folder, 'none.jsonl')), {
      name: 'UserError',
      message: `There is no ${join(folder, 'none.jsonl')}.`,
    });
    await mkdir(join(folder, 'odd.jsonl'));
    await assert.rejects(openFile(join(folder, 'odd.jsonl')), /is a folder/);
  });

  it('ends when it is cancelled', async (t) => {
    const path = await writeTemporary(t, 'made.jsonl', jsonl(...ROWS));
    await assert.rejects(openFile(path, AbortSignal.abort()), CancelledError);
    await assert.rejects(
      openFile(
        await writeTemporary(t, 'a.jsonl.gz', gzipSync(jsonl(...ROWS))),
        AbortSignal.abort(),
      ),
      CancelledError,
    );
  });
});

/** Rows that fill several of gzip's blocks. */
function noisyRows(count: number): TaskRow[] {
  return Array.from({ length: count }, (_, n) => ({ ...aRow(`Made/${n}`), test: noise(n) }));
}

/** The same text each time, of letters that gzip cannot shorten by more than half. */
function noise(seed: number): string {
  const digests = Array.from({ length: 50 }, (_, n) =>
    createHash('sha256').update(`${seed} ${n}`).digest('hex'),
  );
  return digests.join('');
}
