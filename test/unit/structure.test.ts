import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { structureProblems, type ProblemCode } from '../../src/core/structure/problems.js';
import { splitTaskFile } from '../../src/core/taskFile.js';
import { TASK_FILE } from './tasks.js';

function codes(text: string): ProblemCode[] {
  return structureProblems(text).map(({ code }) => code);
}

/** The text that a problem underlines. */
function underlined(text: string, code: ProblemCode): string | undefined {
  const problem = structureProblems(text).find((one) => one.code === code);
  return problem && text.slice(problem.from, problem.to);
}

/** The text after the problem's fix. */
function fixed(text: string, code: ProblemCode): string {
  const fix = structureProblems(text).find((problem) => problem.code === code)?.fix;
  assert.ok(fix, `${code} can be mended`);
  return fix.edits
    .toSorted((a, b) => b.from - a.from)
    .reduce((result, edit) => result.slice(0, edit.from) + edit.text + result.slice(edit.to), text);
}

/** The text after the first fix, the second, and so on until none is left. */
function mended(text: string): string {
  let result = text;
  for (let round = 0; round < 10; round++) {
    const problem = structureProblems(result).find(({ fix }) => fix);
    if (!problem) return result;
    result = fixed(result, problem.code);
  }
  return assert.fail('the fixes do not end');
}

const ONE_LINE = `import json
import math


def task_func(value):
    """Round up."""
    return json.dumps(math.ceil(value))
`;

describe('the structure of a task file', () => {
  it('has no problem in a whole task', () => {
    assert.deepEqual(structureProblems(TASK_FILE), []);
  });

  it('begins from an empty file with a task that is whole', () => {
    assert.deepEqual(codes(''), ['no-function', 'no-tests']);
    const text = mended('');
    assert.deepEqual(structureProblems(text), []);
    assert.equal(splitTaskFile(text, 'new').docStruct.examples.length, 2);
  });

  it('finds a function of another name and renames it everywhere', () => {
    const text = TASK_FILE.replaceAll('task_func', 'f_1');
    assert.equal(underlined(text, 'no-function'), 'f_1');
    assert.equal(fixed(text, 'no-function'), TASK_FILE);
  });

  it('finds a function without a docstring', () => {
    const text = ONE_LINE.replace('    """Round up."""\n', '');
    assert.deepEqual(codes(text), ['no-docstring', 'no-tests']);
    assert.equal(underlined(text, 'no-docstring'), 'task_func');
    assert.deepEqual(structureProblems(mended(text)), []);
  });

  for (const [written, expected] of [
    ['Args:', 'Parameters:'],
    ['arguments:', 'Parameters:'],
    ['Return:', 'Returns:'],
    ['Output :', 'Returns:'],
    ['Example Usage:', 'Example:'],
    ['Exceptions:', 'Raises:'],
    ['Requires:', 'Requirements:'],
  ] as const) {
    it(`finds “${written}” where “${expected}” was meant`, () => {
      const text = TASK_FILE.replace(expected, written);
      assert.deepEqual(codes(text), ['section-name']);
      assert.equal(underlined(text, 'section-name'), written);
      assert.equal(fixed(text, 'section-name'), TASK_FILE);
    });
  }

  it('leaves a sentence that ends with a colon alone', () => {
    assert.deepEqual(
      codes(TASK_FILE.replace('Files beyond', 'For example:\n    Files beyond')),
      [],
    );
  });

  it('adds the sections that are missing, also to a docstring of one line', () => {
    assert.deepEqual(codes(ONE_LINE), ['no-returns', 'no-example', 'no-tests']);
    const text = mended(ONE_LINE);
    assert.deepEqual(structureProblems(text), []);
    assert.deepEqual(splitTaskFile(text, 'one').docStruct.returns, ['int: What comes back.']);
    const long = TASK_FILE.replace(/ {4}Returns:\n.*\n.*\n\n/, '');
    assert.deepEqual(codes(long), ['no-returns']);
    assert.deepEqual(structureProblems(mended(long)), []);
  });

  it('counts the libraries that are used, not those imported', () => {
    const text = TASK_FILE.replace('json.loads(path.read_text())', '[1]').replace(
      'stats.median(readings)',
      '1.0',
    );
    assert.deepEqual(codes(text), ['few-libraries']);
    assert.match(structureProblems(text)[0]?.message ?? '', /at least 2 libraries, found pathlib/);
  });

  it('finds missing tests and adds a class of them', () => {
    const text = TASK_FILE.slice(0, TASK_FILE.indexOf('# The tests'));
    assert.deepEqual(codes(text), ['no-tests']);
    assert.deepEqual(structureProblems(fixed(text, 'no-tests')), []);
  });

  it('copes with text that is no Python', () => {
    assert.ok(codes('def task_func(:\n   """').length > 0);
    assert.ok(codes('\u0000"""\n\n\\').length > 0);
  });
});
