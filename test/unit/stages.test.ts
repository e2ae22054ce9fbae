import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { overlap, wordRuns } from '../../src/core/curation/similarity.js';
import { isStepForward, nextStage, PATH, reachableStages } from '../../src/core/curation/stages.js';
import { TASK_FILE } from './tasks.js';

describe('the stages', () => {
  it('lead one after the other to accepted', () => {
    const way = ['draft'];
    for (let stage = nextStage('draft'); stage; stage = nextStage(stage)) way.push(stage);
    assert.deepEqual(way, PATH);
  });

  it('can be gone back, and left, from everywhere', () => {
    assert.deepEqual(reachableStages('reviewed'), [
      'pre-evaluated',
      'draft',
      'refined',
      'returned',
      'rejected',
    ]);
    assert.deepEqual(reachableStages('rejected'), ['draft']);
    assert.ok(reachableStages('returned').includes('refined'));
    assert.ok(!reachableStages('draft').includes('reviewed'), 'no stage is skipped');
  });

  it('ask for gates on the way forward alone', () => {
    assert.ok(isStepForward('draft', 'refined'));
    assert.ok(isStepForward('returned', 'refined'));
    assert.ok(!isStepForward('refined', 'draft'));
    assert.ok(!isStepForward('refined', 'rejected'));
    assert.ok(!isStepForward('returned', 'draft'));
  });
});

describe('the overlap of two texts', () => {
  it('is complete whatever the layout, and none for strangers', () => {
    const runs = wordRuns(TASK_FILE);
    assert.equal(overlap(runs, wordRuns(TASK_FILE.replaceAll('\n', '\n\n'))), 1);
    assert.equal(
      overlap(runs, wordRuns('a text about something else entirely, in plain words')),
      0,
    );
  });

  it('is high for a small edit', () => {
    const edited = TASK_FILE.replace('LIMIT = 3', 'LIMIT = 4');
    const share = overlap(wordRuns(TASK_FILE), wordRuns(edited));
    assert.ok(share > 0.9 && share < 1, String(share));
  });
});
