import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { selectTasks } from '../../src/cli/selectTasks.js';
import type { Dataset } from '../../src/core/dataset.js';
import { UserError } from '../../src/core/errors.js';
import { anEntry } from './tasks.js';

const DATASET: Dataset = {
  ...{ source: { kind: 'samples' }, label: 'made', refused: [], refusedCount: 0 },
  tasks: ['A', 'B', 'C'].map((id) => anEntry(id)),
};

const idsOf = (ids?: readonly string[]): readonly string[] =>
  selectTasks(DATASET, ids).map(({ task }) => task.taskId);

describe('the tasks of --ids', () => {
  it('come in the order in which they are named', () => {
    assert.deepEqual(idsOf(['C,A', 'B']), ['C', 'A', 'B']);
    assert.deepEqual(idsOf(), ['A', 'B', 'C']);
  });

  it('come once, however often they are named', () => {
    assert.deepEqual(idsOf(['A,A,B', 'A']), ['A', 'B']);
  });

  it('must be there', () => {
    assert.throws(() => idsOf(['A,D']), new UserError('There is no task D in made. See bcb list.'));
  });
});
