import assert from 'node:assert/strict';
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { before, describe, it, type TestContext } from 'node:test';
import * as v from 'valibot';
import { toRow } from '../../src/core/row.js';
import { readJson } from '../../src/node/jsonFile.js';
import { jsonl, temporaryFolder } from './datasetFiles.js';
import { aTask } from './tasks.js';

const ROOT = join(import.meta.dirname, '../..');
const BCB = join(ROOT, 'dist/cli.js');

const ReportSchema = v.object({
  timeout_s: v.number(),
  memory_mib: v.nullable(v.number()),
  tasks: v.array(
    v.object({
      task_id: v.string(),
      status: v.string(),
      cause: v.nullable(v.string()),
      isolation: v.string(),
      cached: v.boolean(),
      duration_s: v.number(),
    }),
  ),
});

/** A task whose tests take so many seconds. */
function task(id: number, seconds = 0) {
  return aTask({
    taskId: `Made/${id}`,
    completePrompt: 'def task_func():\n    """Give a number."""\n',
    codePrompt: 'def task_func():\n',
    canonicalSolution: `    return ${id}\n`,
    test: [
      'import time, unittest',
      'class TestCases(unittest.TestCase):',
      '    def test_number(self):',
      `        time.sleep(${seconds})`,
      `        self.assertEqual(task_func(), ${id})`,
    ].join('\n'),
    libs: [],
  });
}

/** A folder with these tasks and a cache of its own, and the ways to check them. */
async function checkOf(t: TestContext, tasks: ReturnType<typeof aTask>[]) {
  const folder = await temporaryFolder(t);
  const file = join(folder, 'tasks.jsonl');
  const json = join(folder, 'out.json');
  const results = join(folder, 'bigcodebench-studio', 'results');
  const env = { ...process.env, XDG_CACHE_HOME: folder, LOCALAPPDATA: folder, HOME: folder };
  await writeFile(file, jsonl(...tasks.map(toRow)));
  const start = (...args: readonly string[]) =>
    spawn(process.execPath, [BCB, 'check', '--tasks', file, '--json', json, ...args], { env });
  return {
    results,
    start,
    /** What is printed, and the report. */
    run: async (...args: readonly string[]) => {
      const bcb = start(...args);
      const [printed] = await Promise.all([text(bcb.stdout), once(bcb, 'close')]);
      return { printed, ...v.parse(ReportSchema, await readJson(json)) };
    },
    /** The files with a result. */
    kept: () =>
      (existsSync(results) ? readdirSync(results) : []).filter((name) => name.endsWith('.json')),
    read: (name: string) => readFile(join(results, name), 'utf8'),
  };
}

/** Resolves once `holds` does, or the process has ended. */
async function until(bcb: ChildProcess, holds: () => boolean): Promise<void> {
  if (holds() || bcb.exitCode !== null) return;
  await new Promise((resolve) => setTimeout(resolve, 10));
  await until(bcb, holds);
}

before(() => {
  execFileSync(process.execPath, ['esbuild.mjs'], { cwd: ROOT });
});

describe('bcb check of what it has checked before', () => {
  it('runs nothing, and says so', async (t) => {
    const { run } = await checkOf(t, [task(1), task(2)]);
    const first = await run();
    assert.match(first.printed, /^2 tasks: 2 pass$/m);
    const second = await run();
    assert.match(second.printed, /^2 tasks, 2 cached: 2 pass$/m);
    assert.match(second.printed, /^Made\/1 .* cached$/m);
    assert.deepEqual(
      second.tasks,
      first.tasks.map((one) => ({ ...one, cached: true })),
      'down to the same durations',
    );
  });

  it('runs what is new, and all where the limits or the coverage differ', async (t) => {
    const { run } = await checkOf(t, [task(1), task(2)]);
    await run('--ids', 'Made/1', '--memory', '2000');
    const cached = async (...args: readonly string[]) =>
      (await run(...args)).tasks.map((one) => one.cached);
    assert.deepEqual(await cached('--memory', '2000'), [true, false]);
    assert.deepEqual(await cached('--memory', '2001'), [false, false]);
    assert.deepEqual(await cached('--memory', '2000', '--timeout', '9'), [false, false]);
    assert.deepEqual(await cached('--memory', '2000', '--network', 'off'), [false, false]);
    assert.deepEqual(await cached('--memory', '2000', '--workers', '1'), [true, true]);
  });

  it('runs all that is to be run anew, and keeps the newest', async (t) => {
    const { run } = await checkOf(t, [task(1)]);
    const [first] = (await run()).tasks;
    const [forced] = (await run('--no-cache')).tasks;
    assert.equal(forced?.cached, false);
    assert.notEqual(forced.duration_s, first?.duration_s);
    assert.deepEqual((await run()).tasks, [{ ...forced, cached: true }]);
  });

  it('runs again what is to be repeated or in random order, and leaves nothing of it', async (t) => {
    const { run } = await checkOf(t, [task(1)]);
    for (const variation of [
      ['--repeat', '2'],
      ['--order', 'random'],
    ]) {
      await run();
      assert.equal((await run(...variation)).tasks[0]?.cached, false);
      assert.equal((await run()).tasks[0]?.cached, false);
    }
  });

  it('does without a cache that cannot be written', async (t) => {
    const { run, results } = await checkOf(t, [task(1)]);
    await mkdir(dirname(results), { recursive: true });
    await writeFile(results, 'a file where the folder would be');
    assert.deepEqual((await run()).tasks[0]?.status, 'pass');
    assert.equal((await run()).tasks[0]?.cached, false);
  });
});

describe('bcb check that was ended in the middle', { skip: process.platform === 'win32' }, () => {
  for (const signal of ['SIGINT', 'SIGKILL'] as const) {
    it(`goes on after ${signal}`, async (t) => {
      const tasks = [task(1), task(2), task(3, 3), task(4, 3)];
      const { start, run, kept, read } = await checkOf(t, tasks);
      const bcb = start();
      const said = text(bcb.stderr);
      const ended = once(bcb, 'close');
      await until(bcb, () => kept().length >= 2);
      bcb.kill(signal);
      const [code] = (await ended) as [number | null];
      if (signal === 'SIGINT') {
        assert.equal(code, 130);
        assert.match(await said, /2 tasks left to do; the same call goes on with the rest/);
      }
      assert.equal(kept().length, 2);
      for (const name of kept()) JSON.parse(await read(name));
      const { tasks: checked } = await run();
      assert.deepEqual(
        checked.map(({ status, cached }) => [status, cached]),
        [true, true, false, false].map((cached) => ['pass', cached]),
      );
    });
  }
});
