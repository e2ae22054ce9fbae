import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { stratifiedSample, stratumOf } from '../../src/core/baseline/selection.js';
import type { DatasetTask } from '../../src/core/dataset.js';
import { anEntry, aTask } from './tasks.js';

/** 60 of Computation, 30 of Time, 9 of Cryptography and one whose library nobody knows. */
const TASKS: readonly DatasetTask[] = Array.from({ length: 100 }, (_, index) => {
  const libs =
    index < 60 ? ['numpy'] : index < 90 ? ['datetime', 'numpy'] : index < 99 ? ['rsa', 'time'] : [];
  return anEntry(`Made/${String(index)}`, libs);
});

const ids = (tasks: readonly DatasetTask[]): string[] => tasks.map(({ task }) => task.taskId);

function strata(tasks: readonly DatasetTask[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { task } of tasks) {
    const stratum = stratumOf(task) ?? 'none';
    counts[stratum] = (counts[stratum] ?? 0) + 1;
  }
  return counts;
}

describe('a task’s stratum', () => {
  it('is the rarest of its domains', () => {
    assert.equal(stratumOf(aTask({ libs: ['numpy', 'rsa', 'time'] })), 'Cryptography');
    assert.equal(stratumOf(aTask({ libs: ['numpy'] })), 'Computation');
    assert.equal(stratumOf(aTask({ libs: ['unheard_of'] })), undefined);
  });
});

describe('a stratified sample', () => {
  it('has each domain’s share, rounded so that the sizes add up', () => {
    assert.deepEqual(strata(stratifiedSample(TASKS, 50, 1)), {
      ...{ Computation: 30, Time: 15, Cryptography: 5 },
    });
    // Shares of 6.6, 3.3, 0.99 and 0.11: the two places left go to the largest remainders.
    assert.deepEqual(strata(stratifiedSample(TASKS, 11, 1)), {
      ...{ Computation: 7, Time: 3, Cryptography: 1 },
    });
  });

  it('is the same for the same seed, another for another, and never has a task twice', () => {
    const sample = ids(stratifiedSample(TASKS, 20, 5));
    assert.deepEqual(ids(stratifiedSample(TASKS, 20, 5)), sample);
    assert.notDeepEqual(ids(stratifiedSample(TASKS, 20, 6)), sample);
    assert.equal(new Set(sample).size, 20);
  });

  it('is in random order, not one domain after the other', () => {
    const order = stratifiedSample(TASKS, 40, 3).map(({ task }) => stratumOf(task));
    const changes = order.filter((stratum, index) => stratum !== order[index - 1]).length;
    assert.ok(changes > 8, `${String(changes)} changes of the domain`);
  });

  it('is everything where as much or more is asked for, and nothing of nothing', () => {
    const all = ids(stratifiedSample(TASKS, 500, 2));
    assert.deepEqual(all.toSorted(), ids(TASKS).toSorted());
    assert.deepEqual(stratifiedSample([], 5, 2), []);
  });
});
