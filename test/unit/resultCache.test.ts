import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import type { Program, RunOptions, RunResult } from '../../src/core/engine.js';
import { ResultCache } from '../../src/node/results/resultCache.js';
import { runKey } from '../../src/node/results/runKey.js';
import type { Cause, EngineReady } from '../../src/shared/engineProtocol.js';
import { temporaryFolder } from './datasetFiles.js';

const RESULT: RunResult = {
  status: 'pass',
  official: 'pass',
  cause: null,
  message: '1 test passed',
  module: null,
  frames: [],
  tests_run: 1,
  duration_s: 0.5,
  startup_s: 0.01,
  times: { launch_s: 0.01, imports_s: 0, coverage_s: 0, ending_s: 0, tests_cpu_s: 0.02 },
  details: {},
  stdout: 'said outside of any test',
  stderr: '',
  output_cut: false,
  coverage: {
    executed_lines: [1],
    missing_lines: [],
    executed_branches: [],
    missing_branches: [[1, -1]],
  },
  tests: [
    {
      name: 'test_one',
      status: 'pass',
      duration_s: 0.5,
      message: '',
      traceback: '',
      frames: [{ line: 1, function: 'task_func' }],
      stdout: 'said in the test',
      stderr: '',
      output_cut: false,
    },
  ],
};

async function aCache(t: TestContext) {
  const folder = join(await temporaryFolder(t), 'results');
  const warnings: string[] = [];
  const open = () => new ResultCache(folder, (message) => warnings.push(message));
  return { folder, warnings, cache: open(), open };
}

/** Keeps a result under each key, the first the oldest. */
async function keepInTurn(cache: ResultCache, folder: string, keys: readonly string[]) {
  for (const [index, key] of keys.entries()) {
    await cache.keep(key, RESULT);
    await utimes(join(folder, `${key}.json`), index + 1, index + 1);
  }
}

describe('the result cache', () => {
  it('gives back the whole result, in another process too, and when it was had', async (t) => {
    const { cache, open } = await aCache(t);
    const before = Date.now();
    await cache.keep('a', RESULT);
    const found = await open().get('a');
    assert.deepEqual(found?.result, RESULT);
    assert.ok(Date.parse(found.when) >= before && Date.parse(found.when) <= Date.now());
    assert.equal(await cache.get('b'), undefined);
  });

  it('keeps nothing of which the machine may be the cause, not even what was there', async (t) => {
    const { cache } = await aCache(t);
    for (const cause of ['timeout', 'crash', 'tampered', 'infrastructure'] satisfies Cause[]) {
      await cache.keep('a', RESULT);
      await cache.keep('a', { ...RESULT, status: 'fail', cause });
      assert.equal(await cache.get('a'), undefined, cause);
    }
    await cache.keep('a', { ...RESULT, status: 'fail', cause: 'memory' });
    assert.equal((await cache.get('a'))?.result.cause, 'memory');
  });

  it('keeps no result of megabytes', async (t) => {
    const { cache, folder } = await aCache(t);
    await cache.keep('a', { ...RESULT, stdout: 'x'.repeat(2 ** 20) });
    assert.ok(!existsSync(folder) || (await readdir(folder)).length === 0);
  });

  it('takes what is half-written, broken or of another form for missing', async (t) => {
    const { cache, folder } = await aCache(t);
    await cache.keep('a', RESULT);
    const path = join(folder, 'a.json');
    const text = await readFile(path, 'utf8');
    for (const broken of [
      '',
      text.slice(0, -9),
      '[]',
      '{"when":1}',
      text.replace('pass', 'maybe'),
    ]) {
      await writeFile(path, broken);
      assert.equal(await cache.get('a'), undefined, broken);
    }
    await cache.keep('a', RESULT);
    assert.ok(await cache.get('a'));
  });

  it('can be used by many at once', async (t) => {
    const { folder, open } = await aCache(t);
    const results = Array.from({ length: 50 }, (_, n) => ({ ...RESULT, tests_run: n }));
    await Promise.all(results.map((result) => open().keep('a', result)));
    const found = await open().get('a');
    assert.ok(found && results.some(({ tests_run }) => tests_run === found.result.tests_run));
    assert.deepEqual(await readdir(folder), ['a.json']);
  });

  it('lets go of the oldest beyond its bound, and of what a killed process left', async (t) => {
    const { cache, folder } = await aCache(t);
    const keys = ['a', 'b', 'c', 'd'];
    await keepInTurn(cache, folder, keys);
    const { length } = await readFile(join(folder, 'a.json'));
    await writeFile(join(folder, 'a.json.1.tmp'), 'of now');
    await writeFile(join(folder, 'a.json.2.tmp'), 'of old');
    await utimes(join(folder, 'a.json.2.tmp'), 1, 1);
    await cache.tidy(2.5 * length);
    assert.deepEqual((await readdir(folder)).sort(), ['a.json.1.tmp', 'c.json', 'd.json']);
  });

  it('does nothing about its size where it has kept nothing', async (t) => {
    const { cache, folder, open } = await aCache(t);
    await cache.keep('a', RESULT);
    await open().tidy(0);
    assert.deepEqual(await readdir(folder), ['a.json']);
  });

  it('forgets one or all', async (t) => {
    const { cache } = await aCache(t);
    await cache.keep('a', RESULT);
    await cache.keep('b', RESULT);
    await cache.forget('a');
    assert.equal(await cache.get('a'), undefined);
    assert.ok(await cache.get('b'));
    await cache.clear();
    assert.equal(await cache.get('b'), undefined);
  });

  it('says once that nothing can be kept, and goes on', async (t) => {
    const { cache, folder, warnings } = await aCache(t);
    await mkdir(join(folder, '..'), { recursive: true });
    await writeFile(folder, 'a file where the folder would be');
    await cache.keep('a', RESULT);
    await cache.keep('b', RESULT);
    await cache.tidy();
    assert.equal(await cache.get('a'), undefined);
    assert.equal(warnings.length, 1);
    assert.match(warnings[0] ?? '', /^Results cannot be kept for later: /);
  });
});

describe('the key of a run', () => {
  const PROGRAM: Program = { code: 'c', test: 't', entryPoint: 'e' };
  const OPTIONS: RunOptions = { timeoutSeconds: 240, coverage: false };
  const READY: EngineReady = {
    type: 'ready',
    protocol: 1,
    python: { version: '3.10.0', executable: 'python3', platform: 'linux' },
    workers: 2,
    launch: 'fork',
    isolation: { level: 'limits', reason: 'so', network: 'on' },
    memory_mib: 1000,
    coverage: '7.0',
    packages: 'p',
    harness: 'h',
  };
  const KEY = runKey(PROGRAM, OPTIONS, READY);

  it('is the same for the same run', () => {
    const { entryPoint, test, code } = PROGRAM;
    assert.equal(runKey({ entryPoint, test, code }, { ...OPTIONS, only: undefined }, READY), KEY);
    const elsewhere = { ...READY, workers: 8, isolation: { ...READY.isolation, reason: 'else' } };
    assert.equal(runKey(PROGRAM, OPTIONS, elsewhere), KEY);
  });

  it('is another for whatever may change the verdict', () => {
    const others = [
      runKey({ ...PROGRAM, code: 'ct', test: '' }, OPTIONS, READY),
      runKey({ ...PROGRAM, code: 't', test: 'c' }, OPTIONS, READY),
      runKey({ ...PROGRAM, entryPoint: 'f' }, OPTIONS, READY),
      runKey(PROGRAM, { ...OPTIONS, timeoutSeconds: 10 }, READY),
      runKey(PROGRAM, { ...OPTIONS, coverage: true }, READY),
      runKey(PROGRAM, { ...OPTIONS, only: ['test_one'] }, READY),
      runKey(PROGRAM, { ...OPTIONS, only: ['test_two'] }, READY),
      ...[
        { python: { ...READY.python, version: '3.10.1' } },
        { python: { ...READY.python, executable: '/other/python3' } },
        { packages: 'q' },
        { harness: 'i' },
        { memory_mib: 2000 },
        { coverage: null },
        { isolation: { ...READY.isolation, level: 'namespaces' as const } },
        { isolation: { ...READY.isolation, network: 'off' as const } },
      ].map((changed) => runKey(PROGRAM, OPTIONS, { ...READY, ...changed })),
    ];
    assert.equal(new Set([KEY, ...others]).size, others.length + 1);
  });
});
