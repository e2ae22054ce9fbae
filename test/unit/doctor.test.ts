import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { promisify } from 'node:util';
import * as v from 'valibot';
import { doctor } from '../../src/cli/doctor.js';
import { CancelledError, UserError } from '../../src/core/errors.js';
import { toRow } from '../../src/core/row.js';
import { askInterpreter } from '../../src/node/doctor/askInterpreter.js';
import { gatherNeeds } from '../../src/node/doctor/gatherNeeds.js';
import { KeptLibraries } from '../../src/node/doctor/keptLibraries.js';
import { lookAgain } from '../../src/node/doctor/lookAgain.js';
import { readJson } from '../../src/node/jsonFile.js';
import { pythonOnPath } from '../../src/node/python/interpreters.js';
import { venvPython } from '../../src/node/python/virtualEnvironment.js';
import { jsonl, temporaryFolder } from './datasetFiles.js';
import { aTask } from './tasks.js';

const PACKAGE_DIR = join(import.meta.dirname, '../..');
const HARNESS_DIR = join(PACKAGE_DIR, 'python');
const NOTHING = { libraries: {}, data: [], tools: [], workers: 1, import_limit_s: 30 };

/** The file that `--json` writes, as docs/doctor.md describes it. */
const ReportSchema = v.strictObject({
  version: v.literal(1),
  interpreter: v.nullable(v.strictObject({ version: v.string(), executable: v.string() })),
  problems: v.number(),
  install_missing: v.nullable(v.array(v.string())),
  items: v.array(
    v.strictObject({
      kind: v.picklist(['interpreter', 'isolation', 'limits', 'library', 'data', 'tool', 'disk']),
      name: v.string(),
      severity: v.picklist(['problem', 'note', 'ok']),
      text: v.string(),
      tasks: v.array(v.string()),
      remedy: v.optional(
        v.strictObject({
          text: v.string(),
          command: v.optional(v.array(v.string())),
          action: v.optional(v.picklist(['createEnvironment', 'selectInterpreter'])),
        }),
      ),
      library: v.optional(
        v.strictObject({
          distribution: v.string(),
          state: v.picklist(['ok', 'other version', 'missing', 'import fails', 'crashes', 'hangs']),
          installed: v.nullable(v.string()),
          pin: v.nullable(v.string()),
          import_s: v.nullable(v.number()),
          origin: v.nullable(v.string()),
        }),
      ),
    }),
  ),
});

/** A virtual environment with these modules; without pip, so that it is there at once. */
async function environment(t: TestContext, modules: Readonly<Record<string, string>> = {}) {
  const python = await pythonOnPath();
  assert.ok(python);
  const folder = join(await temporaryFolder(t), 'env');
  await promisify(execFile)(python.path, ['-m', 'venv', '--without-pip', folder]);
  const interpreter = venvPython(folder);
  const code = 'import sysconfig; print(sysconfig.get_path("purelib"))';
  const { stdout } = await promisify(execFile)(interpreter, ['-c', code]);
  const libraryFolder = stdout.trim();
  for (const [name, text] of Object.entries(modules)) {
    await writeFile(join(libraryFolder, `${name}.py`), text);
  }
  return { folder, interpreter, libraryFolder };
}

/** `bcb doctor` on a task that imports these modules. */
async function diagnose(t: TestContext, python: string, modules: readonly string[]) {
  const folder = await temporaryFolder(t);
  const tasks = join(folder, 'tasks.jsonl');
  const json = join(folder, 'out.json');
  const imports = modules.map((name) => `import ${name}\n`).join('');
  const completePrompt = `${imports}def task_func():\n    """Do nothing."""\n`;
  await writeFile(tasks, jsonl(toRow(aTask({ taskId: 'Made/1', completePrompt }))));
  const exitCode = await doctor(
    ['--tasks', tasks, '--python', python, '--json', json, '--workers', '1'],
    { packageDir: PACKAGE_DIR, cacheDir: folder, signal: new AbortController().signal },
  );
  return { exitCode, report: v.parse(ReportSchema, await readJson(json)) };
}

describe('bcb doctor', () => {
  it('finds nothing wrong where there is nothing', async (t) => {
    const { interpreter } = await environment(t, { sound: '' });
    const { exitCode, report } = await diagnose(t, interpreter, ['sound', 'json']);
    assert.deepEqual([exitCode, report.problems, report.install_missing], [0, 0, null]);
    assert.equal(report.interpreter?.executable, interpreter);
    const item = report.items.find(({ name }) => name === 'sound');
    assert.deepEqual([item?.kind, item?.severity, item?.tasks], ['library', 'ok', ['Made/1']]);
  });

  it('tells a library that is missing from one that fails and one that crashes', async (t) => {
    const { interpreter } = await environment(t, {
      wrong: 'raise ImportError("built for another Python")',
      crashing: 'import os; os.abort()',
    });
    const { exitCode, report } = await diagnose(t, interpreter, ['absent', 'wrong', 'crashing']);
    assert.equal(exitCode, 1);
    const states = new Map(report.items.map(({ name, library }) => [name, library?.state]));
    assert.deepEqual(
      ['absent', 'wrong', 'crashing'].map((name) => states.get(name)),
      ['missing', 'import fails', 'crashes'],
    );
    const crash = report.items.find(({ name }) => name === 'crashing');
    assert.match(crash?.text ?? '', /^importing crashing ended the interpreter with /);
    assert.equal(report.install_missing?.at(-1), 'absent');
  });

  it('says in one sentence that an environment is broken, or is none', async (t) => {
    const { folder, interpreter } = await environment(t);
    for (const name of await readdir(join(interpreter, '..'))) {
      await rm(join(interpreter, '..', name));
    }
    const broken = await diagnose(t, interpreter, []);
    assert.equal(broken.exitCode, 1);
    assert.equal(broken.report.interpreter, null);
    const environmentDir = join(interpreter, '..', '..');
    const text = `The environment ${environmentDir} is broken: it has no ${interpreter}. Delete it and create it anew.`;
    assert.deepEqual(
      broken.report.items.map((item) => item.text),
      [text],
    );
    await mkdir(join(folder, 'no-python'));
    const none = await diagnose(t, join(folder, 'no-python'), []);
    assert.match(none.report.items[0]?.text ?? '', /cannot be run/);
  });

  it('looks at this machine alone, so it takes no cluster', async (t) => {
    const at = {
      packageDir: PACKAGE_DIR,
      cacheDir: await temporaryFolder(t),
      signal: new AbortController().signal,
    };
    await assert.rejects(
      doctor(['--tasks', 'samples', '--python', 'python', '--scheduler', 'tcp://host:8786'], at),
      (error) => error instanceof UserError && error.message.includes("'--scheduler'"),
    );
  });
});

describe('askInterpreter', () => {
  it('says that an environment was deleted while it was in use', async (t) => {
    const { folder, interpreter } = await environment(t);
    const options = { pythonPath: interpreter, harnessDir: HARNESS_DIR };
    const { interpreter: found } = await askInterpreter(NOTHING, options);
    assert.equal(found.virtual, true);
    await rm(folder, { recursive: true });
    const gone = `There is no Python at ${interpreter}. Choose another Python interpreter.`;
    await assert.rejects(askInterpreter(NOTHING, options), new UserError(gone));
  });

  it('says that a program which answers otherwise is no Python', async () => {
    const options = { pythonPath: process.execPath, harnessDir: HARNESS_DIR };
    await assert.rejects(askInterpreter(NOTHING, options), UserError);
  });

  it('ends with what it imports when it is told to', async (t) => {
    const { interpreter } = await environment(t, { slow: 'import time; time.sleep(600)' });
    const abort = new AbortController();
    const request = { ...NOTHING, libraries: { json: [], slow: [] } };
    const asked = askInterpreter(request, {
      pythonPath: interpreter,
      harnessDir: HARNESS_DIR,
      signal: abort.signal,
      onLibrary: () => {
        abort.abort();
      },
    });
    await assert.rejects(asked, CancelledError);
  });

  it('keeps our environment from what is imported', async (t) => {
    const { interpreter } = await environment(t, {
      nosy: 'import os\nassert "BCB_SECRET" not in os.environ',
    });
    process.env['BCB_SECRET'] = 'x';
    t.after(() => delete process.env['BCB_SECRET']);
    const request = { ...NOTHING, libraries: { nosy: [] } };
    const { libraries } = await askInterpreter(request, {
      pythonPath: interpreter,
      harnessDir: HARNESS_DIR,
    });
    assert.equal(libraries[0]?.state, 'ok');
  });
});

describe('lookAgain', () => {
  it('imports only what is not known: what is new, what changed and what went wrong', async (t) => {
    const { interpreter, libraryFolder } = await environment(t, {
      sound: '',
      wrong: 'raise ImportError("no")',
    });
    const file = join(await temporaryFolder(t), 'libraries.json');
    const imported: string[] = [];
    const look = async (code: string): Promise<readonly string[]> => {
      imported.length = 0;
      const needs = await gatherNeeds([aTask({ completePrompt: code, test: '' })]);
      const { libraries } = await lookAgain(needs, {
        pythonPath: interpreter,
        harnessDir: HARNESS_DIR,
        workers: 1,
        // Read from the file each time, as in another session.
        kept: new KeptLibraries(file),
        onProgress: (library) => imported.push(library),
      });
      return libraries.map(({ name }) => name).sort();
    };
    const code = 'import sound\nimport wrong\n';
    assert.deepEqual(await look(code), ['sound', 'wrong']);
    assert.deepEqual(imported.sort(), ['sound', 'wrong']);
    assert.deepEqual(await look(code), ['sound', 'wrong']);
    assert.deepEqual(imported, ['wrong']);
    await look(`${code}sound.name\n`);
    assert.deepEqual(imported.sort(), ['sound', 'wrong'], 'another name is asked of it');
    await writeFile(join(libraryFolder, 'new.py'), '');
    await look(`${code}sound.name\n`);
    assert.deepEqual(imported.sort(), ['sound', 'wrong'], 'something was installed');
  });
});
