import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readTaskList } from '../../src/core/baseline/taskList.js';

const IDS = ['BigCodeBench/2', 'BigCodeBench/10', 'BigCodeBench/210'];

describe('a list of tasks', () => {
  it('is ids or numbers in any common writing, each once, in their order', () => {
    const wanted = ['BigCodeBench/10', 'BigCodeBench/2'];
    for (const text of [
      'BigCodeBench/10 BigCodeBench/2 BigCodeBench/10',
      '10, 2',
      '["BigCodeBench/10", "BigCodeBench/2"]',
      '{"task_id": "BigCodeBench/10", "x": 1}\n{"x": 210, "task_id": "BigCodeBench/2"}\n',
    ]) {
      assert.deepEqual(readTaskList(text, IDS), { found: wanted, unknown: [] });
    }
  });

  it('names what the dataset does not have', () => {
    assert.deepEqual(readTaskList('2 3 x', IDS), {
      found: ['BigCodeBench/2'],
      unknown: ['3', 'x'],
    });
  });
});
