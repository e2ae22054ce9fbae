import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { orderSeed } from '../../src/cli/order.js';
import { shuffle } from '../../src/core/shuffle.js';

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

  it('brings each item to each place', () => {
    const firsts = new Set(ITEMS.map((seed) => shuffle(['a', 'b', 'c'], seed * 99_991).join('')));
    assert.equal(firsts.size, 6);
  });
});

describe('--order', () => {
  it('is the file’s, a random one, or one seen before', () => {
    assert.equal(orderSeed('file'), undefined);
    assert.equal(orderSeed('random:12'), 12);
    const seed = orderSeed('random');
    assert.ok(seed !== undefined && seed >= 0 && seed < 2 ** 32);
    for (const text of ['', 'random:', 'random:-1', 'random:4294967296', 'x']) {
      assert.throws(() => orderSeed(text), { name: 'UserError', message: /--order/ });
    }
  });
});
