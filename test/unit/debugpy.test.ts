import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { before, describe, it, type TestContext } from 'node:test';
import { CancelledError, UserError } from '../../src/core/errors.js';
import {
  DEBUGPY_VERSION,
  debugpyFolder,
  findDebugpy,
  installDebugpy,
} from '../../src/node/debugging/debugpy.js';
import { pythonOnPath } from '../../src/node/python/interpreters.js';
import { venvPython } from '../../src/node/python/virtualEnvironment.js';

/** Makes the wheel of a package that has nothing of debugpy but its name, version and folders. */
const MAKE_WHEEL = `
import sys, zipfile
info = f"debugpy-{sys.argv[2]}.dist-info"
with zipfile.ZipFile(sys.argv[1], "w") as wheel:
    wheel.writestr("debugpy/__init__.py", f"__version__ = '{sys.argv[2]}'")
    wheel.writestr("debugpy/server/api.py", "")
    wheel.writestr(f"{info}/METADATA", f"Metadata-Version: 2.1\\nName: debugpy\\nVersion: {sys.argv[2]}\\n")
    wheel.writestr(f"{info}/WHEEL", "Wheel-Version: 1.0\\nGenerator: test\\nRoot-Is-Purelib: true\\nTag: py3-none-any\\n")
    wheel.writestr(f"{info}/RECORD", "")
`;

let python = '';
let hasPip = false;

before(async () => {
  const found = await pythonOnPath();
  assert.ok(found);
  python = found.path;
  hasPip = spawnSync(python, ['-m', 'pip', '--version']).status === 0;
});

describe('debugpy', () => {
  it('is installed by pip into a folder of its own, from the index that pip is told of', async (t) => {
    if (!hasPip) {
      t.skip('no pip');
      return;
    }
    const folder = await temporaryFolder(t);
    const wheel = path.join(folder, `debugpy-${DEBUGPY_VERSION}-py3-none-any.whl`);
    execFileSync(python, ['-c', MAKE_WHEEL, wheel, DEBUGPY_VERSION]);
    pipSettings(t, { PIP_NO_INDEX: '1', PIP_FIND_LINKS: folder });
    const target = debugpyFolder(path.join(folder, 'storage'), '3.11.7');
    assert.equal(path.basename(target), `debugpy-${DEBUGPY_VERSION}-python3.11`);
    const before = await findDebugpy(python, []);
    const lines: string[] = [];
    await installDebugpy(python, target, {
      onLine: (line) => lines.push(line),
      signal: new AbortController().signal,
    });
    assert.ok(lines.length > 0);
    assert.equal(await findDebugpy(python, [target]), target);
    assert.deepEqual(readdirSync(path.dirname(target)), [path.basename(target)]);
    if (process.platform !== 'win32') assert.equal(statSync(target).mode & 0o777, 0o755);
    assert.equal(await findDebugpy(python, []), before, 'the environment has stayed as it was');
  });

  it('that cannot be had leaves nothing and says why', async (t) => {
    if (!hasPip) {
      t.skip('no pip');
      return;
    }
    const folder = await temporaryFolder(t);
    const server = createServer((_, answer) => answer.writeHead(404).end());
    await once(server.listen(0, '127.0.0.1'), 'listening');
    t.after(() => server.close());
    const { port } = server.address() as AddressInfo;
    pipSettings(t, { PIP_INDEX_URL: `http://127.0.0.1:${String(port)}/`, PIP_RETRIES: '0' });
    const target = debugpyFolder(path.join(folder, 'storage'), '3.11.7');
    const installing = installDebugpy(python, target, {
      onLine: () => undefined,
      signal: new AbortController().signal,
    });
    await assert.rejects(installing, (error) => {
      assert.ok(error instanceof UserError);
      assert.match(error.message, /could not be installed: ERROR: No matching distribution/);
      return true;
    });
    assert.deepEqual(readdirSync(path.dirname(target)), []);
  });

  it('cannot be installed where there is neither pip nor uv', async (t) => {
    const folder = await temporaryFolder(t);
    execFileSync(python, ['-m', 'venv', '--without-pip', path.join(folder, 'venv')]);
    const kept = process.env['PATH'];
    process.env['PATH'] = folder;
    t.after(() => (process.env['PATH'] = kept));
    await assert.rejects(
      installDebugpy(venvPython(path.join(folder, 'venv')), path.join(folder, 'debugpy'), {
        onLine: () => undefined,
        signal: new AbortController().signal,
      }),
      /debugpy .* could not be installed: neither pip nor uv is there\./,
    );
  });

  it('is not installed once the user has cancelled', async (t) => {
    const folder = await temporaryFolder(t);
    const abort = new AbortController();
    abort.abort();
    const target = path.join(folder, 'debugpy');
    await assert.rejects(
      installDebugpy(python, target, { onLine: () => undefined, signal: abort.signal }),
      CancelledError,
    );
    assert.equal(existsSync(target), false);
  });

  it('is found in the first folder that has one for this Python', async (t) => {
    const folder = await temporaryFolder(t);
    const make = async (name: string, version: string, server: string): Promise<string> => {
      const debugpy = path.join(folder, name, 'debugpy');
      await mkdir(path.join(debugpy, 'server'), { recursive: true });
      await writeFile(path.join(debugpy, '__init__.py'), `__version__ = "${version}"`);
      await writeFile(path.join(debugpy, 'server', 'api.py'), server);
      return path.join(folder, name);
    };
    const tooOld = await make('old', '1.6.7', '');
    const tooNew = await make('new', '9.0.0', 'some syntax of the future');
    const right = await make('right', '1.8.9', '');
    const none = path.join(folder, 'none');
    assert.equal(await findDebugpy(python, [tooOld, tooNew, right]), right);
    assert.equal(await findDebugpy(python, [none]), await findDebugpy(python, []));
    assert.equal(await findDebugpy('/no/such/python', [right]), undefined);
  });
});

/** Has pip see these settings alone. */
function pipSettings(t: TestContext, settings: Readonly<Record<string, string>>): void {
  const before = { ...process.env };
  for (const name of Object.keys(process.env)) {
    if (name.startsWith('PIP_')) Reflect.deleteProperty(process.env, name);
  }
  Object.assign(process.env, { PIP_CONFIG_FILE: os.devNull }, settings);
  t.after(() => {
    for (const name of ['PIP_CONFIG_FILE', ...Object.keys(settings)]) {
      Reflect.deleteProperty(process.env, name);
    }
    Object.assign(process.env, before);
  });
}

async function temporaryFolder(t: TestContext): Promise<string> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'bigcodebench-debugpy-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  return folder;
}
