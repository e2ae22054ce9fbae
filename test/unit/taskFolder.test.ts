import assert from 'node:assert/strict';
import { chmod, mkdir, symlink, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { CancelledError } from '../../src/core/errors.js';
import { openDataset } from '../../src/node/datasets/openDataset.js';
import { holdsTask } from '../../src/node/datasets/taskFolder.js';
import {
  asNobody,
  idsOf,
  openFile,
  openFolder,
  temporaryFolder,
  writeTemporary,
} from './datasetFiles.js';
import { aTask, TASK_FILE } from './tasks.js';

const isWindows = process.platform === 'win32' && 'rights on files are others there';

async function folderWith(
  t: TestContext,
  files: Readonly<Record<string, string | Uint8Array>>,
): Promise<string> {
  const folder = await temporaryFolder(t);
  for (const [name, content] of Object.entries(files)) {
    const path = join(folder, name);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, content);
  }
  return folder;
}

describe('a folder of task files', () => {
  it('gives a task for each file, named by its path and in natural order', async (t) => {
    const folder = await folderWith(t, {
      'time/task10.py': TASK_FILE,
      'time/task9.py': TASK_FILE,
      'first.py': TASK_FILE,
    });
    const dataset = await openFolder(folder);
    assert.deepEqual(idsOf(dataset), ['first', 'time/task9', 'time/task10']);
    assert.deepEqual(dataset.tasks[0], {
      task: aTask({ taskId: 'first' }),
      path: join(folder, 'first.py'),
    });
    assert.equal(dataset.label, basename(folder));
    assert.deepEqual(dataset.refused, []);
  });

  it('passes over what is no task file', async (t) => {
    const folder = await folderWith(t, {
      'task.py': TASK_FILE,
      'setup.py': 'import os\n',
      'notes.md': TASK_FILE,
      'latin1.py': Buffer.from('# caf\xe9\n', 'latin1'),
      '.hidden/a.py': TASK_FILE,
      '.venv/a.py': TASK_FILE,
      'venv/lib/a.py': TASK_FILE,
      'sub/__pycache__/a.py': TASK_FILE,
      'node_modules/a.py': TASK_FILE,
      'env/lib/site-packages/a.py': TASK_FILE,
    });
    await symlink(folder, join(folder, 'loop'));
    const { tasks, refused } = await openFolder(folder);
    assert.equal(tasks.length, 1);
    assert.deepEqual(refused, []);
  });

  it('refuses a file that is half a task, with the reason', async (t) => {
    const folder = await folderWith(t, {
      'a.py': TASK_FILE.slice(0, TASK_FILE.indexOf('# The tests')),
      'b.py': TASK_FILE.slice(TASK_FILE.indexOf('# The tests')),
      'c.py': Buffer.from(TASK_FILE.replace('median', 'm\xe9dian'), 'latin1'),
      'd.py': TASK_FILE,
    });
    const dataset = await openFolder(folder);
    assert.deepEqual(idsOf(dataset), ['d']);
    assert.deepEqual(
      dataset.refused.map(({ file }) => basename(file)),
      ['a.py', 'b.py', 'c.py'],
    );
    const reasons = dataset.refused.map(({ reason }) => reason);
    assert.match(reasons[0] ?? '', /^Line \d+: .*class TestCases/);
    assert.match(reasons[1] ?? '', /^Line \d+: .*def task_func\(/);
    assert.match(
      reasons[2] ?? '',
      /^Line 11: not UTF-8: byte 0xE9 at offset \d+\. Save the file as UTF-8\.$/,
    );
  });

  it('refuses a file or a folder in it that may not be read', { skip: isWindows }, async (t) => {
    const folder = await folderWith(t, { 'a.py': '', 'closed/b.py': '', 'c.py': TASK_FILE });
    const unreadable = ['a.py', 'closed'].map((name) => join(folder, name));
    await chmod(folder, 0o755);
    for (const path of unreadable) await chmod(path, 0);
    const { tasks, refused } = await asNobody(() => openFolder(folder));
    for (const path of unreadable) await chmod(path, 0o755);
    assert.equal(tasks.length, 1);
    assert.deepEqual(
      refused.map(({ file }) => file),
      unreadable,
    );
    for (const { reason } of refused) assert.match(reason, /^cannot be read: EACCES/);
  });

  it('knows a draft, which has its function and no tests yet, from what is wrong', async (t) => {
    const draft = TASK_FILE.slice(0, TASK_FILE.indexOf('# The tests'));
    const folder = await folderWith(t, {
      'draft.py': draft,
      'nested.py': `class Solver:\n${draft.replace(/^(?=.)/gm, '    ')}`,
      'task.py': TASK_FILE,
    });
    const { refused, refusedCount } = await openFolder(folder);
    assert.equal(refusedCount, 2);
    assert.deepEqual(
      refused.map(({ file, draft }) => [basename(file), draft]),
      [
        ['draft.py', true],
        ['nested.py', undefined],
      ],
    );
    assert.match(refused[1]?.reason ?? '', /without a function at its top level/);
  });

  it('may be empty: tasks can be written into it', async (t) => {
    assert.deepEqual((await openFolder(await temporaryFolder(t))).tasks, []);
  });

  it('says that there is no such folder, or that it is a file', async (t) => {
    const file = await writeTemporary(t, 'a.txt', '');
    await assert.rejects(openFolder(join(dirname(file), 'none')), {
      message: `There is no ${join(dirname(file), 'none')}.`,
    });
    await assert.rejects(openFolder(file), /a\.txt is no folder\. Expected a \.jsonl/);
    await assert.rejects(openFile(join(file, 'x.jsonl')), /is no folder/);
  });

  it('ends when it is cancelled', async (t) => {
    const folder = await folderWith(t, { 'a.py': TASK_FILE });
    await assert.rejects(openFolder(folder, AbortSignal.abort()), CancelledError);
  });

  it('serves as samples, which have no path to edit', async (t) => {
    const samplesDir = await folderWith(t, { 'time/a.py': TASK_FILE });
    const dataset = await openDataset({ kind: 'samples' }, { samplesDir, cacheDir: '' });
    assert.equal(dataset.label, 'Samples');
    assert.deepEqual(dataset.tasks, [{ task: aTask({ taskId: 'time/a' }) }]);
  });
});

describe('the search for a task file in a folder', () => {
  const half = TASK_FILE.slice(0, TASK_FILE.indexOf('# The tests'));

  it('finds one below it, whatever else is there', async (t) => {
    const folder = await folderWith(t, {
      'a.py': 'import os\n',
      'latin1.py': Buffer.from('# caf\xe9\n', 'latin1'),
      'tasks/b.py': TASK_FILE,
    });
    assert.equal(await holdsTask(folder, 3), true);
    assert.equal(await holdsTask(folder, 2), false, 'the third file is one too many');
  });

  it('goes on behind a file that may not be read', { skip: isWindows }, async (t) => {
    const folder = await folderWith(t, { 'a.py': '', 'b.py': TASK_FILE });
    await chmod(folder, 0o755);
    await chmod(join(folder, 'a.py'), 0);
    assert.equal(await asNobody(() => holdsTask(folder, 2)), true);
  });

  it('takes neither half of one for a task, nor what lies where nobody’s own files do', async (t) => {
    const folder = await folderWith(t, {
      'function.py': half,
      'tests.py': TASK_FILE.slice(TASK_FILE.indexOf('# The tests')),
      'venv/a.py': TASK_FILE,
    });
    assert.equal(await holdsTask(folder, 10), false);
  });
});
