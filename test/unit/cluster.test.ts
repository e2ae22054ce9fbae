import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { copyFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { after, before, describe, test, type TestContext } from 'node:test';
import { DaskCluster, type DaskWorker } from '../../scripts/setup/daskCluster.js';
import {
  ensureClusterPython,
  ensureDevelopmentPython,
  ensureSamplesPython,
} from '../../scripts/setup/pythonEnvironment.js';
import { check } from '../../src/cli/check.js';
import { evaluate } from '../../src/cli/evaluate.js';
import type { Engine, Program } from '../../src/core/engine.js';
import { CancelledError, UserError } from '../../src/core/errors.js';
import { createClusterEngine } from '../../src/node/engine/createClusterEngine.js';
import { readJson } from '../../src/node/jsonFile.js';
import { resultFilesOf } from '../../src/node/results/resultFiles.js';
import { temporaryFolder } from './datasetFiles.js';
import { OFFICIAL_SAMPLES, OFFICIAL_TASKS } from './evaluations.js';

const PACKAGE_DIR = join(import.meta.dirname, '../..');
const OPTIONS = { timeoutSeconds: 30, coverage: false };

/** Where a command runs, with nothing in its cache. */
async function surroundings(t: TestContext) {
  const cacheDir = await temporaryFolder(t);
  return { packageDir: PACKAGE_DIR, cacheDir, signal: new AbortController().signal };
}

/** A program of one test method with these lines. */
function program(...lines: string[]): Program {
  return {
    code: 'def task_func(x):\n    return x + 1\n',
    test: [
      'import os, time, unittest',
      'class TestCases(unittest.TestCase):',
      '    def test_one(self):',
      ...lines.map((line) => `        ${line}`),
    ].join('\n'),
    entryPoint: 'task_func',
  };
}

const PASSING = program('self.assertEqual(task_func(1), 2)');
const SLOW = program('time.sleep(0.3)');
const ENDLESS = program('time.sleep(999)');
const KILLER = program('os.kill(os.getppid(), 9)', 'time.sleep(99)');

const clusterPython = await ensureClusterPython();
const hasDask = spawnSync(clusterPython, ['-c', 'import distributed']).status === 0;
const skip = (process.platform === 'win32' || !hasDask) && 'needs Linux or macOS, and Python 3.10';

describe('a cluster', { skip }, () => {
  let cluster: DaskCluster;
  let python: string;
  let workers: DaskWorker[];

  before(async () => {
    python = await ensureSamplesPython();
    cluster = await DaskCluster.start();
    workers = await Promise.all([cluster.addWorker(), cluster.addWorker()]);
  });
  after(() => cluster.end());

  /** An engine of all workers, what it has logged, and a promise of the line that fits. */
  function start(t: TestContext, options: Partial<Parameters<typeof createClusterEngine>[0]> = {}) {
    const logged: string[] = [];
    let heard = (): void => undefined;
    const engine = createClusterEngine({
      scheduler: cluster.address,
      schedulerPython: cluster.python,
      pythonPath: python,
      harnessDir: join(PACKAGE_DIR, 'python'),
      log: (_, message) => {
        logged.push(message);
        heard();
      },
      ...options,
    });
    t.after(() => {
      engine.dispose();
    });
    const hears = async (line: RegExp): Promise<void> => {
      while (!logged.some((message) => line.test(message))) {
        await new Promise<void>((resolve) => {
          heard = resolve;
        });
      }
    };
    return { engine, hears };
  }

  const clusterArgs = (): string[] => [
    ...['--scheduler', cluster.address, '--scheduler-python', cluster.python, '--python', python],
  ];

  test('says what its workers are together', async (t) => {
    const ready = await start(t).engine.ready;
    assert.equal(ready.workers, 2);
    assert.equal(ready.python.executable, python);
  });

  test('gives the samples the verdicts that this machine gives them', async (t) => {
    const folder = await temporaryFolder(t);
    const [here, there] = [join(folder, 'here.json'), join(folder, 'there.json')];
    const args = ['--tasks', 'samples', '--coverage', '--memory', '2048', '--json'];
    assert.equal(await check([...args, here, '--python', python], await surroundings(t)), 0);
    assert.equal(await check([...args, there, ...clusterArgs()], await surroundings(t)), 0);
    assert.deepEqual(timeless(await readJson(there)), timeless(await readJson(here)));
  });

  test('evaluates samples to the result files that this machine writes', async (t) => {
    const evaluated = async (name: string, args: readonly string[]) => {
      const samples = join(await temporaryFolder(t), basename(OFFICIAL_SAMPLES));
      await copyFile(OFFICIAL_SAMPLES, samples);
      const call = ['--samples', samples, '--tasks', OFFICIAL_TASKS, '--pass-k', '1,3'];
      assert.equal(await evaluate([...call, ...args], await surroundings(t)), 0, name);
      const { results, passAtK } = resultFilesOf(samples);
      return [timeless(await readJson(results)), await readJson(passAtK)];
    };
    assert.deepEqual(
      await evaluated('there', clusterArgs()),
      await evaluated('here', ['--python', python]),
    );
  });

  test('ends what is cancelled, so that the worker is free', { timeout: 60_000 }, async (t) => {
    const { engine } = start(t);
    const controller = new AbortController();
    const first = [1, 2].map(() => engine.run(PASSING, OPTIONS));
    const endless = [1, 2, 3].map(() =>
      engine.run(ENDLESS, { ...OPTIONS, timeoutSeconds: 999 }, {}, controller.signal),
    );
    await Promise.all(first);
    controller.abort();
    for (const run of endless) await assert.rejects(run, CancelledError);
    await allPass(engine, 4);
  });

  test('blames the program that ends an engine, and it alone', async (t) => {
    // In a namespace no program gets that far.
    const { engine } = start(t, { isolationAtMost: 'limits' });
    const results = await Promise.all(
      [PASSING, KILLER, SLOW, PASSING].map((each) => engine.run(each, OPTIONS)),
    );
    assert.deepEqual(
      results.map(({ cause }) => cause),
      [null, 'tampered', null, null],
    );
  });

  test(
    'leaves no engine behind when its client is killed, and goes on with another',
    { skip: process.platform !== 'linux' && 'reads /proc', timeout: 60_000 },
    async (t) => {
      const { engine, hears } = start(t);
      await engine.ready;
      const runs = Array.from({ length: 8 }, () => engine.run(SLOW, OPTIONS));
      await Promise.race(runs);
      const before = workers.map(({ pid }) => childrenOf(pid));
      const client = childrenOf(process.pid).find((pid) => commandOf(pid).includes('cluster.py'));
      process.kill(client ?? NaN, 'SIGKILL');
      await hears(/starting it again/);
      assert.ok((await Promise.all(runs)).every(({ status }) => status === 'pass'));
      for (const pid of before.flat()) await ended(pid);
    },
  );

  test('does the runs of lost workers again, and uses workers that join', async (t) => {
    const { engine, hears } = start(t);
    const runs = Array.from({ length: 12 }, () => engine.run(SLOW, OPTIONS));
    await Promise.race(runs);
    workers[0]?.kill();
    await hears(/was lost; its runs are done again/);
    const late = await cluster.addWorker();
    workers[1]?.kill();
    assert.ok((await Promise.all(runs)).every(({ status }) => status === 'pass'));

    const waiting = engine.run(PASSING, OPTIONS);
    late.kill();
    await hears(/no worker is left/);
    await cluster.addWorker();
    assert.equal((await waiting).status, 'pass');
  });

  test('leaves out a worker with other packages', async (t) => {
    const folder = await temporaryFolder(t);
    const chosen = join(folder, 'python');
    writeFileSync(chosen, `#!/bin/sh\nexec "\${VIRTUAL_ENV:-${python}}" "$@"\n`);
    chmodSync(chosen, 0o755);
    const { engine, hears } = start(t, { pythonPath: chosen });
    await engine.ready;
    await cluster.addWorker({ VIRTUAL_ENV: await ensureDevelopmentPython() });
    await hears(/gets no runs, its verdicts could differ: .*\bpytest is [\d.]+ and not missing/);
    await allPass(engine, 2);
  });

  test('says which interpreter its workers lack', async (t) => {
    await rejectsWith(
      start(t, { pythonPath: '/no/such/python' }).engine.ready,
      /^tcp:.* has no engine: \/no\/such\/python: No such file/,
    );
  });
});

describe('a cluster that cannot be used', { skip }, () => {
  test('is refused in seconds where no scheduler answers', { timeout: 30_000 }, async (t) => {
    const python = clusterPython;
    const there = ['--scheduler', 'tcp://127.0.0.1:9', '--scheduler-python', python];
    await rejectsWith(
      check(['--tasks', 'samples', '--python', python, ...there], await surroundings(t)),
      /^There is no Dask scheduler at tcp:\/\/127.0.0.1:9: /,
    );
  });

  test('is refused where the environment has no Dask', async (t) => {
    const python = await ensureSamplesPython();
    const there = ['--scheduler', 'tcp://127.0.0.1:9', '--scheduler-python', python];
    await rejectsWith(
      check(['--tasks', 'samples', '--python', python, ...there], await surroundings(t)),
      /lacks “distributed”.* -m pip install distributed/,
    );
  });

  const calls: Readonly<Record<string, { args: readonly string[]; message: RegExp }>> = {
    'an address without a port': {
      args: ['--scheduler', 'tcp://host'],
      message: /expected tcp:\/\/HOST:PORT, got “tcp:\/\/host”/,
    },
    'no interpreter': { args: ['--scheduler', 'tcp://host:1'], message: /--python is missing/ },
    'a number of workers': {
      args: ['--scheduler', 'tcp://host:1', '--python', 'p', '--workers', '2'],
      message: /--workers and --scheduler exclude each other/,
    },
  };
  for (const [what, { args, message }] of Object.entries(calls)) {
    test(`is refused with ${what}`, async (t) =>
      rejectsWith(check(['--tasks', 'samples', ...args], await surroundings(t)), message));
  }
});

function childrenOf(pid: number | undefined): number[] {
  const path = `/proc/${String(pid)}/task/${String(pid)}/children`;
  return readFileSync(path, 'utf8').trim().split(' ').filter(Boolean).map(Number);
}

function commandOf(pid: number): string {
  return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
}

async function ended(pid: number): Promise<void> {
  while (existsSync(`/proc/${pid}`)) await delay(20);
}

async function allPass(engine: Engine, runs: number): Promise<void> {
  const results = await Promise.all(
    Array.from({ length: runs }, () => engine.run(PASSING, OPTIONS)),
  );
  assert.ok(results.every(({ status }) => status === 'pass'));
}

async function rejectsWith(promise: Promise<unknown>, message: RegExp): Promise<void> {
  await assert.rejects(promise, (error) => {
    assert.ok(error instanceof UserError);
    assert.match(error.message, message);
    return true;
  });
}

/** A report without what differs from one time to the next. */
function timeless(report: unknown): unknown {
  const text = JSON.stringify(report, (name, value: unknown) =>
    ['date', 'duration_s', 'startup_s', 'times'].includes(name) ? undefined : value,
  );
  return JSON.parse(text);
}
