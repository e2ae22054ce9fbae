import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { before, describe, it, type TestContext } from 'node:test';
import type { FoundInterpreter } from '../../src/core/environments/interpreter.js';
import { CancelledError, UserError } from '../../src/core/errors.js';
import {
  createEnvironment,
  type EnvironmentJob,
} from '../../src/node/environments/createEnvironment.js';
import { estimateDisk } from '../../src/node/environments/estimateDisk.js';
import { withLock } from '../../src/node/lockFile.js';
import { findUv, installUv } from '../../src/node/environments/uv.js';
import { probeInterpreter } from '../../src/node/python/probe.js';
import { cacheDirectory } from '../../scripts/setup/paths.js';
import { basePython, temporaryFolder } from './pythonTree.js';

const TINY = 'six\niniconfig  # a comment\n';
const QUIET = { onProgress: () => undefined, log: () => undefined };
/** Nobody listens on the discard port. */
const UNREACHABLE = {
  PIP_INDEX_URL: 'http://127.0.0.1:9/simple',
  PIP_CONFIG_FILE: os.devNull,
  PIP_EXTRA_INDEX_URL: undefined,
  PIP_FIND_LINKS: undefined,
  PIP_NO_CACHE_DIR: '1',
  PIP_RETRIES: '1',
  UV_DEFAULT_INDEX: undefined,
  UV_INDEX_URL: undefined,
  UV_HTTP_RETRIES: '0',
};
const never = new AbortController().signal;

describe('createEnvironment', { skip: process.platform === 'win32' }, () => {
  let uv: string;
  let base: FoundInterpreter;

  before(async () => {
    base = await probeInterpreter(await basePython());
    const toolsDir = path.join(cacheDirectory, 'python');
    const options = { signal: never, onLine: () => undefined };
    uv = (await findUv(toolsDir, options)) ?? (await installUv(base.path, toolsDir, options));
  });

  const job = (folder: string, installer: 'uv' | 'pip'): EnvironmentJob => ({
    folder,
    isOurs: true,
    base,
    requirements: TINY,
    uv: installer === 'uv' ? uv : undefined,
  });

  for (const installer of ['uv', 'pip'] as const) {
    it(`goes on with ${installer} after the index was out of reach and after a cancellation`, async (t) => {
      const folder = path.join(await temporaryFolder(t), 'new', 'environment');
      const create = (signal: AbortSignal, said: string[], printed: (line: string) => void) =>
        createEnvironment(job(folder, installer), signal, {
          onProgress: (message) => said.push(message),
          log: printed,
        });
      const modules = async () =>
        (await probeInterpreter(path.join(folder, 'bin', 'python'), ['six', 'iniconfig', 'pip']))
          .modules;

      const restore = withEnvironment(t, {
        ...UNREACHABLE,
        UV_CACHE_DIR: path.join(await temporaryFolder(t), 'cache'),
      });
      const first: string[] = [];
      await assert.rejects(
        create(never, first, () => undefined),
        (error) => {
          assert.ok(error instanceof UserError);
          assert.match(error.message, /index cannot be reached\. .* goes on from here/);
          return true;
        },
      );
      assert.equal(first[0], 'Making the environment');
      restore();

      const abort = new AbortController();
      const second: string[] = [];
      const cancelled = create(abort.signal, second, (line) => {
        if (/^(Collecting|Processing) |^\$ .* pip install --python/.test(line)) abort.abort();
      });
      await assert.rejects(cancelled, CancelledError);
      assert.ok(!(await modules()).includes('six'));

      const third: string[] = [];
      const lines: string[] = [];
      const made = await create(never, third, (line) => lines.push(line));
      assert.deepEqual(await modules(), ['six', 'iniconfig', 'pip']);
      for (const said of [second, third]) assert.ok(!said.includes('Making the environment'));
      assert.ok(
        third.some((message) => /packages|six/.test(message)),
        third.join('\n'),
      );
      assert.ok(lines.some((line) => line.startsWith('$ ') && line.includes('install')));
      assert.ok(made.ownSeconds <= made.seconds);
      assert.ok(await isCompiled(folder), 'no bytecode');
      assert.equal(
        await readFile(path.join(folder, 'bigcodebench-requirements.txt'), 'utf8'),
        TINY,
      );
    });
  }

  it('replaces a broken one of ours, and leaves any other folder alone', async (t) => {
    const folder = path.join(await temporaryFolder(t), 'environment');
    await mkdir(folder);
    await writeFile(path.join(folder, 'pyvenv.cfg'), 'home = /no/such/bin\n');
    await assert.rejects(
      createEnvironment({ ...job(folder, 'uv'), isOurs: false }, never, QUIET),
      /is broken: .* Delete it/,
    );
    await createEnvironment(job(folder, 'uv'), never, QUIET);

    const strange = path.join(await temporaryFolder(t), 'notes');
    await mkdir(strange);
    await writeFile(path.join(strange, 'todo.txt'), 'mine');
    await assert.rejects(
      createEnvironment({ ...job(strange, 'uv'), isOurs: false }, never, QUIET),
      /is no virtual environment/,
    );
    assert.equal(await readFile(path.join(strange, 'todo.txt'), 'utf8'), 'mine');
  });

  it('is of the Python that was asked for, or not made', async (t) => {
    const folder = path.join(await temporaryFolder(t), '.venv');
    await createEnvironment(job(folder, 'uv'), never, QUIET);
    const other = { ...job(folder, 'uv'), base: { ...base, version: '3.99.0' }, isOurs: false };
    await assert.rejects(
      createEnvironment(other, never, QUIET),
      /is an environment of Python 3\.\d+\.\d+, not of 3\.99\. Delete it/,
    );
  });

  it('says beforehand what it takes, as far as the index tells', async (t) => {
    const asked = { requirements: TINY, python: base.path, installed: new Set<string>() };
    const options = { signal: never, onLine: () => undefined };
    const all = await estimateDisk(uv, asked, options);
    assert.ok(all !== undefined && all > 40_000 && all < 400_000, String(all));
    const left = await estimateDisk(uv, { ...asked, installed: new Set(['six']) }, options);
    assert.ok(left !== undefined && left < all, String(left));
    withEnvironment(t, { ...UNREACHABLE, UV_CACHE_DIR: await temporaryFolder(t) });
    assert.equal(await estimateDisk(uv, asked, options), undefined);
    const aborted = { ...options, signal: AbortSignal.abort() };
    await assert.rejects(estimateDisk(uv, asked, aborted), CancelledError);
  });

  it('says what cannot be resolved', async (t) => {
    const folder = path.join(await temporaryFolder(t), 'environment');
    await assert.rejects(
      createEnvironment({ ...job(folder, 'uv'), requirements: 'six==0.0.0\n' }, never, QUIET),
      /do not exist for this Python/,
    );
  });

  it('is made by one window at a time', async (t) => {
    const folder = path.join(await temporaryFolder(t), 'environment');
    await withLock(`${folder}.lock`, 'it', () =>
      assert.rejects(
        createEnvironment(job(folder, 'uv'), never, QUIET),
        new RegExp(`Another window \\(process ${String(process.pid)}\\) is at work on`),
      ),
    );
    const ended = spawn('true');
    await once(ended, 'close');
    await writeFile(`${folder}.lock`, String(ended.pid));
    await createEnvironment(job(folder, 'uv'), never, QUIET);
    await assert.rejects(stat(`${folder}.lock`), { code: 'ENOENT' });
  });
});

async function isCompiled(folder: string): Promise<boolean> {
  const files = await readdir(path.join(folder, 'lib'), { recursive: true });
  return files.some((file) => /six\.cpython-\d+\.pyc$/.test(file));
}

/** Sets variables until the returned function is called, or the test has ended. */
function withEnvironment(
  t: TestContext,
  variables: Readonly<Record<string, string | undefined>>,
): () => void {
  const saved = Object.keys(variables).map((name) => [name, process.env[name]] as const);
  const set = (entries: Iterable<readonly [string, string | undefined]>): void => {
    for (const [name, value] of entries) {
      if (value === undefined) Reflect.deleteProperty(process.env, name);
      else process.env[name] = value;
    }
  };
  set(Object.entries(variables));
  const restore = (): void => {
    set(saved);
  };
  t.after(restore);
  return restore;
}
