import assert from 'node:assert/strict';
import { join } from 'node:path';
import { it } from 'node:test';
import type { RunListener } from '../../src/core/engine.js';
import { createEngine } from '../../src/node/engine/createEngine.js';
import { pythonOnPath } from '../../src/node/python/interpreters.js';
import { CachedRuns } from '../../src/node/results/cachedRuns.js';
import { ResultCache } from '../../src/node/results/resultCache.js';
import { temporaryFolder } from './datasetFiles.js';

const PROGRAM = {
  code: 'def task_func():\n    return 1\n',
  test: [
    'import unittest',
    'class TestCases(unittest.TestCase):',
    '    def test_right(self): self.assertEqual(task_func(), 1)',
    '    def test_wrong(self): self.assertEqual(task_func(), 2)',
  ].join('\n'),
  entryPoint: 'task_func',
};

it('a cached result is told of as if it came about now', async (t) => {
  const python = await pythonOnPath();
  assert.ok(python);
  const engine = createEngine({
    pythonPath: python.path,
    harnessDir: join(import.meta.dirname, '../../python'),
    workers: 1,
    log: () => undefined,
  });
  t.after(() => {
    engine.dispose();
  });
  const cache = new ResultCache(await temporaryFolder(t), () => undefined);
  const heardOf = async (runs: CachedRuns) => {
    const heard: string[] = [];
    const listener: RunListener = {
      started: () => heard.push('started'),
      test: ({ name, status }) => heard.push(`${name} ${status}`),
    };
    const options = { timeoutSeconds: 60, coverage: false };
    const judged = await runs.run(PROGRAM, options, listener, new AbortController().signal);
    return { heard, ...judged };
  };
  const recalling = new CachedRuns(engine, cache, true);
  const first = await heardOf(recalling);
  assert.deepEqual(first.heard, ['started', 'test_right pass', 'test_wrong fail']);
  assert.deepEqual([first.cached, recalling.recalled], [false, 0]);

  const second = await heardOf(recalling);
  assert.deepEqual(second.heard, first.heard);
  assert.equal(second.result.duration_s, first.result.duration_s);
  assert.equal(second.cached, true);
  assert.deepEqual(second.when, first.when);
  assert.equal(recalling.recalled, 1);

  const third = await heardOf(new CachedRuns(engine, cache, false));
  assert.equal(third.cached, false);
  assert.notEqual(third.result.duration_s, first.result.duration_s);
  assert.equal((await heardOf(recalling)).result.duration_s, third.result.duration_s);
});
