import assert from 'node:assert/strict';
import { chmod, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import {
  allPythonsOnPath,
  probeInterpreter,
  pythonOnPath,
  venvPython,
  workspaceVenv,
} from '../../src/node/python/interpreters.js';

const ON_WINDOWS = process.platform === 'win32';

describe('interpreters', () => {
  it('answers with path, version and prefix', async () => {
    const found = await pythonOnPath();
    assert.ok(found);
    assert.match(found.version, /^3\.\d+\.\d+/);
    assert.ok(path.isAbsolute(found.path));
    assert.deepEqual(await probeInterpreter(found.path), found);
  });

  it('does not take another program, or none, for Python', async () => {
    assert.equal(await probeInterpreter(process.execPath), undefined);
    assert.equal(await probeInterpreter('/no/such/python'), undefined);
  });

  it('passes over a stand-in without a Python behind it', { skip: ON_WINDOWS }, async (t) => {
    const folder = await temporaryFolder(t);
    const standIn = path.join(folder, 'python3');
    await writeFile(standIn, '#!/bin/sh\necho "python3: command not found" >&2\nexit 127\n');
    await chmod(standIn, 0o755);
    withPath(t, [folder, process.env['PATH'] ?? '']);
    const found = await pythonOnPath();
    assert.ok(found);
    assert.notEqual(path.dirname(found.path), folder);
  });

  it(
    'lists an installation once, however often it is on the PATH',
    { skip: ON_WINDOWS },
    async (t) => {
      const found = await pythonOnPath();
      assert.ok(found);
      const folder = await temporaryFolder(t);
      await symlink(found.path, path.join(folder, 'python'));
      withPath(t, [path.dirname(found.path), folder]);
      const all = await allPythonsOnPath();
      assert.deepEqual(
        all.map(({ prefix }) => prefix),
        [found.prefix],
      );
    },
  );

  it('finds the .venv of a workspace folder', async (t) => {
    const folder = await temporaryFolder(t);
    assert.equal(await workspaceVenv(folder), undefined);
    const python = venvPython(path.join(folder, '.venv'));
    await mkdir(path.dirname(python), { recursive: true });
    await writeFile(python, '');
    assert.equal(await workspaceVenv(folder), python);
  });
});

async function temporaryFolder(t: TestContext): Promise<string> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'bigcodebench-interpreters-'));
  t.after(() => rm(folder, { recursive: true }));
  return folder;
}

function withPath(t: TestContext, folders: readonly string[]): void {
  const before = process.env['PATH'];
  process.env['PATH'] = folders.join(path.delimiter);
  t.after(() => {
    process.env['PATH'] = before;
  });
}
