import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { readRow, toRow, type TaskRow } from '../../src/core/row.js';
import { taskIdOfPath, taskPathOf } from '../../src/core/taskPath.js';
import { temporaryFolder } from './datasetFiles.js';
import { aTask, TASK, TASK_FILE } from './tasks.js';

const ROOT = join(import.meta.dirname, '../..');
const SAMPLES = join(ROOT, 'samples');
const RELEASED = process.env['BCB_DATA'];

interface Ending {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

async function bcb(...args: readonly string[]): Promise<Ending> {
  return new Promise((resolve) => {
    const options = { cwd: ROOT, maxBuffer: 64 * 1024 * 1024 };
    const command = ['--import', 'tsx', 'src/cli/main.ts', ...args];
    execFile(process.execPath, command, options, (error, stdout, stderr) => {
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, stdout, stderr });
    });
  });
}

function rowsOf(text: string): TaskRow[] {
  const lines = text.trimEnd().split('\n');
  return lines.map((line) => {
    const reading = readRow(JSON.parse(line));
    assert.ok(reading.ok);
    return toRow({ ...reading.task, libs: reading.task.libs.toSorted() });
  });
}

function byId(rows: readonly TaskRow[]): TaskRow[] {
  return rows.toSorted((a, b) => (a.task_id < b.task_id ? -1 : 1));
}

async function folderOfOne(t: TestContext, text: string): Promise<string> {
  const folder = await temporaryFolder(t);
  await mkdir(join(folder, 'tasks'));
  await writeFile(join(folder, 'tasks', 'one.py'), text);
  return join(folder, 'tasks');
}

describe('a task’s path', () => {
  for (const id of [
    'BigCodeBench/17',
    'one',
    'a/../b',
    '../up',
    '/rooted',
    'C:\\x',
    'a//b',
    'trailing.',
    'trailing ',
    '.hidden/x',
    'venv/x',
    'NUL',
    'con.py',
    '100%',
    '50%41',
    'with.py',
    'ein Täsk',
  ]) {
    it(`gives back ${JSON.stringify(id)}`, () => {
      const path = taskPathOf(id);
      assert.equal(taskIdOfPath(path), id);
      for (const segment of path.split('/')) {
        assert.doesNotMatch(segment, /^\.|^$|[\\:*?"<>|]|^(?:venv|nul|con)(?:\.|$)/i);
      }
    });
  }

  it('is the id where nothing is in the way', () => {
    assert.equal(taskPathOf('BigCodeBench/17'), 'BigCodeBench/17.py');
  });
});

describe('bcb compile and bcb split', () => {
  it('turn the samples into rows, the rows into files, and these into the same rows', async (t) => {
    const folder = await temporaryFolder(t);
    const rows = join(folder, 'rows.jsonl');
    assert.equal((await bcb('compile', SAMPLES, '--out', rows)).code, 0);
    const files = join(folder, 'files');
    assert.equal((await bcb('split', '--tasks', rows, '--out', files)).code, 0);
    const text = await readFile(rows, 'utf8');
    assert.equal(rowsOf(text).length, 21);
    assert.equal((await bcb('compile', files)).stdout, text);
  });

  it(
    'keep every field of the released rows',
    { skip: RELEASED === undefined && 'BCB_DATA names no dataset' },
    async (t) => {
      const folder = await temporaryFolder(t);
      const split = await bcb('split', '--tasks', RELEASED ?? '', '--out', join(folder, 'files'));
      assert.equal(split.code, 0, split.stderr);
      const out = join(folder, 'rows.jsonl');
      assert.equal((await bcb('compile', join(folder, 'files'), '--out', out)).code, 0);
      const packed = await readFile(RELEASED ?? '');
      const released = (RELEASED?.endsWith('.gz') ? gunzipSync(packed) : packed).toString('utf8');
      assert.deepEqual(byId(rowsOf(await readFile(out, 'utf8'))), byId(rowsOf(released)));
    },
  );

  it('compile one file to standard output, named after the file', async (t) => {
    const folder = await folderOfOne(t, TASK_FILE);
    const { code, stdout } = await bcb('compile', join(folder, 'one.py'));
    assert.equal(code, 0);
    assert.deepEqual(JSON.parse(stdout), toRow(aTask({ taskId: 'one' })));
  });

  it('write gzip where the name says so', async (t) => {
    const folder = await folderOfOne(t, TASK_FILE);
    const out = join(folder, 'rows.jsonl.gz');
    assert.equal((await bcb('compile', folder, '--out', out)).code, 0);
    const [row] = rowsOf(gunzipSync(await readFile(out)).toString('utf8'));
    assert.equal(row?.task_id, 'one');
  });

  it('write nothing where a file is no task, and name the file and the line', async (t) => {
    const folder = await folderOfOne(t, 'def task_func():\n    return 1\n');
    await writeFile(join(folder, 'two.py'), TASK_FILE);
    const out = join(folder, 'rows.jsonl');
    const { code, stderr } = await bcb('compile', folder, '--out', out);
    assert.equal(code, 1);
    assert.match(stderr, /one\.py: Line 1: expected `def task_func` to begin with a docstring/);
    assert.deepEqual((await readdir(folder)).toSorted(), ['one.py', 'two.py']);
  });

  it('never replace a file that says something else, unless told to', async (t) => {
    const folder = await folderOfOne(t, TASK_FILE);
    const rows = join(folder, 'rows.jsonl');
    await writeFile(rows, `${JSON.stringify(toRow(aTask({ taskId: 'one' })))}\n`);
    const mine = TASK_FILE.replace('LIMIT = 3', 'LIMIT = 4');
    await writeFile(join(folder, 'one.py'), mine);
    const refused = await bcb('split', '--tasks', rows, '--out', folder);
    assert.equal(refused.code, 2);
    assert.match(refused.stderr, /1 file with another content would be lost \(.*one\.py\)/);
    assert.equal(await readFile(join(folder, 'one.py'), 'utf8'), mine);
    assert.equal((await bcb('split', '--tasks', rows, '--out', folder, '--overwrite')).code, 0);
    assert.equal(
      (await bcb('compile', join(folder, 'one.py'))).stdout,
      await readFile(rows, 'utf8'),
    );
  });

  it('refuse rows that a task file cannot hold', async (t) => {
    const folder = await temporaryFolder(t);
    const rows = join(folder, 'rows.jsonl');
    const made = [
      aTask({ taskId: 'prompt', instructPrompt: 'Something else.' }),
      aTask({ taskId: 'name', entryPoint: 'f_1' }),
      TASK,
    ];
    await writeFile(rows, made.map((task) => `${JSON.stringify(toRow(task))}\n`).join(''));
    const { code, stderr } = await bcb('split', '--tasks', rows, '--out', join(folder, 'out'));
    assert.equal(code, 1);
    assert.match(stderr, /prompt: instruct_prompt: not what follows/);
    assert.match(stderr, /name: entry_point: a task file defines task_func, and this row f_1/);
    assert.deepEqual(await readdir(join(folder, 'out')), ['Made']);
  });

  it('refuse two ids that some file systems take for one', async (t) => {
    const folder = await temporaryFolder(t);
    const rows = join(folder, 'rows.jsonl');
    const made = [aTask({ taskId: 'A/x' }), aTask({ taskId: 'a/X' })];
    await writeFile(rows, made.map((task) => `${JSON.stringify(toRow(task))}\n`).join(''));
    const { code, stderr } = await bcb('split', '--tasks', rows, '--out', join(folder, 'out'));
    assert.equal(code, 2);
    assert.match(stderr, /Two tasks would share the file/);
  });

  it('say what is missing', async () => {
    assert.match((await bcb('compile')).stderr, /FILE\|DIR is missing/);
    assert.match((await bcb('split', '--tasks', 'samples')).stderr, /--out is missing/);
    assert.match((await bcb('compile', 'x', '--out', 'y.txt')).stderr, /\.jsonl or \.jsonl\.gz/);
    assert.match((await bcb('compile', 'nowhere')).stderr, /There is no nowhere/);
  });
});
