import assert from 'node:assert/strict';
import { rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import type { Engine } from '../../src/core/engine.js';
import { UserError } from '../../src/core/errors.js';
import { createEngine } from '../../src/node/engine/createEngine.js';
import { environmentWith, installShelf, makeEnvironment, temporaryFolder } from './pythonTree.js';

const HARNESS_DIR = path.join(import.meta.dirname, '../../python');
const LIMITS = { timeoutSeconds: 10, coverage: false };
const PASSING = {
  code: 'def task_func(x):\n    return x + 1\n',
  test: 'import unittest\nclass TestCases(unittest.TestCase):\n    def test_one(self):\n        self.assertEqual(task_func(1), 2)\n',
  entryPoint: 'task_func',
};
const KILLER = {
  ...PASSING,
  test: PASSING.test.replace('self.assert', 'import os; os.kill(os.getppid(), 9); self.assert'),
};

describe('an engine whose environment is lost', { skip: process.platform === 'win32' }, () => {
  it('says so when it is deleted while in use', async (t) => {
    const folder = await temporaryFolder(t);
    const python = await makeEnvironment(path.join(folder, '.venv'));
    const engine = start(t, python);
    assert.equal((await engine.run(PASSING, LIMITS)).status, 'pass');
    assert.equal(await engine.isOutdated(), false);
    await rm(path.join(folder, '.venv'), { recursive: true });
    // The host then starts another, which says what is wrong.
    await failsToStart(start(t, python), /^There is no Python at .*\.venv\/bin\/python\. Choose/);
  });

  it('gives up at once where it has to start again and cannot', async (t) => {
    const folder = await temporaryFolder(t);
    const python = await makeEnvironment(path.join(folder, '.venv'));
    const engine = start(t, python, 'limits');
    await engine.ready;
    await rm(path.join(folder, '.venv'), { recursive: true });
    await assert.rejects(engine.run(KILLER, LIMITS), /There is no Python at/);
    await assert.rejects(engine.isOutdated(), /There is no Python at/);
  });

  it('names the Python that it was made from where that is gone', async (t) => {
    const python = await makeEnvironment(await temporaryFolder(t));
    await rm(python);
    await symlink('/no/such/bin/python3', python);
    const folder = path.dirname(path.dirname(python));
    await writeFile(path.join(folder, 'pyvenv.cfg'), 'home = /no/such/bin\n');
    await failsToStart(
      start(t, python),
      /is broken: the Python that it was made from is no longer in \/no\/such\/bin\. Delete it/,
    );
  });
});

describe('an environment that two windows use', { skip: process.platform === 'win32' }, () => {
  it('runs programs for both, and both notice what the one installs', async (t) => {
    const folder = await temporaryFolder(t);
    const python = await environmentWith(folder, { version: '1.0', code: 'number = 1\n' });
    const windows = [start(t, python), start(t, python)];
    const program = { ...PASSING, code: `import shelf\n${PASSING.code}` };
    const results = await Promise.all(windows.map((engine) => engine.run(program, LIMITS)));
    assert.deepEqual(
      results.map(({ status }) => status),
      ['pass', 'pass'],
    );
    const isOutdated = () => Promise.all(windows.map((engine) => engine.isOutdated()));
    assert.deepEqual(await isOutdated(), [false, false]);
    await installShelf(folder, { version: '2.0', code: 'number = 2\n' });
    assert.deepEqual(await isOutdated(), [true, true]);
  });
});

function start(t: TestContext, pythonPath: string, isolationAtMost?: 'limits'): Engine {
  const engine = createEngine({
    pythonPath,
    harnessDir: HARNESS_DIR,
    workers: 1,
    log: () => undefined,
    ...(isolationAtMost && { isolationAtMost }),
  });
  t.after(() => {
    engine.dispose();
  });
  return engine;
}

async function failsToStart(engine: Engine, message: RegExp): Promise<void> {
  await assert.rejects(engine.ready, (error: unknown) => {
    assert.ok(error instanceof UserError);
    assert.match(error.message, message);
    return true;
  });
}
