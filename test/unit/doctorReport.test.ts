import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { DatasetNeeds } from '../../src/core/doctor/datasetNeeds.js';
import type { Report, ReportItem } from '../../src/core/doctor/item.js';
import { commandLine } from '../../src/core/doctor/remedies.js';
import { brokenReport, reportOf } from '../../src/core/doctor/report.js';
import { fits } from '../../src/core/doctor/versions.js';
import type { Facts, LibraryFact } from '../../src/shared/doctorProtocol.js';
import type { EngineReady } from '../../src/shared/engineProtocol.js';
import { aTask } from './tasks.js';

const PYTHON = '/envs/tasks/bin/python';
const PIP = [PYTHON, '-m', 'pip', 'install'];

const ENGINE: EngineReady = {
  type: 'ready',
  protocol: 1,
  python: { version: '3.10.13', executable: PYTHON, platform: 'linux' },
  workers: 2,
  launch: 'fork',
  isolation: { level: 'namespaces', reason: '', network: 'loopback' },
  memory_mib: 4096,
  coverage: '7.6.1',
  packages: '',
  harness: '',
};

function interpreter(changes: Partial<Facts['interpreter']> = {}): Facts['interpreter'] {
  return {
    version: '3.10.13',
    executable: PYTHON,
    prefix: '/envs/tasks',
    platform: 'linux',
    virtual: true,
    pip: true,
    externally_managed: false,
    search_path: [],
    memory_bytes: 8 * 1024 ** 3,
    disks: [{ use: 'runs', path: '/tmp', free_bytes: 9 * 1024 ** 3 }],
    ...changes,
  };
}

function library(name: string, changes: Partial<LibraryFact> = {}): LibraryFact {
  return {
    name,
    state: 'ok',
    message: '',
    origin: `/envs/tasks/${name}.py`,
    import_s: 0.25,
    failures: [],
    distributions: [],
    ...changes,
  };
}

/** The report on one task with this code. */
function reportOn(code: string, facts: Partial<Facts>, engine = ENGINE, taskId = 'a'): Report {
  const needs = new DatasetNeeds();
  needs.add(aTask({ taskId, completePrompt: '', canonicalSolution: code, test: '' }));
  return reportOf({
    needs,
    facts: { interpreter: interpreter(), libraries: [], data: [], tools: [], ...facts },
    engine,
    timeoutSeconds: 240,
  });
}

function find({ items }: Report, name: string): ReportItem {
  const item = items.find((each) => each.name === name);
  assert.ok(item, `no item ${name}`);
  return item;
}

/** The item of a library and its remedy's command. */
function libraryOn(fact: LibraryFact, facts: Partial<Facts> = {}, taskId?: string) {
  const code = `import ${fact.name}\n`;
  const item = find(reportOn(code, { libraries: [fact], ...facts }, ENGINE, taskId), fact.name);
  return { item, command: item.remedy?.command };
}

const missing = (name: string): LibraryFact =>
  library(name, { state: 'missing', origin: null, import_s: null });
const failing = (name: string, message: string): LibraryFact =>
  library(name, { state: 'fails', message, distributions: [{ name, version: '1.2' }] });
const tool = (name: string) => ({ name, path: `/usr/bin/${name}` });

describe('a library', () => {
  it('that is missing is installed by its distribution', () => {
    const { item, command } = libraryOn(missing('cv2'));
    assert.deepEqual([item.severity, item.tasks], ['problem', ['a']]);
    assert.deepEqual(command, [...PIP, 'opencv-python-headless']);
  });

  it('of the benchmark is held against its published version and installed in it', () => {
    const other = library('sklearn', { distributions: [{ name: 'scikit-learn', version: '1.5' }] });
    const { item, command } = libraryOn(other, {}, 'BigCodeBench/1');
    assert.deepEqual([item.severity, item.library?.state], ['note', 'other version']);
    assert.deepEqual(command, [...PIP, 'scikit-learn==1.3.1']);
    assert.equal(libraryOn(other).item.severity, 'ok', 'elsewhere there is no published version');
  });

  it('is not installed in a published version that other Pythons cannot have', () => {
    const facts = { interpreter: interpreter({ version: '3.13.0' }) };
    assert.deepEqual(libraryOn(missing('numpy'), facts, 'BigCodeBench/1').command, [
      ...PIP,
      'numpy',
    ]);
  });

  it('that ends the interpreter is installed anew', () => {
    const message = 'importing lxml ended the interpreter with signal 11 (SIGSEGV)';
    const fact = { ...failing('lxml', message), state: 'crashes' as const };
    const { item, command } = libraryOn(fact);
    assert.deepEqual([item.severity, item.text], ['problem', message]);
    assert.deepEqual(command, [...PIP, '--force-reinstall', '--no-deps', 'lxml==1.2']);
  });

  it('that needs another library gets that one, in a version that still has it', () => {
    const { command } = libraryOn(
      failing('librosa', "ModuleNotFoundError: No module named 'pkg_resources'"),
    );
    assert.deepEqual(command, [...PIP, 'setuptools<81']);
  });

  it('that needs a library of the system gets its package', () => {
    const message = 'ImportError: libsndfile.so.1: cannot open shared object file';
    const { command } = libraryOn(failing('soundfile', message), {
      tools: [tool('apt-get'), tool('sudo')],
    });
    assert.deepEqual(command, ['sudo', 'apt-get', 'install', 'libsndfile1']);
    const gl = failing('cv2', 'ImportError: libGL.so.1: cannot open shared object file');
    assert.deepEqual(libraryOn(gl).command, [...PIP, 'opencv-python-headless']);
  });

  it('that lacks a name concerns the tasks that use the name', () => {
    const needs = new DatasetNeeds();
    const of = (taskId: string, line: string) =>
      aTask({ taskId, completePrompt: line, canonicalSolution: '', test: '' });
    needs.add(of('old', 'from sklearn.datasets import load_boston\n'));
    needs.add(of('new', 'import sklearn\n'));
    const fact = library('sklearn', {
      failures: [{ name: 'sklearn.datasets:load_boston', message: 'ImportError: removed' }],
      distributions: [{ name: 'scikit-learn', version: '1.5' }],
    });
    const facts = { interpreter: interpreter(), libraries: [fact], data: [], tools: [] };
    const item = find(reportOf({ needs, facts, engine: ENGINE, timeoutSeconds: 1 }), 'sklearn');
    assert.deepEqual(item.tasks, ['old']);
    assert.equal(item.text, 'sklearn.datasets.load_boston cannot be loaded: ImportError: removed');
  });

  it('of the standard library is mentioned only where this Python is without it', () => {
    assert.ok(
      reportOn('import json\n', { libraries: [library('json')] }).items.every(
        ({ kind }) => kind !== 'library',
      ),
    );
    const { item } = libraryOn(missing('cgi'));
    assert.equal(item.text, "left Python's standard library after 3.12");
    assert.equal(item.remedy?.action, 'selectInterpreter');
    const tk = failing('turtle', "ModuleNotFoundError: No module named '_tkinter'");
    assert.deepEqual(libraryOn(tk, { tools: [tool('brew')] }).command, [
      'brew',
      'install',
      'python-tk',
    ]);
  });
});

describe('what is missing', () => {
  it('is installed at once, with uv where there is no pip', () => {
    const facts = {
      interpreter: interpreter({ pip: false }),
      libraries: [missing('PIL'), missing('yaml'), library('rsa')],
      tools: [tool('uv')],
    };
    const report = reportOn('import PIL, yaml, rsa\n', facts);
    const command = ['uv', 'pip', 'install', '--python', PYTHON, 'Pillow', 'PyYAML'];
    assert.deepEqual(report.installMissing?.command, command);
    const without = reportOn('import PIL\n', { ...facts, tools: [] });
    assert.equal(without.items[0]?.name, 'pip');
    assert.equal(without.items[0].severity, 'problem');
  });

  it('goes into an environment of its own where the system manages Python', () => {
    const facts = { interpreter: interpreter({ externally_managed: true, virtual: false }) };
    const { item } = libraryOn(missing('numpy'), facts);
    assert.equal(item.remedy?.action, 'createEnvironment');
    assert.deepEqual(item.remedy.command, [PYTHON, '-m', 'venv', '.venv']);
  });
});

describe('data and tools', () => {
  const CODE = "import nltk, pytesseract, matplotlib\nnltk.download('punkt')\n";

  it('have a remedy by their kind and by the system', () => {
    const report = reportOn(CODE, { tools: [tool('brew')] });
    assert.deepEqual(find(report, 'nltk: punkt').remedy?.command, [
      PYTHON,
      '-m',
      'nltk.downloader',
      'punkt',
    ]);
    assert.deepEqual(find(report, 'tesseract').remedy?.command, ['brew', 'install', 'tesseract']);
    assert.equal(find(report, 'fc-list').severity, 'note', 'Matplotlib goes on without it');
    const bare = find(reportOn(CODE, {}), 'tesseract');
    assert.equal(bare.remedy?.command, undefined);
    assert.match(bare.remedy?.text ?? '', /package manager/);
  });

  it('are asked for under the name that the installed version reads', () => {
    const nltk = library('nltk', { distributions: [{ name: 'nltk', version: '3.9.1' }] });
    const data = [
      { library: 'nltk' as const, name: 'punkt', path: '/data/punkt' },
      { library: 'nltk' as const, name: 'punkt_tab', path: null },
    ];
    const report = reportOn(CODE, { libraries: [nltk], data });
    assert.equal(find(report, 'nltk: punkt_tab').severity, 'problem');
  });
});

describe('the machine', () => {
  it('is a problem where the disk is full, and a note where runs are not shut in', () => {
    const disks = [{ use: 'runs' as const, path: '/tmp', free_bytes: 1000 }];
    const isolation = {
      level: 'limits',
      reason: 'namespaces do not work here',
      network: 'loopback',
    } as const;
    const facts = { interpreter: interpreter({ disks }) };
    const report = reportOn('', facts, { ...ENGINE, isolation, coverage: null });
    assert.equal(report.items[0]?.kind, 'disk');
    const item = find(report, 'limits');
    assert.deepEqual([item.severity, item.text], ['note', 'namespaces do not work here']);
    assert.deepEqual(find(report, 'coverage.py').remedy?.command, [...PIP, 'coverage']);
  });

  it('has one problem, the interpreter, where that does not start', () => {
    const { interpreter: none, items } = brokenReport('/gone', 'There is no Python at /gone.');
    assert.equal(none, null);
    assert.deepEqual(
      items.map(({ severity, text }) => [severity, text]),
      [['problem', 'There is no Python at /gone.']],
    );
  });
});

describe('versions', () => {
  it('fit a specifier as pip has it', () => {
    assert.ok(fits('4.15.0', '==4.15'));
    assert.ok(fits('2.0.1+cpu', '==2.0.1'));
    assert.ok(!fits('1.10', '==1.1'));
    assert.ok(fits('80.9', '<81') && !fits('81.0', '<81'));
  });
});

describe('a command line', () => {
  it('is quoted for the shell that takes it', () => {
    const command = ['/my env/python', '-m', 'pip', 'install', 'setuptools<81', "it's"];
    const posix = "'/my env/python' -m pip install 'setuptools<81' 'it'\\''s'";
    assert.equal(commandLine(command, 'posix'), posix);
    const windows = "& '/my env/python' -m pip install 'setuptools<81' 'it''s'";
    assert.equal(commandLine(command, 'powershell'), windows);
  });
});
