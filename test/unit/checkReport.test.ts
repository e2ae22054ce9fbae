import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  checkedTask,
  checkReport,
  checkTable,
  type CheckedRun,
} from '../../src/cli/checkReport.js';
import type { RunResult } from '../../src/core/engine.js';
import type { EngineReady } from '../../src/shared/engineProtocol.js';
import { TASK } from './tasks.js';

const PASS: RunResult = {
  status: 'pass',
  official: 'pass',
  cause: null,
  message: '',
  module: null,
  frames: [],
  tests_run: 0,
  duration_s: 0,
  startup_s: 0,
  times: { launch_s: 0, imports_s: 0, coverage_s: 0, ending_s: 0, tests_cpu_s: 0 },
  details: {},
  stdout: '',
  stderr: '',
  output_cut: false,
  coverage: null,
  tests: [],
};
const FAIL: RunResult = { ...PASS, status: 'fail', cause: 'assertion', message: '1 != 2' };

const READY: EngineReady = {
  type: 'ready',
  protocol: 1,
  python: { version: '3.10.0', executable: 'python3', platform: 'linux' },
  workers: 1,
  launch: 'fork',
  isolation: { level: 'limits', reason: '', network: 'on' },
  memory_mib: null,
  coverage: null,
  packages: '',
  harness: '',
};

const run = (result: RunResult, cached = false): CheckedRun => ({ result, cached });
const CONTEXT = { ready: READY, timeoutSeconds: 240, coverage: false, refused: [] };

describe('a task that was run several times', () => {
  it('passes only if every run does', () => {
    assert.equal(checkedTask(TASK, [run(PASS), run(PASS)]).result, PASS);
    const checked = checkedTask(TASK, [run(PASS), run(FAIL), run(PASS)]);
    assert.equal(checked.result, FAIL);
    const [task] = checkReport([checked], CONTEXT).tasks;
    assert.deepEqual(task?.repeats, { runs: 3, passes: 2 });
    const table = checkTable([checked], false);
    assert.match(table, /fail .* 2 of 3 runs passed\. Assertion failed: 1 != 2\n/);
    assert.match(table, /1 task: 1 fail\ncauses: 1 assertion\n$/);
  });

  it('has a table that says nothing of runs which agree', () => {
    const steady = [checkedTask(TASK, [run(FAIL), run(FAIL)]), checkedTask(TASK, [run(PASS)])];
    assert.doesNotMatch(checkTable(steady, false), /runs passed/);
  });
});

describe('a task that was not run again', () => {
  it('is said to be cached, in its row, in the count and in the report', () => {
    const checked = [checkedTask(TASK, [run(FAIL, true)]), checkedTask(TASK, [run(PASS)])];
    const table = checkTable(checked, false);
    assert.match(table, /fail .* cached\. Assertion failed: 1 != 2\n/);
    assert.match(table, /2 tasks, 1 cached: 1 fail, 1 pass\n/);
    assert.deepEqual(
      checkReport(checked, CONTEXT).tasks.map(({ cached }) => cached),
      [true, false],
    );
  });
});
