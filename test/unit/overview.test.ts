import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as v from 'valibot';
import { overviewOf, type OverviewVerdict } from '../../src/core/overview.js';
import type { Task } from '../../src/core/task.js';
import { HostMessageSchema, PageMessageSchema } from '../../src/shared/overview.js';

interface Case {
  readonly id: string;
  readonly libs?: readonly string[];
  readonly tests?: number;
  readonly verdict?: OverviewVerdict;
}

function taskOf({ id, libs = [], tests = 1 }: Case): Task {
  const methods = Array.from(
    { length: tests },
    (_, n) => `    def test_${n}(self):\n        pass\n`,
  );
  return {
    taskId: id,
    completePrompt: '',
    instructPrompt: '',
    canonicalSolution: '',
    codePrompt: '',
    test: `import unittest\nclass TestCases(unittest.TestCase):\n${methods.join('')}`,
    entryPoint: 'task_func',
    docStruct: {
      description: [`Cross river ${id}. Twice.`],
      notes: [],
      params: [],
      returns: [],
      reqs: [],
      raises: [],
      examples: [],
    },
    libs,
  };
}

function overview(...cases: Case[]) {
  const verdicts = new Map(cases.map(({ id, verdict }) => [id, verdict]));
  return overviewOf(
    {
      source: { kind: 'samples' },
      label: 'rivers.jsonl',
      tasks: cases.map((each) => ({ task: taskOf(each) })),
      refused: [],
      refusedCount: 0,
    },
    ({ task }) => verdicts.get(task.taskId),
  );
}

function verdict(
  status: OverviewVerdict['status'],
  durationSeconds = 1,
  branchPercent?: number | null,
): OverviewVerdict {
  return { status, durationSeconds, branchPercent };
}

describe('the overview of a dataset', () => {
  it('of no tasks is all zeros', () => {
    assert.deepEqual(overview(), {
      label: 'rivers.jsonl',
      tasks: 0,
      tests: 0,
      verdicts: { pass: 0, fail: 0, timeout: 0, error: 0, notRun: 0 },
      domains: [],
      libraries: [],
      slowest: [],
      measured: 0,
      leastCovered: [],
    });
  });

  it('adds the test cases up', () => {
    assert.equal(overview({ id: 'a', tests: 5 }, { id: 'b', tests: 0 }, { id: 'c' }).tests, 6);
  });

  it('counts verdicts, and tasks without one as not run', () => {
    const { verdicts } = overview(
      { id: 'a', verdict: verdict('pass') },
      { id: 'b', verdict: verdict('pass') },
      { id: 'c', verdict: verdict('timeout') },
      { id: 'd' },
    );
    assert.deepEqual(verdicts, { pass: 2, fail: 0, timeout: 1, error: 0, notRun: 1 });
  });

  it('counts a task once in each of its domains, the fullest domain first', () => {
    const { domains } = overview(
      { id: 'a', libs: ['os'] },
      { id: 'b', libs: ['numpy', 'math', 'os'] },
      { id: 'c', libs: ['re', 'unheard_of'] },
    );
    assert.deepEqual(domains, [
      { domain: 'System', tasks: 2 },
      { domain: 'Computation', tasks: 1 },
      { domain: 'General', tasks: 1 },
    ]);
  });

  it('counts for each library what passed and what failed, and an error as neither', () => {
    const libs = ['os'];
    const { libraries } = overview(
      { id: 'a', libs, verdict: verdict('pass') },
      { id: 'b', libs, verdict: verdict('fail') },
      { id: 'c', libs, verdict: verdict('timeout') },
      { id: 'd', libs, verdict: verdict('error') },
      { id: 'e', libs: ['os', 'unheard_of', 'os'] },
    );
    assert.deepEqual(libraries, [
      { library: 'os', domain: 'System', tasks: 5, passed: 1, failed: 2 },
      { library: 'unheard_of', domain: null, tasks: 1, passed: 0, failed: 0 },
    ]);
  });

  it('names the ten slowest of the tasks that really ran', () => {
    const cases = Array.from({ length: 12 }, (_, seconds) => ({
      id: `t${seconds}`,
      verdict: verdict('pass', seconds),
    }));
    const { slowest } = overview(...cases, { id: 'broken', verdict: verdict('error', 99) });
    assert.equal(slowest.length, 10);
    assert.deepEqual(slowest[0], { taskId: 't11', summary: 'Cross river t11', seconds: 11 });
    assert.equal(slowest.at(-1)?.taskId, 't2');
  });

  it('names what is least covered, and nothing that misses no branch', () => {
    const { measured, leastCovered } = overview(
      { id: 'half', verdict: verdict('pass', 1, 50) },
      { id: 'all', verdict: verdict('pass', 1, 100) },
      { id: 'none', verdict: verdict('pass', 1, 0) },
      { id: 'no branches', verdict: verdict('pass', 1, null) },
      { id: 'of a failed run', verdict: verdict('fail', 1, 20) },
      { id: 'without coverage', verdict: verdict('pass') },
      { id: 'not run' },
    );
    assert.equal(measured, 4);
    assert.deepEqual(leastCovered, [
      { taskId: 'none', summary: 'Cross river none', percent: 0 },
      { taskId: 'half', summary: 'Cross river half', percent: 50 },
    ]);
  });
});

describe('the messages of the overview page', () => {
  it('carry any overview', () => {
    const message = {
      type: 'show',
      overview: overview(
        { id: 'a', libs: ['os'], verdict: verdict('pass', 0.5, 50) },
        { id: 'b', libs: ['unheard_of'] },
      ),
    };
    assert.deepEqual(v.parse(HostMessageSchema, message), message);
  });

  it('are refused where they are not what they say', () => {
    assert.equal(v.is(HostMessageSchema, { type: 'show', overview: { label: 'rivers' } }), false);
    assert.equal(v.is(PageMessageSchema, { type: 'openTask' }), false);
    assert.equal(v.is(PageMessageSchema, { type: 'eval', code: '1' }), false);
    assert.equal(v.is(PageMessageSchema, { type: 'filterTasks', query: 'lib:re' }), true);
  });
});
