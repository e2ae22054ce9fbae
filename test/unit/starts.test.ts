import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readStarts, startFromCode } from '../../src/core/curation/starts.js';
import { UserError } from '../../src/core/errors.js';
import { structureProblems } from '../../src/core/structure/problems.js';

const DRAFT = {
  task_id: 'Made/7',
  prompt:
    'import json\nimport math\n\ndef f_7(x):\n    """\n    Round up.\n\n    Returns:\n    str: JSON.\n\n    Example:\n    >>> f_7(1.5)\n    \'2\'\n    """\n',
  canonical_solution: '    return json.dumps(math.ceil(x))\n',
  entry_point: 'f_7',
};
/** As ODEX has them: tabs, and a snippet in the middle of a function. */
const WRAPPED = {
  task_id: 12,
  prompt: 'def f_12(words):\n\treturn ',
  suffix: '',
  canonical_solution: 'sorted(words, key=len)',
  intent: 'sort `words` by length',
  library: ['re'],
};
const SNIPPET = { question_id: 5, intent: 'say hello', snippet: "print('hello')\n" };

describe('starts of a task', () => {
  it('are read from a JSON list and from JSON lines alike', () => {
    const rows = [DRAFT, WRAPPED, SNIPPET];
    const list = readStarts(JSON.stringify(rows), 'a.json');
    const lines = readStarts(rows.map((row) => JSON.stringify(row)).join('\n'), 'a.jsonl');
    assert.deepEqual(list, lines);
    assert.deepEqual(
      list.starts.map(({ id, kind, title, libraries }) => [id, kind, title, ...libraries]),
      [
        ['Made/7', 'draft', 'Round up.', 'json', 'math'],
        // Its library is imported and not used.
        ['12', 'seed', 'sort `words` by length'],
        ['5', 'seed', 'say hello'],
      ],
    );
  });

  it('from a draft lack nothing but the tests', () => {
    const [start] = readStarts(JSON.stringify([DRAFT]), 'a').starts;
    assert.deepEqual(
      structureProblems(start?.text ?? '').map(({ code }) => code),
      ['no-tests'],
    );
    assert.ok(start?.text.includes('>>> task_func(1.5)'));
  });

  it('from ODEX keep parameters, body and libraries', () => {
    const [start] = readStarts(JSON.stringify(WRAPPED), 'a').starts;
    assert.equal(
      start?.text,
      'import re\n\n\ndef task_func(words):\n    """\n    sort `words` by length\n    """\n    return sorted(words, key=len)\n',
    );
  });

  it('from a snippet make it the body', () => {
    const [start] = readStarts(JSON.stringify(SNIPPET), 'a').starts;
    assert.equal(
      start?.text,
      'def task_func():\n    """\n    say hello\n    """\n    print(\'hello\')\n',
    );
  });

  it('from any code move its imports up', () => {
    assert.equal(
      startFromCode('    import os\n    for name in os.listdir():\n        print(name)\n'),
      'import os\n\n\ndef task_func():\n    """\n    Say what this code does.\n    """\n    for name in os.listdir():\n        print(name)\n',
    );
  });

  it('from any code take an import over several lines, and one in a text, for what they are', () => {
    const code =
      'from os import (\n    path,\n)  # names\nfrom sys import (\n    argv,\n)\nhelp = """\nimport nothing\n"""\nprint(help, path, argv)\n';
    const [imports = '', body = ''] = startFromCode(code).split('\n\n\ndef task_func():\n');
    assert.equal(
      imports,
      'from os import (\n    path,\n)  # names\nfrom sys import (\n    argv,\n)',
    );
    assert.match(body, /import nothing\n[^]*print\(help, path, argv\)/);
  });

  it('from ODEX keep imports over several lines', () => {
    const prompt = `from os import (\n    path,\n)\nfrom sys import (\n    argv,\n)\nimport re\n${WRAPPED.prompt}`;
    const [start] = readStarts(JSON.stringify({ ...WRAPPED, prompt }), 'a').starts;
    assert.ok(
      start?.text.startsWith(
        'import re\nfrom os import (\n    path,\n)\nfrom sys import (\n    argv,\n)\n\n\ndef task_func(words):\n',
      ),
      start?.text,
    );
  });

  it('refuse rows that are neither, by their place, and go on', () => {
    const rows = [{ x: 1 }, SNIPPET].map((row) => JSON.stringify(row));
    for (const [text, place] of [
      [`[${rows.join()}]`, 'row 1'],
      [`\n${rows.join('\n')}`, 'line 2'],
    ] as const) {
      const { starts, refused } = readStarts(text, 'a');
      assert.equal(starts.length, 1);
      assert.equal(refused.length, 1);
      assert.equal(refused[0]?.place, place);
      assert.match(refused[0].reason, /expected a draft .* or a seed/);
    }
  });

  it('refuse a second of a name, and a function whose name is none', () => {
    const named = (task_id: string, entry_point = DRAFT.entry_point) =>
      JSON.stringify({ ...DRAFT, task_id, entry_point });
    const { starts, refused } = readStarts(
      [named('a'), named('b', 'f('), named('a'), named('c')].join('\n'),
      'a.jsonl',
    );
    assert.deepEqual(
      starts.map(({ id }) => id),
      ['a', 'c'],
    );
    assert.deepEqual(refused, [
      {
        place: 'line 2',
        reason: 'entry_point: expected a function’s name in letters, digits and _, not “f(”',
      },
      { place: 'line 3', reason: 'its id, a, is that of line 1 already' },
    ]);
  });

  it('say which line is no JSON', () => {
    assert.throws(
      () => readStarts(`${JSON.stringify(SNIPPET)}\n\n{oops\n`, 'seeds.jsonl'),
      (error) => error instanceof UserError && error.message.includes('seeds.jsonl, line 3'),
    );
  });
});
