import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { contentKey } from '../../src/core/contentKey.js';
import { checkSummary } from '../../src/core/curation/runFacts.js';
import type { RunResult } from '../../src/core/engine.js';
import { differenceText } from '../../src/core/environments/pythonEnvironment.js';
import {
  branchesText,
  branchSummary,
  causeText,
  lineSummary,
  parseStoredVerdicts,
  verdictOf,
} from '../../src/core/verdict.js';
import { CauseSchema, type TestOutcome, type TestStatus } from '../../src/shared/engineProtocol.js';
import { aTask, TASK } from './tasks.js';

function outcome(status: TestStatus): TestOutcome {
  return {
    name: `test_${status}`,
    status,
    duration_s: 0,
    message: '',
    traceback: '',
    frames: [],
    stdout: '',
    stderr: '',
    output_cut: false,
  };
}

const RESULT: RunResult = {
  status: 'fail',
  official: 'fail',
  cause: 'assertion',
  message: '1 != 2',
  module: null,
  frames: [],
  tests_run: 4,
  duration_s: 0.25,
  startup_s: 1,
  times: { launch_s: 0, imports_s: 0, coverage_s: 0, ending_s: 0, tests_cpu_s: 0 },
  details: {},
  stdout: '',
  stderr: '',
  output_cut: false,
  coverage: {
    executed_lines: [1, 2, 3],
    missing_lines: [4],
    executed_branches: [[1, 2]],
    missing_branches: [
      [1, 4],
      [2, -1],
    ],
  },
  tests: (['pass', 'fail', 'skip', 'expected_failure'] as const).map(outcome),
};
const NO_COVERAGE = {
  executed_lines: [],
  missing_lines: [],
  executed_branches: [],
  missing_branches: [],
};
const PYTHON = { executable: '/a/bin/python', version: '3.10.13', packages: 'abc' };
const NOW = new Date('2024-05-06T07:08:09.010Z');

describe('verdictOf', () => {
  it('keeps what a tree shows of a run', () => {
    const { branchPercent, ...verdict } = verdictOf(RESULT, TASK, PYTHON, NOW);
    assert.deepEqual(verdict, {
      status: 'fail',
      cause: 'assertion',
      message: '1 != 2',
      testsPassed: 2,
      testsTotal: 4,
      durationSeconds: 0.25,
      when: '2024-05-06T07:08:09.010Z',
      contentKey: contentKey(TASK),
      environment: PYTHON,
    });
    assert.ok(typeof branchPercent === 'number' && Math.abs(branchPercent - 100 / 3) < 1e-9);
  });

  it('counts the tests that passed as a record of curation does', () => {
    const { testsPassed, testsTotal } = checkSummary(RESULT);
    assert.deepEqual([testsPassed, testsTotal], [2, 4]);
  });

  it('leaves out the percentage of a run without coverage', () => {
    assert.ok(!('branchPercent' in verdictOf({ ...RESULT, coverage: null }, TASK, PYTHON, NOW)));
  });

  it('knows code without branches from code whose branches are all taken', () => {
    const coverage = { ...NO_COVERAGE, executed_lines: [1] };
    const result = { ...RESULT, status: 'pass', coverage } as const;
    const verdict = verdictOf(result, TASK, PYTHON, NOW);
    assert.equal(verdict.branchPercent, null);
    assert.equal(branchesText(verdict), 'no branches');
    const stored: unknown = JSON.parse(JSON.stringify({ version: 2, verdicts: { a: verdict } }));
    assert.deepEqual(parseStoredVerdicts(stored)?.verdicts['a'], verdict);
  });

  it('tells how many branches the tests take where they passed, and only all as 100 %', () => {
    assert.equal(branchesText({ status: 'pass', branchPercent: 100 }), '100 % of branches');
    assert.equal(branchesText({ status: 'pass', branchPercent: 87.5 }), '87 % of branches');
    assert.equal(branchesText({ status: 'pass', branchPercent: 99.9 }), '99 % of branches');
    assert.equal(branchesText({ status: 'fail', branchPercent: 87.5 }), undefined);
    assert.equal(branchesText({ status: 'pass' }), undefined);
  });

  it('survives being stored', () => {
    const verdicts = {
      a: verdictOf(RESULT, TASK, PYTHON, NOW),
      b: verdictOf({ ...RESULT, coverage: null, cause: null, status: 'pass' }, TASK, PYTHON, NOW),
    };
    const stored: unknown = JSON.parse(JSON.stringify({ version: 2, verdicts }));
    assert.deepEqual(parseStoredVerdicts(stored), { version: 2, verdicts });
    assert.equal(parseStoredVerdicts({ version: 3, verdicts }), undefined);
    const { a } = verdicts;
    assert.equal(
      parseStoredVerdicts({ version: 2, verdicts: { a: { ...a, when: 'now' } } }),
      undefined,
    );
  });

  it('is read from version 1, which did not know the environment', () => {
    const { environment, ...first } = verdictOf(RESULT, TASK, PYTHON, NOW);
    assert.deepEqual(environment, PYTHON);
    const stored: unknown = JSON.parse(JSON.stringify({ version: 1, verdicts: { a: first } }));
    assert.deepEqual(parseStoredVerdicts(stored), {
      version: 2,
      verdicts: { a: { ...first, environment: null } },
    });
    assert.equal(parseStoredVerdicts({ version: 2, verdicts: { a: first } }), undefined);
  });
});

describe('an environment', () => {
  it('is another with another Python, and not the same with other packages', () => {
    assert.equal(differenceText(PYTHON, { ...PYTHON }), undefined);
    const elsewhere = 'another environment (Python 3.10.13, /a/bin/python)';
    assert.equal(differenceText(PYTHON, { ...PYTHON, executable: '/b' }), elsewhere);
    assert.equal(differenceText(PYTHON, { ...PYTHON, version: '3.11.7' }), elsewhere);
    assert.match(differenceText(PYTHON, { ...PYTHON, packages: 'd' }) ?? '', /^before packages/);
  });
});

describe('coverage summaries', () => {
  it('count lines and branches each by themselves', () => {
    assert.ok(RESULT.coverage);
    assert.deepEqual(lineSummary(RESULT.coverage), { covered: 3, total: 4, percent: 75 });
    assert.equal(branchSummary(RESULT.coverage).total, 3);
  });

  it('call nothing to cover covered in full, as coverage.py does', () => {
    assert.deepEqual(branchSummary(NO_COVERAGE), { covered: 0, total: 0, percent: 100 });
  });
});

describe('causeText', () => {
  it('has different words for every cause', () => {
    assert.equal(new Set(CauseSchema.options.map(causeText)).size, CauseSchema.options.length);
  });
});

describe('contentKey', () => {
  it('is the same for the same content', () => {
    assert.equal(contentKey(aTask()), contentKey(aTask({ taskId: 'other', libs: [] })));
    assert.match(contentKey(TASK), /^[0-9a-f]{16}$/);
  });

  it('changes with each part of the content, and with where one ends', () => {
    const { completePrompt, canonicalSolution, test } = TASK;
    const versions = [
      TASK,
      aTask({ completePrompt: `${completePrompt} ` }),
      aTask({ canonicalSolution: `${canonicalSolution} ` }),
      aTask({ test: `${test} ` }),
      aTask({ entryPoint: 'task_func2' }),
      aTask({ test: ` ${test}` }),
      aTask({ test: test.replace('0.0', '0.1') }),
    ];
    assert.equal(new Set(versions.map(contentKey)).size, versions.length);
  });

  it('tells many near neighbours apart', () => {
    const keys = Array.from({ length: 20_000 }, (_, n) => contentKey(aTask({ test: `x = ${n}` })));
    assert.equal(new Set(keys).size, keys.length);
  });
});
