import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { progressText } from '../../src/core/runProgress.js';

describe('progressText', () => {
  it('says how many of all have run, and how many of these failed', () => {
    assert.equal(progressText({ total: 1002, done: 0, failed: 0 }), '0 of 1,002 run');
    assert.equal(
      progressText({ total: 1002, done: 312, failed: 4 }),
      '312 of 1,002 run · 4 failed',
    );
  });

  it('says nothing of a single run', () => {
    assert.equal(progressText({ total: 1, done: 0, failed: 0 }), '');
  });
});
