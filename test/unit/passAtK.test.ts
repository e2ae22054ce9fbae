import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { EvalResults } from '../../src/core/evalResults.js';
import { estimatePassAtK, passAtK } from '../../src/core/passAtK.js';

/** `1 - C(n - c, k) / C(n, k)` by whole numbers, as the paper writes it. */
function byDefinition(n: number, c: number, k: number): number {
  return 1 - Number(choose(n - c, k)) / Number(choose(n, k));
}

function choose(n: number, k: number): bigint {
  let result = 1n;
  for (let i = 0; i < k; i++) result = (result * BigInt(n - i)) / BigInt(i + 1);
  return result;
}

/** Results with, for each task, this many samples of which so many pass. */
function results(...tasks: readonly (readonly [n: number, c: number])[]): EvalResults {
  const entries = tasks.map(([n, c], index) => {
    const task_id = `Made/${index}`;
    const samples = Array.from({ length: n }, (_, sample) => ({
      task_id,
      solution: '',
      status: sample < c ? ('pass' as const) : ('timeout' as const),
      details: {},
    }));
    return [task_id, samples];
  });
  return { date: '', eval: Object.fromEntries(entries) as EvalResults['eval'] };
}

function assertClose(found: number | undefined, expected: number): void {
  assert.ok(Math.abs((found ?? NaN) - expected) < 1e-12, `${String(found)}, not ${expected}`);
}

describe('estimatePassAtK', () => {
  it('gives what a pencil does', () => {
    // Two of five are correct: of C(5,2) = 10 pairs C(3,2) = 3 are wrong throughout, of 10 triples 1.
    assertClose(estimatePassAtK(5, 2, 1), 0.4);
    assertClose(estimatePassAtK(5, 2, 2), 0.7);
    assertClose(estimatePassAtK(5, 2, 3), 0.9);
    assert.equal(estimatePassAtK(5, 2, 4), 1);
    assert.equal(estimatePassAtK(5, 0, 5), 0);
    assert.equal(estimatePassAtK(1, 1, 1), 1);
  });

  it('agrees with the definition for every n up to 15', () => {
    for (let n = 1; n <= 15; n++) {
      for (let c = 0; c <= n; c++) {
        for (let k = 1; k <= n; k++) {
          assertClose(estimatePassAtK(n, c, k), byDefinition(n, c, k));
        }
      }
    }
  });

  it('survives numbers whose binomials overflow', () => {
    assertClose(estimatePassAtK(2000, 20, 1), 0.01);
    const many = estimatePassAtK(2000, 20, 1000);
    assert.ok(many > 0.999 && many <= 1);
  });
});

describe('passAtK', () => {
  it('is the mean over the tasks, each counting once', () => {
    const scores = passAtK(results([2, 1], [4, 4], [4, 0]), [1, 2]);
    assertClose(scores['pass@1'], (0.5 + 1 + 0) / 3);
    assertClose(scores['pass@2'], (1 + 1 + 0) / 3);
  });

  it('leaves out a k for which a task has too few samples', () => {
    assert.deepEqual(Object.keys(passAtK(results([5, 1], [4, 1]), [1, 4, 5, 10])), [
      'pass@1',
      'pass@4',
    ]);
    assert.deepEqual(passAtK(results(), [1]), {});
  });
});
