import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ensureSamplesPython } from '../../scripts/setup/pythonEnvironment.js';
import { distributionKey } from '../../src/core/distributions.js';
import {
  comparisonOf,
  parseComparison,
  type CheckedEnvironment,
  type Comparison,
} from '../../src/core/drift/comparison.js';
import { findDrift, pairUp } from '../../src/core/drift/drift.js';
import {
  blameText,
  driftCsv,
  driftMarkdown,
  environmentNames,
  groupByBlame,
  groupByVerdicts,
  reasonText,
} from '../../src/core/drift/report.js';
import { suspectsOf } from '../../src/core/drift/suspects.js';
import type { RunResult } from '../../src/core/engine.js';
import { UserError } from '../../src/core/errors.js';
import type { Task } from '../../src/core/task.js';
import { installedVersions } from '../../src/node/python/installedVersions.js';
import { PASS } from './runs.js';
import { aTask } from './tasks.js';

const environment = (
  version: string,
  packages: Readonly<Record<string, string>>,
): CheckedEnvironment => ({
  ...{ python: `/envs/${version}/bin/python`, version, isolation: 'limits', packages },
});
const OLD = environment('3.10.13', { pandas: '1.5.3', numpy: '1.21.2', 'scikit-learn': '1.3.1' });
const NEW = environment('3.13.0', { pandas: '2.2.0', numpy: '1.21.2' });
const TASK = aTask({
  taskId: 'Made/1',
  completePrompt: 'import pandas as pd\nimport numpy as np\nfrom sklearn import svm\nimport json\n',
});
const PURE = aTask({
  taskId: 'Made/2',
  completePrompt: 'import json\n',
  test: 'import unittest\n',
});

function failing(traceback: string, more: Partial<RunResult> = {}): RunResult {
  return {
    ...PASS,
    ...{ status: 'fail', cause: 'exception', message: '1 of 3 tests failed' },
    details: { test_a: traceback },
    tests: [outcome('test_a', traceback.trim().split('\n').at(-1) ?? '')],
    ...more,
  };
}

function outcome(name: string, message: string): RunResult['tests'][number] {
  return {
    ...{ name, status: 'error', duration_s: 0, message, traceback: '', frames: [] },
    ...{ stdout: '', stderr: '', output_cut: false },
  };
}

function trace(message: string, ...files: readonly string[]): string {
  const frames = files.map((file) => `  File "${file}", line 1, in f\n    f()\n    ~^^\n`).join('');
  return `Traceback (most recent call last):\n${frames}${message}\n`;
}

function compared(
  tasks: readonly Task[],
  ...results: readonly (readonly RunResult[])[]
): Comparison {
  const sides = [OLD, NEW].map((one, index) => ({
    environment: one,
    results: results[index] ?? [],
  }));
  return comparisonOf(tasks, sides, {
    ...{ dataset: 'made', timeoutSeconds: 60, when: new Date(0) },
  });
}

const PROGRAM = '__test__.py';
const SITE = '/envs/3.13/lib/python3.13/site-packages';
const STANDARD = '/usr/lib/python3.13';

describe('a failure', () => {
  const libraries = (message: string, ...files: readonly string[]) =>
    suspectsOf(message, trace(message, ...files)).map(({ library, why }) => `${library} ${why}`);

  it('points to what cannot be imported, by whatever name that goes', () => {
    assert.deepEqual(libraries("ModuleNotFoundError: No module named 'sklearn.svm'"), [
      'sklearn import',
    ]);
    assert.deepEqual(libraries("ModuleNotFoundError: No module named 'imp'"), ['Python import']);
    assert.deepEqual(
      libraries("ImportError: cannot import name 'simps' from 'scipy.integrate' (/x.py)"),
      ['scipy import'],
    );
    assert.deepEqual(
      libraries(
        "ImportError: Missing optional dependency 'openpyxl'. Use pip.",
        PROGRAM,
        `${SITE}/pandas/io.py`,
      ),
      ['openpyxl import', 'pandas raised'],
    );
  });

  it('points to the library whose files it comes from, the deepest first', () => {
    assert.deepEqual(
      libraries(
        'KeyError: 1',
        PROGRAM,
        `${SITE}/sklearn/base.py`,
        `${SITE}/pandas/core.py`,
        `${STANDARD}/json/decoder.py`,
      ),
      ['pandas raised', 'sklearn raised'],
    );
    assert.deepEqual(libraries('TypeError: x', PROGRAM, `${STANDARD}/random.py`), [
      'Python raised',
    ]);
    assert.deepEqual(libraries('KeyError: 1', PROGRAM, 'C:\\env\\Lib\\site-packages\\six.py'), [
      'six raised',
    ]);
  });

  it('points to Python only by what Python says of itself, not by what it was given', () => {
    assert.deepEqual(
      libraries('json.decoder.JSONDecodeError: x', PROGRAM, `${STANDARD}/json.py`),
      [],
    );
    assert.deepEqual(libraries('KeyError: 1', PROGRAM, `${STANDARD}/random.py`), []);
  });

  it('points to no library that only calls the program, or checks what it did', () => {
    assert.deepEqual(libraries('KeyError: 1', PROGRAM, `${SITE}/flask/app.py`, PROGRAM), []);
    assert.deepEqual(
      libraries('AssertionError: Arrays are not equal', PROGRAM, `${SITE}/numpy/testing/utils.py`),
      [],
    );
    assert.deepEqual(
      libraries('AttributeError: x', PROGRAM, `${STANDARD}/unittest/mock.py`, '<frozen os>'),
      [],
    );
  });

  it('points to where the exception came from that led to no other', () => {
    const first = trace('KeyError: 1', `${SITE}/numpy/a.py`);
    const second = trace('ValueError: 1', PROGRAM, `${SITE}/pandas/b.py`);
    const both = `${first}\nDuring handling of the above exception, another exception occurred:\n\n${second}`;
    assert.deepEqual(suspectsOf('ValueError: 1', both), [{ library: 'pandas', why: 'raised' }]);
    const own = both.replace(`  File "${SITE}/pandas/b.py", line 1, in f\n`, '');
    assert.deepEqual(suspectsOf('ValueError: 1', own), [{ library: 'numpy', why: 'raised' }]);
  });

  it('points to what it names', () => {
    assert.deepEqual(
      libraries("AttributeError: module 'numpy' has no attribute 'float'", PROGRAM),
      ['numpy named'],
    );
    assert.deepEqual(libraries("AttributeError: module 'datetime' has no attribute 'x'"), [
      'Python named',
    ]);
    assert.deepEqual(
      libraries(
        "AttributeError: 'TestCases' object has no attribute 'assertEquals'. Did you mean?",
      ),
      ['Python named'],
    );
    assert.deepEqual(libraries('pandas.errors.ParserError: no', PROGRAM), ['pandas named']);
    assert.deepEqual(libraries("TypeError: <class 'datetime.date'> is no number"), []);
    assert.deepEqual(libraries("AssertionError: <class 'numpy.bool'> is no bool"), []);
  });
});

describe('drift', () => {
  it('is nothing where all verdicts are the same', () => {
    assert.deepEqual(findDrift(compared([TASK], [PASS], [PASS])), []);
  });

  it('blames the libraries that the failure points to, where their versions differ', () => {
    const message = 'KeyError: 1';
    const deep = trace(
      message,
      PROGRAM,
      `${SITE}/sklearn/a.py`,
      `${SITE}/pandas/b.py`,
      `${SITE}/numpy/c.py`,
    );
    const [drift] = findDrift(compared([TASK], [PASS], [failing(deep)]));
    assert.deepEqual(drift?.blamed, [
      { distribution: 'pandas', versions: ['1.5.3', '2.2.0'], why: 'raised' },
      { distribution: 'scikit-learn', versions: ['1.3.1', null], why: 'raised' },
    ]);
    assert.equal(blameText(drift), 'pandas 1.5.3 → 2.2.0');
    assert.equal(drift.outcomes[1]?.message, message);
  });

  it('goes by the tests that do not fail everywhere', () => {
    const both = trace('KeyError: 1', PROGRAM, `${SITE}/pandas/b.py`);
    const here = trace("ModuleNotFoundError: No module named 'sklearn'", PROGRAM);
    const [drift] = findDrift(
      compared(
        [TASK],
        [failing(both)],
        [
          failing(both, {
            cause: 'import',
            details: { test_a: both, test_b: here },
            tests: [
              outcome('test_a', 'KeyError: 1'),
              outcome('test_b', "ModuleNotFoundError: No module named 'sklearn'"),
            ],
          }),
        ],
      ),
    );
    assert.deepEqual(
      drift?.blamed.map(({ distribution }) => distribution),
      ['scikit-learn'],
    );
    assert.match(blameText(drift), /^scikit-learn 1\.3\.1 → missing$/);
  });

  it('of which nothing tells the library may be any that the task uses, or Python', () => {
    const assertion = trace('AssertionError: 1 != 2', PROGRAM);
    const drifts = findDrift(
      compared(
        [TASK, PURE],
        [PASS, PASS],
        [failing(assertion, { cause: 'assertion' }), failing(assertion)],
      ),
    );
    assert.deepEqual(drifts.map(blameText), [
      'one of pandas, scikit-learn, Python',
      'Python 3.10.13 → 3.13.0',
    ]);
    assert.match(reasonText(drifts[0] ?? assert.fail()), /no failure points to one/);
    assert.deepEqual(
      groupByBlame(drifts).map(({ name, versions, drifts: members }) => [
        name,
        versions,
        members.length,
      ]),
      [
        ['Python', '3.10.13 → 3.13.0', 1],
        ['One of several', '', 1],
      ],
    );
    assert.deepEqual([...groupByVerdicts(drifts).keys()], ['pass → assertion', 'pass → exception']);
  });

  it('may come of a busy machine where a time limit was reached', () => {
    const late = failing('', { status: 'timeout', cause: 'timeout', details: {}, tests: [] });
    const [drift] = findDrift(compared([TASK], [PASS], [late]));
    assert.match(reasonText(drift ?? assert.fail()), /a busy machine/);
  });

  it('tells failures of another cause apart, and reads those outside the tests', () => {
    const outside = failing('', {
      ...{ cause: 'import', message: "ModuleNotFoundError: No module named 'sklearn'" },
      ...{ details: { ALL: "No module named 'sklearn'" }, tests: [] },
    });
    const [drift] = findDrift(compared([TASK], [failing(trace('KeyError: 1'))], [outside]));
    assert.equal(drift?.blamed[0]?.distribution, 'scikit-learn');
  });
});

describe('a comparison', () => {
  const EXCEPTION = failing(trace('pandas.errors.X: =1 | a, "b"', PROGRAM));
  const first = compared([TASK, PURE], [PASS, PASS], [PASS, PASS]);
  const second = compared([TASK, PURE], [PASS, PASS], [EXCEPTION, PASS]);

  it('is read back as it was kept, and nothing else is', () => {
    assert.deepEqual(parseComparison(JSON.parse(JSON.stringify(second)), 'a.json'), second);
    const [task] = second.tasks;
    for (const value of [
      undefined,
      [],
      { ...second, version: 2 },
      { ...second, tasks: [{ ...task, outcomes: [] }] },
    ]) {
      assert.throws(
        () => parseComparison(value, 'a.json'),
        (error) =>
          error instanceof UserError && error.message.startsWith('a.json is no comparison'),
      );
    }
  });

  it('is set against a later one, environment by environment', () => {
    const { environments, leftOut } = pairUp(first, second);
    assert.deepEqual(leftOut, []);
    assert.deepEqual(
      environments.map((pair) => findDrift(pair).map(({ taskId }) => taskId)),
      [[], ['Made/1']],
    );
    assert.deepEqual(
      environments.map((pair) => environmentNames(pair.environments)),
      [
        ['3.10.13 (1)', '3.10.13 (2)'],
        ['3.13.0 (1)', '3.13.0 (2)'],
      ],
    );
  });

  it('calls environments by their versions, or else by their folders', () => {
    const names = (...pythons: readonly string[]) =>
      environmentNames(pythons.map((python) => ({ ...OLD, python })));
    assert.deepEqual(environmentNames([OLD, NEW]), ['3.10.13', '3.13.0']);
    assert.deepEqual(names('/a/.venv/bin/python3.10', 'C:\\b\\Scripts\\python.exe'), [
      '3.10.13 .venv',
      '3.10.13 b',
    ]);
    assert.deepEqual(names('/a/env/bin/python', '/b/env/bin/python'), [
      '3.10.13 /a/env/bin/python',
      '3.10.13 /b/env/bin/python',
    ]);
  });

  it('leaves out tasks that changed, and is not set against what does not fit', () => {
    const edited = compared(
      [aTask({ ...TASK, canonicalSolution: 'pass' }), PURE],
      [PASS, PASS],
      [PASS, PASS],
    );
    assert.deepEqual(pairUp(first, edited).leftOut, ['Made/1']);
    const other = compared([aTask({ taskId: 'Made/9' })], [PASS], [PASS]);
    assert.throws(() => pairUp(first, other), /have no task in common/);
    const one = { ...first, environments: [OLD] };
    assert.throws(() => pairUp(one, second), /compares 1 environments, the other 2/);
  });

  it('is reported as a document and for a spreadsheet', () => {
    const reported = { title: 'Drift of made', comparisons: [second] };
    const markdown = driftMarkdown(reported);
    assert.match(
      markdown,
      /^# Drift of made\n\n2 tasks of made, 60 s each, 1970-01-01\. \*\*1 with/,
    );
    assert.match(markdown, /\| pandas \| 1\.5\.3 → 2\.2\.0 \| 1 \|/);
    assert.match(markdown, /\| Made\/1 \| pass \| exception \| .*pandas\.errors\.X: =1 \\\| a/);
    const [head, row] = driftCsv(reported).split('\r\n');
    assert.equal(head, 'environments,task_id,verdicts,to_blame,versions,reason,message');
    assert.match(row ?? '', /^3\.10\.13 → 3\.13\.0,Made\/1,pass → exception,pandas,/);
    assert.match(row ?? '', /,"pandas\.errors\.X: =1 \| a, ""b"""$/);
  });
});

describe('installed versions', () => {
  it('are those of a real environment', async () => {
    const versions = await installedVersions(await ensureSamplesPython());
    assert.match(versions.get('pyyaml') ?? '', /^\d+\.\d+/);
    assert.ok(versions.has(distributionKey('python_dateutil')));
  });

  it('of no Python are an error that names it', async () => {
    await assert.rejects(installedVersions('/nowhere/python'), (error) => {
      return error instanceof UserError && error.message.includes('/nowhere/python');
    });
  });
});
