import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ensureSamplesPython } from '../../scripts/setup/pythonEnvironment.js';
import { findDrift, normalName, type CheckedEnvironment } from '../../src/core/drift.js';
import type { RunResult } from '../../src/core/engine.js';
import { UserError } from '../../src/core/errors.js';
import { installedVersions } from '../../src/node/python/installedVersions.js';
import { PASS } from './runs.js';
import { aTask } from './tasks.js';

const environment = (packages: Readonly<Record<string, string>>): CheckedEnvironment => ({
  ...{ python: 'python3', version: '3.10', packages: new Map(Object.entries(packages)) },
});
const OLD = environment({ pandas: '1.5.3', numpy: '1.21.2', 'scikit-learn': '1.3.1' });
const NEW = environment({ pandas: '2.2.0', numpy: '1.21.2' });
const TASK = aTask({ libs: ['pandas', 'numpy', 'sklearn'] });

function failing(more: Partial<RunResult>): RunResult {
  return { ...PASS, status: 'fail', cause: 'exception', message: 'no', ...more };
}

describe('drift', () => {
  it('is nothing where all verdicts are the same', () => {
    assert.deepEqual(findDrift([TASK], [OLD, NEW], [[PASS], [PASS]]), []);
  });

  it('blames the library in whose files it failed, the deepest first', () => {
    const trace =
      'File "/x/site-packages/sklearn/base.py", line 1\nFile "/x/site-packages/pandas/core.py"';
    const [drift] = findDrift(
      [TASK],
      [OLD, NEW],
      [[PASS], [failing({ details: { test_a: trace } })]],
    );
    assert.deepEqual(drift?.blamed, [
      { distribution: 'pandas', versions: ['1.5.3', '2.2.0'] },
      { distribution: 'scikit-learn', versions: ['1.3.1', null] },
    ]);
    assert.deepEqual(
      drift.outcomes.map(({ status }) => status),
      ['pass', 'fail'],
    );
  });

  it('blames a module that cannot be imported, and never one whose version is the same', () => {
    const results = [[PASS], [failing({ cause: 'import', module: 'sklearn.linear_model' })]];
    const [drift] = findDrift([TASK], [OLD, NEW], results);
    assert.equal(drift?.blamed[0]?.distribution, 'scikit-learn');
    assert.ok(!drift.blamed.some(({ distribution }) => distribution === 'numpy'));
  });

  it('tells failures of another cause apart', () => {
    const results = [[failing({ cause: 'assertion' })], [failing({})]];
    assert.equal(findDrift([TASK], [OLD, NEW], results).length, 1);
  });
});

describe('installed versions', () => {
  it('are those of a real environment', async () => {
    const versions = await installedVersions(await ensureSamplesPython());
    assert.match(versions.get('pyyaml') ?? '', /^\d+\.\d+/);
    assert.ok(versions.has(normalName('python_dateutil')));
  });

  it('of no Python are an error that names it', async () => {
    await assert.rejects(installedVersions('/nowhere/python'), (error) => {
      return error instanceof UserError && error.message.includes('/nowhere/python');
    });
  });
});
