import assert from 'node:assert/strict';
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { before, describe, it, type TestContext } from 'node:test';
import { toRow } from '../../src/core/row.js';
import { readComparison } from '../../src/node/drift/comparisonFile.js';
import { jsonl } from './datasetFiles.js';
import { environmentWith, temporaryFolder } from './pythonTree.js';
import { aTask } from './tasks.js';

const ROOT = path.join(import.meta.dirname, '../..');
const BCB = path.join(ROOT, 'dist/cli.js');

/** A task whose solution is an expression; its tests want 1 and take so many seconds. */
function task(id: number, expression: string, seconds = 0) {
  return aTask({
    taskId: `Made/${id}`,
    completePrompt: 'import shelf\ndef task_func():\n    """Give a number."""\n',
    codePrompt: 'import shelf\ndef task_func():\n',
    canonicalSolution: `    return ${expression}\n`,
    test: [
      'import time, unittest',
      'class TestCases(unittest.TestCase):',
      '    def test_number(self):',
      `        time.sleep(${seconds})`,
      '        self.assertEqual(task_func(), 1)',
    ].join('\n'),
    libs: ['shelf'],
  });
}

/** Two environments, a dataset, and `bcb drift` with a cache of its own. */
async function driftOf(t: TestContext, tasks: ReturnType<typeof aTask>[]) {
  const folder = await temporaryFolder(t);
  const old = await environmentWith(path.join(folder, 'old'), {
    version: '1.0',
    code: 'def one(): return 1\ndef same(): return 1\n',
  });
  const latest = await environmentWith(path.join(folder, 'new'), {
    version: '2.0',
    code: 'def one(): return {}["one"]\ndef same(): return 1\n',
  });
  const file = path.join(folder, 'tasks.jsonl');
  const env = { ...process.env, XDG_CACHE_HOME: folder, LOCALAPPDATA: folder, HOME: folder };
  await writeFile(file, jsonl(...tasks.map(toRow)));
  const start = (...args: readonly string[]) =>
    spawn(process.execPath, [BCB, 'drift', ...args], { env, cwd: folder });
  const results = path.join(folder, 'bigcodebench-studio', 'results');
  return {
    folder,
    asked: ['--tasks', file, '--python', old, '--python', latest],
    start,
    run: async (...args: readonly string[]) => {
      const bcb = start(...args);
      const [out, err, [code]] = await Promise.all([
        text(bcb.stdout),
        text(bcb.stderr),
        once(bcb, 'close') as Promise<[number | null]>,
      ]);
      return { out, err, code };
    },
    kept: () => (existsSync(results) ? readdirSync(results) : []),
    old,
  };
}

/** Resolves once `holds` does, or the process has ended. */
async function until(bcb: ChildProcess, holds: () => boolean): Promise<void> {
  if (holds() || bcb.exitCode !== null) return;
  await new Promise((resolve) => setTimeout(resolve, 10));
  await until(bcb, holds);
}

describe('bcb drift', { skip: process.platform === 'win32' }, () => {
  before(() => {
    execFileSync(process.execPath, ['esbuild.mjs'], { cwd: ROOT });
  });

  it('names the library to blame, and keeps what it found', async (t) => {
    const { folder, asked, run } = await driftOf(t, [
      task(1, 'shelf.one()'),
      task(2, 'shelf.same()'),
    ]);
    const { out, code } = await run(...asked, '--json', 'one.json', '--report', 'one.md');
    assert.equal(code, 1);
    assert.match(out, /: 2 pass$/m);
    assert.match(out, /^Made\/1 +pass +exception +shelf 1\.0 → 2\.0 +KeyError: 'one'$/m);
    assert.match(out, /1 task with another verdict/);
    const kept = await readComparison(path.join(folder, 'one.json'));
    assert.deepEqual(
      kept.environments.map(({ packages }) => packages['shelf']),
      ['1.0', '2.0'],
    );
    assert.equal(kept.tasks.length, 2);
    assert.match(
      await readFile(path.join(folder, 'one.md'), 'utf8'),
      /\| shelf \| 1\.0 → 2\.0 \| 1 \|/,
    );
  });

  it('compares a comparison with a later one', async (t) => {
    const { folder, asked, run } = await driftOf(t, [
      task(1, 'shelf.one()'),
      task(2, 'shelf.same()'),
    ]);
    await run(...asked, '--json', 'one.json');
    const mended = await environmentWith(path.join(folder, 'mended'), {
      version: '2.1',
      code: 'def one(): return 1\ndef same(): return 2\n',
    });
    await rm(path.join(folder, 'new'), { recursive: true });
    const again = [...asked.slice(0, -1), mended];
    await run(...again, '--json', 'two.json');
    const { out, code } = await run('--compare', 'one.json', 'two.json', '--report', 'changes.csv');
    assert.equal(code, 1);
    assert.match(out, /: 0 tasks with another verdict$/m);
    assert.match(out, /^Made\/1 +exception +pass +shelf 2\.0 → 2\.1/m);
    assert.match(out, /^Made\/2 +pass +assertion +shelf 2\.0 → 2\.1/m);
    const csv = await readFile(path.join(folder, 'changes.csv'), 'utf8');
    assert.equal(csv.trim().split('\r\n').length, 3);
    assert.equal((await run('--compare', 'one.json', 'one.json')).code, 0);
  });

  it('goes on after Ctrl+C', async (t) => {
    const tasks = [task(1, 'shelf.same()'), task(2, 'shelf.same()', 3)];
    const { asked, start, run, kept } = await driftOf(t, tasks);
    const bcb = start(...asked);
    const said = text(bcb.stderr);
    const ended = once(bcb, 'close') as Promise<[number | null]>;
    await until(bcb, () => kept().some((name) => name.endsWith('.json')));
    bcb.kill('SIGINT');
    const [code] = await ended;
    assert.equal(code, 130);
    assert.match(await said, /The same call goes on with the rest/);
    const before = kept();
    const { out } = await run(...asked);
    assert.match(out, /0 tasks with another verdict/);
    assert.ok(before.every((name) => kept().includes(name)));
  });

  it('says what is wrong with a call before it runs anything', async (t) => {
    const { folder, asked, run, old, kept } = await driftOf(t, [task(1, '1')]);
    await writeFile(path.join(folder, 'no.json'), '{}');
    const [, tasks = ''] = asked;
    for (const [args, message] of [
      [['--tasks', tasks, '--python', old], /Expected --python twice or more/],
      [['--tasks', tasks, '--python', old, '--python', 'gone/python'], /There is no Python at/],
      [['--compare', 'no.json'], /--compare takes two files/],
      [['--compare', 'no.json', 'no.json'], /no\.json is no comparison of environments/],
      [['--compare', 'gone.json', 'no.json'], /There is no comparison in .*gone\.json/],
      [[...asked, '--report', 'a.txt'], /expected a file that ends in \.md or \.csv/],
      [[...asked, 'stray'], /Did not expect stray/],
    ] as const) {
      const { err, code } = await run(...args);
      assert.equal(code, 2, err);
      assert.match(err, message);
    }
    assert.deepEqual(kept(), []);
  });
});
