import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { phraseOf, preEvaluate } from '../../src/core/curation/preEvaluation.js';
import type { RunResult } from '../../src/core/engine.js';
import type { TestOutcome } from '../../src/shared/engineProtocol.js';
import { aTask, TASK } from './tasks.js';
import { PASS } from './runs.js';

function outcome(name: string, message = ''): TestOutcome {
  return {
    ...{ name, message, status: message === '' ? 'pass' : 'fail', duration_s: 0.1 },
    ...{ traceback: '', frames: [], stdout: '', stderr: '', output_cut: false },
  };
}

function result(...tests: TestOutcome[]): RunResult {
  const passes = tests.every(({ status }) => status === 'pass');
  return {
    ...PASS,
    ...{ status: passes ? 'pass' : 'fail', cause: passes ? null : 'assertion', tests },
  };
}

describe('a pre-evaluation', () => {
  it('counts which tests fail for how many samples', () => {
    const { samples, passed, failures, flags } = preEvaluate(TASK, [
      result(outcome('test_a'), outcome('test_b', '1 != 2')),
      result(outcome('test_a', '3 != 4'), outcome('test_b', '1 != 2')),
      result(outcome('test_a'), outcome('test_b')),
    ]);
    assert.deepEqual([samples, passed], [3, 1]);
    assert.deepEqual(failures, { test_b: 2, test_a: 1 });
    assert.deepEqual(flags, []);
  });

  it('flags a task that all samples pass', () => {
    const [flag] = preEvaluate(
      TASK,
      Array.from({ length: 3 }, () => result(outcome('a'))),
    ).flags;
    assert.equal(flag?.kind, 'too-easy');
  });

  it('flags an assertion that all samples fail alike, with what the prompt says of it', () => {
    const message = "AssertionError: 'Mean' != 'Average'";
    const task = aTask({
      docStruct: { ...TASK.docStruct, returns: ["A frame. Its column is called 'Average'."] },
    });
    const results = ['1 != 2', '1 != 3', '1 != 4'].map((other) =>
      result(outcome('test_a', other), outcome('test_b', message)),
    );
    const { flags } = preEvaluate(task, results);
    assert.deepEqual(
      flags.map(({ kind }) => kind),
      ['same-failure'],
    );
    assert.match(
      flags[0]?.message ?? '',
      /fail test_b alike .* says: “Its column is called 'Average'\.”/,
    );
    assert.match(
      preEvaluate(TASK, results).flags[0]?.message ?? '',
      /No phrase of the prompt speaks of the value/,
    );
  });

  it('draws nothing from two samples, and leaves out runs that say nothing', () => {
    const broken: RunResult = { ...PASS, status: 'error', cause: 'infrastructure' };
    const { samples, flags } = preEvaluate(TASK, [
      result(outcome('a')),
      result(outcome('a')),
      broken,
    ]);
    assert.equal(samples, 2);
    assert.deepEqual(flags, []);
  });

  it('finds exceptions and numbers in the prompt', () => {
    assert.equal(phraseOf(TASK, 'ValueError not raised'), 'ValueError: If a file is no list.');
    assert.equal(phraseOf(TASK, '7 != 8'), undefined);
  });
});
