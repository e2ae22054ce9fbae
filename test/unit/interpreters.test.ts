import assert from 'node:assert/strict';
import { mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { engineSettings, withEngine } from '../../src/cli/engineSession.js';
import { seriesOf, unusable } from '../../src/core/environments/interpreter.js';
import { UserError } from '../../src/core/errors.js';
import { discoverInterpreters, type Discovery } from '../../src/node/python/discover.js';
import { interpreterAt, pythonOnPath, workspaceVenv } from '../../src/node/python/interpreters.js';
import { parseLauncher, type Places } from '../../src/node/python/places.js';
import { probeInterpreter } from '../../src/node/python/probe.js';
import { venvPython } from '../../src/node/python/virtualEnvironment.js';
import {
  basePython,
  makeEnvironment,
  makeProgram,
  makePython,
  temporaryFolder,
} from './pythonTree.js';

const ON_WINDOWS = process.platform === 'win32';
/** The trees below are made of links and shell scripts. */
const POSIX = { skip: ON_WINDOWS };

describe('an interpreter', () => {
  it('answers with path, version, prefix and the modules that it has', async () => {
    const path0 = await basePython();
    const found = await probeInterpreter(path0, ['json', 'no_such_module_1']);
    assert.match(found.version, /^3\.\d+\.\d+/);
    assert.ok(path.isAbsolute(found.path));
    assert.equal(found.isVirtual, false);
    assert.deepEqual(found.modules, ['json']);
  });

  it('finds no module in the folder that it happens to run in', POSIX, async (t) => {
    const folder = await temporaryFolder(t);
    await writeFile(path.join(folder, 'stray_module.py'), '');
    const before = process.cwd();
    process.chdir(folder);
    t.after(() => {
      process.chdir(before);
    });
    const { modules } = await probeInterpreter(await basePython(), ['stray_module']);
    assert.deepEqual(modules, []);
  });

  it('is known as a virtual environment’s', POSIX, async (t) => {
    const folder = await temporaryFolder(t);
    const found = await probeInterpreter(await makeEnvironment(folder));
    assert.equal(found.isVirtual, true);
    assert.equal(found.prefix, folder);
  });

  it('is usable from 3.8 on', () => {
    assert.equal(unusable('3.8.0'), undefined);
    assert.equal(unusable('3.13.0rc1'), undefined);
    assert.match(unusable('3.7.16') ?? '', /^Python 3\.7\.16 is too old/);
    assert.match(unusable('2.7.18') ?? '', /too old/);
    assert.equal(seriesOf('3.10.13'), '3.10');
  });
});

describe('a path that is no interpreter', () => {
  it('is told from one that is not there', async (t) => {
    const folder = await temporaryFolder(t);
    await refuses(process.execPath, /does not answer as Python does/);
    await refuses(path.join(folder, 'python'), /There is no Python at /);
    await refuses(folder, /is a folder or not executable/);
  });

  it('may be another program, with its last words', POSIX, async (t) => {
    const folder = await temporaryFolder(t);
    const shim = await makeProgram(path.join(folder, 'python3'), 'echo "not found" >&2; exit 127');
    await refuses(shim, /does not answer as Python does \(not found\)/);
    const chatty = await makeProgram(path.join(folder, 'python'), 'echo hello');
    await refuses(chatty, /does not answer as Python does/);
  });

  it('may be a folder that has one, or none', POSIX, async (t) => {
    const folder = await temporaryFolder(t);
    await assert.rejects(interpreterAt(folder), /holds no Python/);
    const python = await makeEnvironment(path.join(folder, '.venv'));
    assert.equal(await interpreterAt(path.join(folder, '.venv')), python);
    assert.equal(await interpreterAt(python), python);
  });
});

describe('a broken environment', POSIX, () => {
  it('names the Python that is gone', async (t) => {
    const folder = await temporaryFolder(t);
    const python = await makeEnvironment(folder);
    await rm(python);
    await symlink('/no/such/python/bin/python3', python);
    await writeFile(path.join(folder, 'pyvenv.cfg'), 'home = /no/such/python/bin\n');
    await refuses(python, /is broken: the Python .* no longer in \/no\/such\/python\/bin\. Delete/);
  });

  it('may have lost its own program, or its home', async (t) => {
    const folder = await temporaryFolder(t);
    const python = await makeEnvironment(folder);
    await rm(python);
    await refuses(python, /is broken: it has no .*bin\/python\. Delete/);
    await writeFile(path.join(folder, 'pyvenv.cfg'), 'version = 3.10\n');
    await refuses(python, /is broken: its pyvenv\.cfg does not say/);
  });
});

describe('the Python on the PATH', () => {
  it(
    'passes over a stand-in without a Python behind it, and over one too old',
    POSIX,
    async (t) => {
      const folder = await temporaryFolder(t);
      await makeProgram(path.join(folder, 'a', 'python3'), 'exit 127');
      await makePython(path.join(folder, 'b', 'python3'), '3.7.16');
      withPath(t, [path.join(folder, 'a'), path.join(folder, 'b'), process.env['PATH'] ?? '']);
      const found = await pythonOnPath();
      assert.ok(found);
      assert.ok(!found.path.startsWith(folder));
    },
  );

  it('may not be there at all', async (t) => {
    withPath(t, [await temporaryFolder(t)]);
    assert.equal(await pythonOnPath(), undefined);
  });

  it('is asked for by name where a terminal has none', async (t) => {
    withPath(t, [await temporaryFolder(t)]);
    const settings = engineSettings({ timeout: '1', 'no-cache': true });
    const at = { packageDir: '.', cacheDir: '.', signal: new AbortController().signal };
    await assert.rejects(
      withEngine(settings, at, () => Promise.resolve()),
      new UserError(
        'No Python was found on the PATH. Install Python 3.8 or newer, or give --python PATH.',
      ),
    );
  });

  it('is not looked for in a folder named relative to here', POSIX, async (t) => {
    withPath(t, ['.', 'bin']);
    assert.equal(await pythonOnPath(), undefined);
  });
});

describe('the workspace’s .venv', () => {
  it('is found where it has an interpreter', async (t) => {
    const folder = await temporaryFolder(t);
    assert.equal(await workspaceVenv(folder), undefined);
    const python = venvPython(path.join(folder, '.venv'));
    await mkdir(path.dirname(python), { recursive: true });
    await writeFile(python, '');
    assert.equal(await workspaceVenv(folder), python);
  });
});

describe('discovery', POSIX, () => {
  it('finds each kind where it lives', async (t) => {
    const home = await temporaryFolder(t);
    const kinds: readonly (readonly [kind: string, folder: string])[] = [
      ['created', 'storage/published'],
      ['workspace', 'work/.venv'],
      ['workspace', 'work/env'],
      ['venv', '.virtualenvs/a'],
      ['venv', '.venvs/b'],
      ['venv', '.local/share/virtualenvs/pipenv-x'],
      ['venv', '.cache/pypoetry/virtualenvs/poetry-x'],
      ['venv', '.local/share/hatch/env/virtual/project/Xy12/project'],
    ];
    for (const [, folder] of kinds) await makeEnvironment(path.join(home, folder));
    await makePython(
      path.join(home, '.local/share/uv/python/cpython-3.12.1/bin/python3'),
      '3.12.1',
    );
    await makePython(path.join(home, '.pyenv/versions/3.9.18/bin/python3'), '3.9.18');
    await makePython(path.join(home, 'miniconda3/envs/c/bin/python'), '3.11.0');
    await makePython(path.join(home, 'listed/bin/python'), '3.11.1');
    await mkdir(path.join(home, '.conda'));
    await writeFile(path.join(home, '.conda/environments.txt'), `${home}/listed\n/no/such\n`);
    await makePython(path.join(home, 'bin/python3'), '3.13.0');

    const found = (await discover(home)).usable
      .filter(({ path: python }) => python.startsWith(home))
      .map(({ kind, path: python }) => [kind, path.relative(home, python)]);
    assert.deepEqual(
      found.sort(),
      [
        ...kinds.map(([kind, folder]) => [kind, `${folder}/bin/python`]),
        ['conda', 'listed/bin/python'],
        ['conda', 'miniconda3/envs/c/bin/python'],
        ['pyenv', '.pyenv/versions/3.9.18/bin/python3'],
        ['system', 'bin/python3'],
        ['uv', '.local/share/uv/python/cpython-3.12.1/bin/python3'],
      ].sort(),
    );
  });

  it('lists an installation once, however many paths lead to it', async (t) => {
    const home = await temporaryFolder(t);
    const python = await makeEnvironment(path.join(home, 'work/.venv'));
    await mkdir(path.join(home, 'bin'));
    await symlink(python, path.join(home, 'bin/python'));
    await symlink(await basePython(), path.join(home, 'bin/python3'));
    await mkdir(path.join(home, '.virtualenvs'));
    await symlink(path.join(home, 'work/.venv'), path.join(home, '.virtualenvs/linked'));
    const { usable } = await discover(home);
    const base = await probeInterpreter(await basePython());
    assert.equal(usable.filter(({ prefix }) => prefix === path.join(home, 'work/.venv')).length, 1);
    assert.equal(usable.filter(({ prefix }) => prefix === base.prefix).length, 1);
  });

  it('says of an old Python and of a broken environment why they cannot be used', async (t) => {
    const home = await temporaryFolder(t);
    await makePython(path.join(home, '.pyenv/versions/3.7.16/bin/python3'), '3.7.16');
    const broken = await makeEnvironment(path.join(home, 'work/.venv'));
    await rm(broken);
    await makeProgram(path.join(home, 'bin/python3'), 'exit 127');
    const { usable, unusable: useless } = await discover(home);
    assert.ok(!usable.some(({ path: python }) => python.startsWith(home)));
    const problems = new Map(useless.map(({ path: python, problem }) => [python, problem]));
    assert.match(problems.get(path.join(home, '.pyenv/versions/3.7.16/bin/python3')) ?? '', /3\.8/);
    assert.match(problems.get(broken) ?? '', /is broken/);
    assert.ok(!problems.has(path.join(home, 'bin/python3')));
  });

  it('tells what it has found while it looks, and takes candidates from elsewhere', async (t) => {
    const home = await temporaryFolder(t);
    await makeEnvironment(path.join(home, 'work/.venv'));
    const known = await makePython(path.join(home, 'elsewhere/bin/python'), '3.10.0');
    const counts: number[] = [];
    const { usable } = await discoverInterpreters(
      placesIn(home),
      [{ path: known, kind: 'python-extension' }],
      ['json'],
      ({ usable: soFar }) => counts.push(soFar.length),
    );
    assert.ok(counts.length >= 2);
    assert.deepEqual(
      counts,
      [...counts].sort((a, b) => a - b),
    );
    assert.equal(usable.find(({ path: python }) => python === known)?.kind, 'python-extension');
    assert.deepEqual(usable.find(({ kind }) => kind === 'workspace')?.modules, ['json']);
  });

  it('runs nothing of a workspace that it is not told of', async (t) => {
    const home = await temporaryFolder(t);
    await makeEnvironment(path.join(home, 'work/.venv'));
    const places = { ...placesIn(home), workspaceFolders: [] };
    const { usable } = await discoverInterpreters(places, [], [], () => undefined);
    assert.ok(!usable.some(({ path: python }) => python.startsWith(home)));
  });
});

describe('the py launcher’s list', () => {
  it('gives the paths', () => {
    const output = [
      ' -V:3.12 *        C:\\Program Files\\Python312\\python.exe',
      ' -V:3.8           C:\\Python38\\python.exe',
      ' -V:Astral/CPython3.11.9 C:\\Users\\a\\AppData\\Roaming\\uv\\python\\python.exe',
      'No installed Pythons found!',
    ].join('\r\n');
    assert.deepEqual(parseLauncher(output), [
      'C:\\Program Files\\Python312\\python.exe',
      'C:\\Python38\\python.exe',
      'C:\\Users\\a\\AppData\\Roaming\\uv\\python\\python.exe',
    ]);
  });
});

async function refuses(python: string, message: RegExp): Promise<void> {
  await assert.rejects(probeInterpreter(python), (error: unknown) => {
    assert.ok(error instanceof UserError);
    assert.match(error.message, message);
    return true;
  });
}

function placesIn(home: string): Places {
  return {
    home,
    environment: { PATH: path.join(home, 'bin') },
    workspaceFolders: [path.join(home, 'work')],
    createdDir: path.join(home, 'storage'),
  };
}

function discover(home: string): Promise<Discovery> {
  return discoverInterpreters(placesIn(home), [], [], () => undefined);
}

function withPath(t: TestContext, folders: readonly string[]): void {
  const before = process.env['PATH'];
  process.env['PATH'] = folders.join(path.delimiter);
  t.after(() => {
    process.env['PATH'] = before;
  });
}
