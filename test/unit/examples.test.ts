import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkedTask, checkReport, checkTable } from '../../src/cli/checkReport.js';
import type { RunResult } from '../../src/core/engine.js';
import { exampleFate, examplesFate } from '../../src/core/exampleFates.js';
import { writtenExamples } from '../../src/core/examples.js';
import { runKey } from '../../src/node/results/runKey.js';
import type { Cause, TestOutcome, TestStatus } from '../../src/shared/engineProtocol.js';
import { PASS, READY } from './runs.js';
import { TASK } from './tasks.js';

const CODE = `import math

def helper():
    """
    >>> helper()
    """

def task_func(x):
    r"""Take a root.

    Examples:
        >>> # nothing but a comment
        >>> task_func(4)  # two
        2.0
        >>> for x in (1, 4):
        ...     task_func(x)
        1.0
        2.0
        >>>
    """
    return math.sqrt(x)  # >>> no example
`;

function example(status: TestStatus, expected: string | null = '2\n'): TestOutcome {
  return {
    name: 'example 1 (line 3)',
    status,
    duration_s: 0.001,
    message: '',
    traceback: '',
    frames: [],
    stdout: '',
    stderr: '',
    output_cut: false,
    example: { line: 3, source: 'task_func(1)\n', expected, got: '2\n' },
  };
}

function examples(cause: Cause | null, ...tests: TestOutcome[]): RunResult {
  const status = cause === null ? 'pass' : cause === 'timeout' ? 'timeout' : 'fail';
  return { ...PASS, official: null, status, cause, tests };
}

test('examples are found where doctest finds them', () => {
  assert.deepEqual(writtenExamples({ code: CODE, test: '', entryPoint: 'task_func' }), [
    { line: 13, source: 'task_func(4)  # two' },
    { line: 15, source: 'for x in (1, 4):' },
  ]);
});

test('code without a function, or without its docstring, has no examples', () => {
  for (const code of [
    '',
    'x = 1\n',
    'def task_func(:',
    'def task_func():\n    # >>> 1\n    pass\n',
  ]) {
    assert.deepEqual(writtenExamples({ code, test: '', entryPoint: 'task_func' }), []);
  }
});

test('an example is true only if its output was compared', () => {
  assert.equal(exampleFate(example('pass')), 'true');
  assert.equal(exampleFate(example('pass', null)), 'unchecked');
  assert.equal(exampleFate(example('fail')), 'mismatched');
  assert.equal(exampleFate(example('error')), 'raising');
  assert.equal(exampleFate(example('skip')), 'skipped');
});

test('a docstring is what its gravest example is', () => {
  assert.equal(examplesFate(examples(null, example('pass'), example('pass', null))), 'true');
  assert.equal(examplesFate(examples(null, example('pass', null))), 'unchecked');
  assert.equal(examplesFate(examples('assertion', example('fail'), example('pass'))), 'mismatched');
  assert.equal(examplesFate(examples('import', example('fail'), example('error'))), 'raising');
  assert.equal(examplesFate(examples('exception')), 'raising');
  assert.equal(examplesFate(examples('syntax')), 'syntax');
  assert.equal(examplesFate(examples('timeout', example('error'))), 'timeout');
  assert.equal(examplesFate(examples('no_tests', example('skip'))), 'skipped');
  assert.equal(examplesFate(examples('no_tests')), undefined);
});

test('a check shows examples beside the verdict and never in it', () => {
  const mismatched = examples('assertion', example('fail'), example('pass', null));
  const checked = [mismatched, examples('no_tests'), examples('syntax')].map((result) =>
    checkedTask(TASK, [{ result: PASS, cached: false }], result),
  );
  const table = checkTable(checked, false);
  assert.match(table, /1 mismatched, 1 unchecked\n/);
  assert.match(table, /3 tasks: 3 pass\n2 tasks with examples: 1 mismatched, 1 syntax\n$/);
  const context = { ready: READY, timeoutSeconds: 1, coverage: false, refused: [] };
  const [first, second] = checkReport(checked, context).tasks;
  assert.equal(first?.status, 'pass');
  assert.equal(second?.doctest, null);
  assert.equal(first.doctest?.cause, 'assertion');
  assert.deepEqual(first.doctest.examples[0], {
    name: 'example 1 (line 3)',
    line: 3,
    status: 'fail',
    duration_s: 0.001,
    message: '',
    source: 'task_func(1)\n',
    expected: '2\n',
    got: '2\n',
  });
});

test('a cached result of the tests is none of the examples', () => {
  const program = { code: CODE, test: '', entryPoint: 'task_func' };
  const options = { timeoutSeconds: 1, coverage: false };
  const examplesKey = runKey(program, { ...options, mode: 'examples' }, READY);
  assert.notEqual(runKey(program, options, READY), examplesKey);
  assert.equal(
    runKey(program, options, READY),
    runKey(program, { ...options, mode: undefined }, READY),
  );
});

test('a check without examples says nothing of them', () => {
  const checked = [checkedTask(TASK, [{ result: PASS, cached: false }])];
  assert.doesNotMatch(checkTable(checked, false), /example/);
  const context = { ready: READY, timeoutSeconds: 1, coverage: false, refused: [] };
  const [task] = checkReport(checked, context).tasks;
  assert.equal(task && 'doctest' in task, false);
});
