/** Made-up environments around a real Python, in a folder that is removed after the test. */
import {
  chmod,
  copyFile,
  mkdir,
  mkdtemp,
  readdir,
  realpath,
  rm,
  symlink,
  writeFile,
} from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { TestContext } from 'node:test';
import { seriesOf } from '../../src/core/environments/interpreter.js';
import { pythonOnPath } from '../../src/node/python/interpreters.js';
import { probeInterpreter } from '../../src/node/python/probe.js';
import { environmentOf } from '../../src/node/python/virtualEnvironment.js';

/** A folder of this test's own. */
export async function temporaryFolder(t: TestContext): Promise<string> {
  const folder = await mkdtemp(path.join(await realpath(os.tmpdir()), 'bigcodebench-python-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** The Python of this machine that is no virtual environment's. */
export async function basePython(): Promise<string> {
  const found = await pythonOnPath();
  if (!found) throw new Error('These tests need a Python 3.8 or newer on the PATH.');
  if (!found.isVirtual) return found.path;
  const home = environmentOf(found.path)?.home ?? '';
  return (await probeInterpreter(path.join(home, 'python3'))).path;
}

/** A virtual environment as venv makes it, without pip. */
export async function makeEnvironment(folder: string): Promise<string> {
  const base = await basePython();
  const python = path.join(folder, 'bin', 'python');
  await mkdir(path.dirname(python), { recursive: true });
  await symlink(base, python);
  const settings = [`home = ${path.dirname(base)}`, 'include-system-site-packages = false'];
  await writeFile(path.join(folder, 'pyvenv.cfg'), `${settings.join('\n')}\n`);
  return python;
}

/** One library, the module and distribution `shelf`. */
export interface Shelf {
  readonly version: string;
  readonly code: string;
}

/** A virtual environment that has the library. */
export async function environmentWith(folder: string, shelf: Shelf): Promise<string> {
  const python = await makeEnvironment(folder);
  await installShelf(folder, shelf);
  return python;
}

/** Puts the library, or another version beside the one that is there, into an environment. */
export async function installShelf(folder: string, { version, code }: Shelf): Promise<void> {
  const python = await probeInterpreter(path.join(folder, 'bin', 'python'));
  const packages = path.join(folder, 'lib', `python${seriesOf(python.version)}`, 'site-packages');
  const information = path.join(packages, `shelf-${version}.dist-info`);
  await mkdir(information, { recursive: true });
  await writeFile(path.join(packages, 'shelf.py'), code);
  await writeFile(path.join(information, 'METADATA'), `Name: shelf\nVersion: ${version}\n`);
}

/** A real Python, made of this machine's, that says that the system manages it. */
export async function makeManagedPython(folder: string): Promise<string> {
  const { path: base, prefix, version } = await probeInterpreter(await basePython());
  const library = path.join('lib', `python${seriesOf(version)}`);
  const python = path.join(folder, 'bin', 'python3');
  await mkdir(path.dirname(python), { recursive: true });
  await mkdir(path.join(folder, library), { recursive: true });
  await copyFile(await realpath(base), python);
  for (const name of await readdir(path.join(prefix, library))) {
    if (name === 'site-packages' || name === 'EXTERNALLY-MANAGED') continue;
    await symlink(path.join(prefix, library, name), path.join(folder, library, name));
  }
  await writeFile(path.join(folder, library, 'EXTERNALLY-MANAGED'), '[externally-managed]\n');
  return python;
}

/** A program that answers as `script` says. */
export async function makeProgram(file: string, script: string): Promise<string> {
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, `#!/bin/sh\n${script}\n`);
  await chmod(file, 0o755);
  return file;
}

/** A program that answers as a Python of that version does. */
export function makePython(file: string, version: string): Promise<string> {
  const prefix = path.dirname(path.dirname(file));
  const answer = {
    path: file,
    version,
    prefix,
    basePrefix: prefix,
    platform: 'linux',
    modules: [],
  };
  return makeProgram(file, `cat <<'END'\n${JSON.stringify(answer)}\nEND`);
}

/** A task whose verdict depends on a library that only made environments have. */
export const taskFile = (name: string): string => `import shelf


def task_func():
    """Give the number one.

    Returns:
    int: One.
    """
    return shelf.${name}()


import unittest


class TestCases(unittest.TestCase):
    def test_number(self):
        self.assertEqual(task_func(), 1)
`;
