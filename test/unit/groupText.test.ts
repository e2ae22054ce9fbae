import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { GroupStatus } from '../../src/core/grouping.js';
import { groupDetails, groupText } from '../../src/core/groupText.js';

function statuses(...counts: readonly (readonly [count: number, status: GroupStatus])[]) {
  return counts.flatMap(([count, status]) => new Array<GroupStatus>(count).fill(status));
}

describe('a group of tasks', () => {
  it('is counted, and no more, before one of them has run here', () => {
    assert.equal(groupText(statuses([1002, undefined])), '1,002');
    assert.equal(groupText(statuses([3, undefined], [2, 'elsewhere'])), '5');
  });

  it('tells what passed and what failed from what never ran', () => {
    const some = statuses([165, 'pass'], [1, 'fail'], [1, 'timeout'], [467, undefined]);
    assert.equal(groupText(some), '634 · 165 pass · 2 fail');
    assert.equal(groupDetails(some), '165 passed, 1 failed, 1 timed out, 467 not run');
    assert.equal(groupText(statuses([1, 'pass'], [633, undefined])), '634 · 1 pass');
  });

  it('says how many pass, be it none', () => {
    assert.equal(groupText(statuses([1, 'fail'])), '1 · 0 pass · 1 fail');
  });

  it('is short where all pass', () => {
    assert.equal(groupText(statuses([634, 'pass'])), '634 · all pass');
    assert.equal(groupDetails(statuses([634, 'pass'])), '634 passed');
  });

  it('names what is left of an error and of another environment', () => {
    const rest = statuses([2, 'error'], [1, 'elsewhere']);
    assert.equal(groupDetails(rest), '2 with an error, 1 from another environment');
  });
});
