import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { Engine, Program, RunResult } from '../../src/core/engine.js';
import { CancelledError, UserError } from '../../src/core/errors.js';
import { createEngine, type EngineOptions } from '../../src/node/engine/createEngine.js';
import { engineEnvironment } from '../../src/node/engine/environment.js';

const HARNESS_DIR = join(import.meta.dirname, '../../python');
const OPTIONS = { timeoutSeconds: 10, coverage: false };
const LINUX = process.platform === 'linux';
const WINDOWS = process.platform === 'win32';

function python(): string {
  const print = ['-c', 'import sys; print(sys.executable)'];
  return execFileSync('python3', print, { encoding: 'utf8' }).trim();
}

function start(options: Partial<EngineOptions> = {}): Engine {
  return createEngine({
    pythonPath: python(),
    harnessDir: HARNESS_DIR,
    workers: 2,
    log: () => undefined,
    ...options,
  });
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
      '',
    ].join('\n'),
    entryPoint: 'task_func',
  };
}

/** A promise and what keeps it. */
function signalled(): { readonly given: Promise<void>; readonly give: () => void } {
  let give = (): void => undefined;
  const given = new Promise<void>((resolve) => {
    give = resolve;
  });
  return { given, give };
}

const PASSING = program('self.assertEqual(task_func(1), 2)');
const ENDLESS = program('time.sleep(99)');
const KILLER = program('os.kill(os.getppid(), 9)', 'time.sleep(99)');
/** The engine ends in order then, and takes leave of the runs at work. */
const TERMINATOR = program('os.kill(os.getppid(), 15)', 'time.sleep(99)');

for (const launch of ['fork', 'spawn'] as const) {
  describe(`an engine that gets its processes by ${launch}`, () => {
    let engine: Engine;
    before(() => {
      engine = start({ launch });
    });
    after(() => {
      engine.dispose();
    });

    test('says what it is', async () => {
      const ready = await engine.ready;
      assert.equal(ready.launch, launch);
      assert.equal(ready.workers, 2);
      assert.match(ready.python.version, /^3\./);
    });

    test('runs programs and tells what happens in order', async () => {
      const seen: string[] = [];
      const failing = program('print("so")', 'self.assertEqual(task_func(1), 3)');
      const result = await engine.run(failing, OPTIONS, {
        started: () => seen.push('started'),
        test: ({ name, stdout }) => seen.push(`${name}: ${stdout}`),
      });
      assert.deepEqual(seen, ['started', 'test_one: so\n']);
      assert.equal(result.status, 'fail');
      assert.equal(result.cause, 'assertion');
      assert.deepEqual(
        result.tests.map((outcome) => [outcome.status, outcome.message]),
        [['fail', 'AssertionError: 2 != 3']],
      );
      assert.deepEqual(Object.keys(result.details), ['test_one']);
    });

    test('runs many at once', async () => {
      const results = await Promise.all(
        Array.from({ length: 20 }, () => engine.run(PASSING, OPTIONS)),
      );
      assert.deepEqual(new Set(results.map((result) => result.status)), new Set(['pass']));
    });

    test('runs the chosen tests only', async () => {
      const result = await engine.run(PASSING, { ...OPTIONS, only: ['test_two'] });
      assert.equal(result.cause, 'no_tests');
    });

    test('passes text of every kind', async () => {
      const text = 'ünï — \u2028 🐍 "quoted" \\ \t';
      const result = await engine.run(program(`print(${JSON.stringify(text)})`), OPTIONS);
      assert.equal(result.tests[0]?.stdout, `${text}\n`);
    });

    test('cancels a run that works, a run that waits and one that was not wanted', async () => {
      const controller = new AbortController();
      const started = signalled();
      const runs = [1, 2, 3].map(() =>
        engine.run(
          ENDLESS,
          { ...OPTIONS, timeoutSeconds: 99 },
          {
            started: started.give,
          },
          controller.signal,
        ),
      );
      await started.given;
      const began = performance.now();
      controller.abort();
      for (const run of runs) await assert.rejects(run, CancelledError);
      await assert.rejects(engine.run(PASSING, OPTIONS, {}, controller.signal), CancelledError);
      assert.equal((await engine.run(PASSING, OPTIONS)).status, 'pass');
      assert.ok(performance.now() - began < 2000);
    });

    test('knows which modules are missing', async () => {
      const missing = await engine.missingModules(['os', 'no_such_module']);
      assert.deepEqual(missing, ['no_such_module']);
    });

    test('preloads what there is', async () => {
      engine.preload(
        new Map([
          ['no_such_module', 1],
          ['colorsys', 1],
        ]),
      );
      assert.equal((await engine.run(PASSING, OPTIONS)).status, 'pass');
    });

    test('outlives a program that kills it, and blames that one alone', async () => {
      const logged: string[] = [];
      const own = start({
        launch,
        // In a namespace no program gets that far.
        isolationAtMost: 'limits',
        log: (_, message) => logged.push(message),
      });
      const results = await Promise.all(
        [PASSING, KILLER, PASSING, program('time.sleep(0.3)'), TERMINATOR, PASSING].map((each) =>
          own.run(each, OPTIONS),
        ),
      );
      assert.deepEqual(
        results.map((result) => result.cause),
        [null, 'tampered', null, null, 'tampered', null],
      );
      assert.ok(logged.some((message) => message.startsWith('The engine ended')));
      own.dispose();
    });
  });
}

describe('an engine that cannot work', () => {
  test('one that is isolated less than demanded says so', async () => {
    const engine = start({ isolation: 'namespaces', isolationAtMost: 'limits' });
    await assert.rejects(engine.ready, (error) => {
      assert.ok(error instanceof UserError);
      assert.match(error.message, /cannot be isolated as demanded \(namespaces\): .* Demand less/);
      return true;
    });
    engine.dispose();
  });

  for (const harnessDir of [tmpdir(), '/no/such/folder']) {
    test(`an engine whose own files are gone does not blame the interpreter: ${harnessDir}`, async () => {
      const engine = start({ harnessDir });
      await assert.rejects(engine.ready, (error) => {
        assert.ok(error instanceof UserError);
        assert.match(
          error.message,
          /file .*engine\.py is gone\. Install BigCodeBench Studio again\.$/,
        );
        return true;
      });
      engine.dispose();
    });
  }

  const cases: Record<string, { path: string; message: RegExp }> = {
    'is not there': {
      path: '/no/such/python',
      message: /^There is no Python at \/no\/such\/python\. /,
    },
    'is a folder': { path: tmpdir(), message: /cannot be run \(EACCES\)\. / },
  };
  if (LINUX) {
    cases['is another program'] = { path: '/bin/true', message: /ended while the engine started/ };
    cases['is a program that talks'] = { path: '/bin/echo', message: /does not answer as Python/ };
  }
  for (const [what, { path, message }] of Object.entries(cases)) {
    test(`says so: the interpreter ${what}`, async () => {
      const engine = start({ pythonPath: path });
      await assert.rejects(engine.ready, (error: Error) => {
        assert.ok(error instanceof UserError);
        assert.match(error.message, message);
        assert.match(error.message, / Choose another Python interpreter\.$/);
        return true;
      });
      await assert.rejects(engine.run(PASSING, OPTIONS), UserError);
      await assert.rejects(engine.missingModules(['os']), UserError);
      engine.dispose();
    });
  }

  test('is given up once it keeps ending without a program to blame', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'bcb-test-'));
    const brittle = join(folder, 'python');
    // Answers like an engine, and ends.
    writeFileSync(
      brittle,
      `#!/bin/sh\ncat <<'END'\n${JSON.stringify({
        type: 'ready',
        protocol: 1,
        python: { version: '3.11.0', executable: brittle, platform: 'linux' },
        workers: 1,
        launch: 'fork',
        isolation: { level: 'limits', reason: '', network: 'on' },
        memory_mib: null,
        coverage: null,
        packages: '',
        harness: '',
      })}\nEND\necho 'no more' >&2\nexit 1\n`,
    );
    chmodSync(brittle, 0o755);
    const engine = start({ pythonPath: brittle });
    await engine.ready;
    await assert.rejects(engine.run(PASSING, OPTIONS), /keeps ending \(no more\)/);
    engine.dispose();
    rmSync(folder, { recursive: true });
  });
});

test('an engine knows when packages were installed since it started', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'bcb-test-'));
  t.after(() => {
    rmSync(folder, { recursive: true });
  });
  execFileSync(python(), ['-m', 'venv', '--without-pip', folder]);
  const engine = start({ pythonPath: join(folder, WINDOWS ? 'Scripts/python' : 'bin/python') });
  const where = 'import sysconfig; print(sysconfig.get_path("purelib"))';
  const { tests } = await engine.run(program(where), OPTIONS);
  assert.equal(await engine.isOutdated(), false);
  mkdirSync(join(tests[0]?.stdout.trim() ?? '', 'made-1.0.dist-info'));
  assert.equal(await engine.isOutdated(), true);
  const started = signalled();
  const atWork = engine.run(ENDLESS, OPTIONS, { started: started.give });
  await started.given;
  assert.equal(await engine.isOutdated(), false);
  engine.dispose();
  await assert.rejects(atWork, CancelledError);
});

test('a program may use the memory that the engine was given, and no more', async () => {
  const engine = start({ memoryMib: 200 });
  assert.equal((await engine.ready).memory_mib, WINDOWS ? null : 200);
  const hungry = (mib: number) => engine.run(program(`bytearray(${mib} << 20)`), OPTIONS);
  assert.equal((await hungry(100)).cause, null);
  if (!WINDOWS) assert.equal((await hungry(300)).cause, 'memory');
  engine.dispose();
});

test('disposing ends what works and what waits', async () => {
  const engine = start({ workers: 1 });
  const started = signalled();
  const runs: Promise<RunResult>[] = [1, 2].map(() =>
    engine.run(ENDLESS, OPTIONS, {
      started: started.give,
    }),
  );
  await started.given;
  engine.dispose();
  for (const run of runs) await assert.rejects(run, CancelledError);
  await assert.rejects(engine.run(PASSING, OPTIONS), CancelledError);
});

test('no secret of the environment reaches a program', () => {
  const given = {
    PATH: '/bin',
    Lc_All: 'C',
    API_TOKEN: 'x',
    AWS_SECRET_ACCESS_KEY: 'x',
    HOME: '/h',
  };
  assert.deepEqual(engineEnvironment(given), { PATH: '/bin', Lc_All: 'C', HOME: '/h' });
});
