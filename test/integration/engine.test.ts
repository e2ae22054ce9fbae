import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Program } from '../../src/core/engine.js';
import { TASK_FILE } from '../unit/tasks.js';
import { command, studio } from './studio.js';

/** A module that nothing else imports. */
const MODULE = 'sched';

const PROGRAM: Program = {
  code: 'import sys\n\ndef task_func():\n    return sys.modules\n',
  test: [
    'import unittest',
    'class TestCases(unittest.TestCase):',
    '    def test_module(self):',
    `        self.assertIn('${MODULE}', task_func())`,
  ].join('\n'),
  entryPoint: 'task_func',
};

describe('the engine', () => {
  it('imports ahead what a dataset needs that is opened later', async () => {
    const { datasets, engines } = await studio();
    await command('openSamples');
    const { engine } = await engines.use();
    const hasModule = async (): Promise<boolean> => {
      const { status } = await engine.run(PROGRAM, { timeoutSeconds: 20, coverage: false });
      return status === 'pass';
    };
    assert.equal(await hasModule(), false);
    const folder = await mkdtemp(path.join(tmpdir(), 'bcb-engine-'));
    const text = TASK_FILE.replace('import unused', `import ${MODULE}`);
    await writeFile(path.join(folder, 'task.py'), text);
    const { id } = await datasets.open({ kind: 'folder', path: folder });
    // It imports between runs.
    while (!(await hasModule()));
    await datasets.close(id);
    await rm(folder, { recursive: true });
  });
});
