import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { EventOf } from '../../src/core/curation/events.js';
import { eventNow } from '../../src/core/curation/newEvents.js';
import {
  phraseOf,
  preEvaluate,
  preEvaluationReport,
} from '../../src/core/curation/preEvaluation.js';
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

  it('counts why samples fail that fail no test, so that the counts add up', () => {
    const failing = (cause: RunResult['cause']): RunResult => ({ ...PASS, status: 'fail', cause });
    const { failures, failedNoTest, passed, samples } = preEvaluate(TASK, [
      result(outcome('test_a', '1 != 2')),
      { ...result(outcome('test_a')), status: 'timeout', cause: 'timeout' },
      ...[failing('syntax'), failing('syntax'), result(outcome('test_a'))],
    ]);
    assert.deepEqual([samples, passed], [5, 1]);
    assert.deepEqual(failures, { test_a: 1 });
    assert.deepEqual(failedNoTest, { timeout: 1, syntax: 2 });
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

describe('the report on a pre-evaluation', () => {
  const ada = { kind: 'person', name: 'Ada', email: 'ada@example.org' } as const;
  const event: EventOf<'pre-evaluated'> = {
    ...{ ...eventNow(ada, 'x'), type: 'pre-evaluated', models: ['small', 'large'] },
    ...{ samples: 4, passed: 1, failures: { test_b: 1, test_a: 3 }, flags: ['Too easy.'] },
  };

  it('has the flags, and the share of samples that each test fails for, the most first', () => {
    assert.equal(
      preEvaluationReport('one', event),
      `# Pre-evaluation of one

1 of 4 samples pass (25 %).

**Too easy.**

| test | fails for |
| --- | --- |
| test\\_a | 3 (75 %) |
| test\\_b | 1 (25 %) |
`,
    );
  });

  it('says of samples that fail no test why they fail', () => {
    const failedNoTest = { timeout: 1, syntax: 2, 'of a newer version': 1 };
    assert.match(
      preEvaluationReport('one', { ...event, failedNoTest }),
      /4 samples fail without failing a test: syntax error \(2\), timed out \(1\), of a newer version \(1\)\.\n$/,
    );
    assert.match(
      preEvaluationReport('one', { ...event, failedNoTest: { syntax: 1 } }),
      /1 sample fails without failing a test: syntax error \(1\)\.\n$/,
    );
  });

  it('has each model’s share and each answer, where models were asked', () => {
    const answers = [
      { model: 'small', code: 's = "```"\n', status: 'fail', failed: ['test_a', 'test_b'] },
      { model: 'large', code: 'pass\n', status: 'pass', failed: [] },
      { model: 'large', reason: 'The model refuses: No.' },
    ];
    const models = [
      { name: 'small', parameters: { temperature: 0.8, endpoint: 'localhost' } },
      { name: 'large', parameters: {} },
    ];
    const asked = { prompt: 'instruct' as const, models, answers };
    const report = preEvaluationReport('one', { ...event, asked });
    assert.match(report, /were given the Instruct prompt/);
    assert.match(report, /\| small \| temperature 0\.8, endpoint localhost \| 0 of 1 \(0 %\) \|/);
    assert.match(report, /\| large \| +\| 1 of 1 \(100 %\) \|/);
    assert.match(report, /Answer 1: small, fail\n\nFails test_a, test_b\.\n\n````python\ns = /);
    assert.match(report, /Answer 3: large, not run\n\nThe model refuses: No\.\n$/);
  });
});
