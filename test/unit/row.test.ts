import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parsePythonList, pythonList } from '../../src/core/pythonText.js';
import { readRow, toRow, type RowProblem } from '../../src/core/row.js';
import { aTask, TASK } from './tasks.js';

const ROW = toRow(TASK);

function problemsOf(value: unknown): readonly RowProblem[] {
  const reading = readRow(value);
  assert.ok(!reading.ok);
  return reading.problems;
}

function taskOf(value: unknown) {
  const reading = readRow(value);
  assert.ok(reading.ok);
  return reading.task;
}

describe('readRow', () => {
  it('reads back what toRow wrote', () => {
    assert.deepEqual(taskOf(JSON.parse(JSON.stringify(ROW))), TASK);
  });

  it('derives fields that are missing or null', () => {
    const { task_id, complete_prompt, canonical_solution, test, entry_point } = ROW;
    const bare = { task_id, complete_prompt, canonical_solution, test, entry_point };
    assert.deepEqual(taskOf(bare), TASK);
    const nulls = { instruct_prompt: null, code_prompt: null, doc_struct: null, libs: null };
    assert.deepEqual(taskOf({ ...bare, ...nulls }), TASK);
  });

  it('takes a field that is there as it is', () => {
    const task = taskOf({ ...ROW, instruct_prompt: 'Do it.', libs: [], extra: 1 });
    assert.equal(task.instructPrompt, 'Do it.');
    assert.deepEqual(task.libs, []);
  });

  it('reads libs and doc_struct as text and as values', () => {
    assert.deepEqual(taskOf({ ...ROW, libs: ' ["os",\n\'json\',] ' }).libs, ['os', 'json']);
    assert.deepEqual(taskOf({ ...ROW, doc_struct: TASK.docStruct }).docStruct, TASK.docStruct);
    const partial = taskOf({ ...ROW, doc_struct: '{"description": ["Do."]}' }).docStruct;
    assert.deepEqual([partial.description, partial.raises], [['Do.'], []]);
  });

  it('names every field that is wrong, what was expected and what was found', () => {
    const row = { ...ROW, task_id: '', test: 7, libs: 'os, json', doc_struct: '{"notes": "x"}' };
    assert.deepEqual(problemsOf(row), [
      { field: 'task_id', reason: 'expected a string that is not empty, found an empty one' },
      { field: 'test', reason: 'expected a string, found 7' },
      { field: 'doc_struct.notes', reason: 'expected a list of strings, found “x”' },
      {
        field: 'libs',
        reason:
          "expected a list of names, or its Python text such as ['os', 'json'], found “os, json”",
      },
    ]);
  });

  it('tells a required field that is missing from one that is wrong', () => {
    const row = { ...ROW, entry_point: null, test: undefined };
    assert.deepEqual(problemsOf(row), [
      { field: 'test', reason: 'is missing, and every task needs it', missing: true },
      { field: 'entry_point', reason: 'expected a string, found null' },
    ]);
  });

  it('refuses what is no object', () => {
    for (const [value, found] of [
      [[], 'a list'],
      [null, 'null'],
      ['x', '“x”'],
      [1.5, '1.5'],
    ] as const) {
      assert.deepEqual(problemsOf(value), [
        { reason: `expected an object with the fields of a task, found ${found}` },
      ]);
    }
  });

  it('says why a field could not be derived', () => {
    const [problem] = problemsOf({ ...ROW, entry_point: 'other', code_prompt: null });
    assert.equal(problem?.field, 'complete_prompt');
    assert.match(problem.reason, /def other\(/);
  });
});

describe('toRow', () => {
  it('writes doc_struct as json.dumps does: blanks and ASCII', () => {
    const docStruct = { ...TASK.docStruct, description: ['“é” \u{1f600}\\n', 'b'], notes: [] };
    const { doc_struct } = toRow(aTask({ docStruct }));
    assert.ok(
      doc_struct.startsWith(
        '{"description": ["\\u201c\\u00e9\\u201d \\ud83d\\ude00\\\\n", "b"], "notes": [], "params": [',
      ),
    );
    assert.deepEqual(JSON.parse(doc_struct), docStruct);
  });
});

describe('Python lists', () => {
  it('are read as they were written', () => {
    for (const names of [[], ['os'], ['os', 'json']]) {
      assert.deepEqual(parsePythonList(pythonList(names)), names);
    }
    assert.equal(pythonList(['random', 'itertools']), "['random', 'itertools']");
  });

  it('are nothing else', () => {
    for (const text of [
      'os',
      "['os'",
      '[os]',
      "['os' 'json']",
      "['a\\'b']",
      "[['os']]",
      "('os',)",
    ]) {
      assert.equal(parsePythonList(text), undefined, text);
    }
  });
});
