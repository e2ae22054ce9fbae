import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mapConcurrently } from '../../src/core/concurrently.js';

test('results keep the order of the items, whatever ends first', async () => {
  const order: number[] = [];
  const results = await mapConcurrently([3, 1, 2], 3, async (ticks) => {
    for (let tick = 0; tick < ticks; tick++) await Promise.resolve();
    order.push(ticks);
    return ticks * 10;
  });
  assert.deepEqual(results, [30, 10, 20]);
  assert.deepEqual(order, [1, 2, 3]);
});

test('never more than the limit work at once', async () => {
  let working = 0;
  let most = 0;
  await mapConcurrently([1, 2, 3, 4, 5, 6, 7], 2, async () => {
    working += 1;
    most = Math.max(most, working);
    await new Promise(setImmediate);
    working -= 1;
  });
  assert.equal(most, 2);
});

test('after a failure nothing more is begun, and what was begun ends first', async () => {
  const begun: number[] = [];
  let ended = false;
  await assert.rejects(
    mapConcurrently([1, 2, 3, 4], 2, async (item) => {
      begun.push(item);
      if (item === 1) throw new Error('no more');
      await new Promise(setImmediate);
      ended = true;
    }),
    /no more/,
  );
  assert.deepEqual(begun, [1, 2]);
  assert.equal(ended, true);
});
