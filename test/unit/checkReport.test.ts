import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  checkedTask,
  checkReport,
  checkTable,
  type CheckedRun,
} from '../../src/cli/checkReport.js';
import type { RunResult } from '../../src/core/engine.js';
import { PASS, READY } from './runs.js';
import { TASK } from './tasks.js';

const FAIL: RunResult = { ...PASS, status: 'fail', cause: 'assertion', message: '1 != 2' };

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
