import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { NO_TIME } from '../../src/core/baseline/attemptClock.js';
import type { AttemptEvent } from '../../src/core/baseline/attemptEvents.js';
import { eventAt } from '../../src/core/baseline/attemptSession.js';
import { parseAttemptRecord } from '../../src/core/baseline/attempt.js';
import { AttemptJournal, readKept } from '../../src/node/baseline/attemptJournal.js';

describe('an attempt’s journal', () => {
  let folder = '';
  let places = { record: '', kept: '' };
  let told: (string | undefined)[] = [];
  const tell = (trouble: string | undefined): void => {
    told.push(trouble);
  };

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'bcb-journal-'));
    places = {
      record: join(folder, 'study', 'one.events.jsonl'),
      kept: join(folder, 'kept', 'one.json'),
    };
    told = [];
  });

  afterEach(async () => {
    await rm(folder, { recursive: true, force: true });
  });

  /** A tick that can be told from others. */
  const tick = (counted: number): AttemptEvent =>
    eventAt({ ...NO_TIME, counted }, { type: 'tick' }, new Date(0));

  async function recorded(): Promise<number[]> {
    const { events, unread } = parseAttemptRecord(await readFile(places.record, 'utf8'));
    assert.deepEqual(unread, []);
    return events.map(({ account }) => account.counted);
  }

  /** Makes the record's folder a file, so that nothing can be written there. */
  async function blockFolder(): Promise<void> {
    await rm(dirname(places.record), { recursive: true, force: true });
    await writeFile(dirname(places.record), '');
  }

  it('writes events in their order, and a copy of the text', async () => {
    const journal = AttemptJournal.begin(places, tell);
    journal.keep('the text');
    for (let second = 1; second <= 20; second++) journal.add(tick(second));
    await journal.write();
    assert.deepEqual(
      await recorded(),
      Array.from({ length: 20 }, (_, index) => index + 1),
    );
    assert.equal((await readKept(places.kept))?.text, 'the text');
    await journal.close();
    assert.equal(await readKept(places.kept), undefined);
    assert.deepEqual(told, []);
  });

  it('keeps what cannot be written, says so once, and writes it when it can', async () => {
    await blockFolder();
    const journal = AttemptJournal.begin(places, tell);
    journal.add(tick(1));
    journal.add(tick(2));
    await journal.close();
    assert.equal(told.length, 1);
    assert.equal(journal.trouble, told[0]);
    assert.equal((await readKept(places.kept))?.lines.length, 2);
    await rm(dirname(places.record));
    journal.add(tick(3));
    await journal.write();
    assert.deepEqual(await recorded(), [1, 2, 3]);
    assert.deepEqual(told.slice(1), [undefined]);
  });

  it('writes a record anew that was deleted', async () => {
    const journal = AttemptJournal.begin(places, tell);
    journal.add(tick(1));
    await journal.write();
    await rm(places.record);
    journal.add(tick(2));
    await journal.write();
    assert.deepEqual(await recorded(), [1, 2]);
  });

  it('takes up what only the copy has, after a crash with a full disk', async () => {
    const journal = AttemptJournal.begin(places, tell);
    journal.add(tick(1));
    await journal.write();
    const before = await readFile(places.record, 'utf8');
    await blockFolder();
    journal.keep('the last text');
    journal.add(tick(2));
    await journal.write();
    // The process ends here; later the disk is as it was.
    await rm(dirname(places.record));
    await mkdir(dirname(places.record));
    await writeFile(places.record, `${before}{"half`);
    const resumed = await AttemptJournal.resume(places, tell);
    assert.equal(resumed.text, 'the last text');
    assert.deepEqual(
      resumed.events.map(({ account }) => account.counted),
      [1, 2],
    );
    await resumed.journal.write();
    const { events, unread } = parseAttemptRecord(await readFile(places.record, 'utf8'));
    assert.equal(events.length, 2);
    assert.equal(unread.length, 1);
  });
});
