import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readOrder } from '../../src/cli/order.js';
import { longestFirst } from '../../src/core/longestFirst.js';
import { shuffle } from '../../src/core/shuffle.js';
import { TASK } from './tasks.js';

const ITEMS = Array.from({ length: 50 }, (_, n) => n);

describe('shuffle', () => {
  it('keeps every item, in an order that the seed decides', () => {
    const shuffled = shuffle(ITEMS, 7);
    assert.notDeepEqual(shuffled, ITEMS);
    assert.deepEqual(
      shuffled.toSorted((a, b) => a - b),
      ITEMS,
    );
    assert.deepEqual(shuffle(ITEMS, 7), shuffled);
    assert.notDeepEqual(shuffle(ITEMS, 8), shuffled);
    assert.deepEqual(shuffle([], 7), []);
  });

  it('brings each item to each place equally often, with seeds that follow one another', () => {
    const items = ITEMS.slice(0, 10);
    const counts = new Map<string, number>();
    for (let seed = 0; seed < 1000; seed++) {
      for (const [place, item] of shuffle(items, seed).entries()) {
        const key = `${String(item)} at ${String(place)}`;
        counts.set(key, (counts.get(key) ?? 0) + 1);
      }
    }
    assert.equal(counts.size, 100);
    // 100 are expected; five standard deviations.
    for (const [key, count] of counts) assert.ok(Math.abs(count - 100) < 48, `${key}: ${count}`);
  });
});

describe('longestFirst', () => {
  it('begins with what is new, of that with what waits, then with what takes longest', () => {
    const seconds = new Map([
      ['short', 1],
      ['long', 9],
      ['also short', 1],
    ]);
    const waiting = { ...TASK, test: `${TASK.test}\n        time.sleep(2)` };
    const items = ['short', 'new', 'also short', 'waiting', 'long', 'newer'];
    assert.deepEqual(
      longestFirst(
        items,
        (item) => (item === 'waiting' ? waiting : TASK),
        (item) => seconds.get(item),
      ),
      ['waiting', 'new', 'newer', 'long', 'short', 'also short'],
    );
  });
});

describe('--order', () => {
  it('is by duration, the file’s, a random one, or one seen before', () => {
    assert.deepEqual(readOrder('longest'), { kind: 'longest' });
    assert.deepEqual(readOrder('file'), { kind: 'file' });
    assert.deepEqual(readOrder('random:12'), { kind: 'random', seed: 12 });
    const order = readOrder('random');
    assert.ok(order.kind === 'random' && order.seed >= 0 && order.seed < 2 ** 32);
    for (const text of ['', 'random:', 'random:-1', 'random:4294967296', 'x']) {
      assert.throws(() => readOrder(text), { name: 'UserError', message: /--order/ });
    }
  });
});
