import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { changeBetween } from '../../src/core/baseline/changes.js';
import { largePaste } from '../../src/core/baseline/pastes.js';

const CODE = `    counts = {}
    for value in values:
        rounded = math.ceil(value)
        counts[rounded] = counts.get(rounded, 0) + 1
    return json.dumps(counts)
`;
const paste = (inserted: string, removed = '', known: readonly string[] = []) =>
  largePaste({ inserted }, removed, known);

describe('a large paste', () => {
  it('is many lines or many characters at once', () => {
    assert.deepEqual(paste(CODE), { characters: CODE.trim().length, lines: 5 });
    assert.equal(paste('x'.repeat(200))?.characters, 200);
    assert.equal(paste('x'.repeat(199)), undefined);
    assert.equal(paste('one\n\n\n\ntwo\n\n\nthree\n'), undefined);
  });

  it('is not what a formatter lays out anew', () => {
    const formatted = CODE.replaceAll('    ', '\t').replace('{}', '{\n}');
    assert.equal(paste(formatted, CODE), undefined);
    assert.notEqual(paste(formatted, 'return None'), undefined);
  });

  it('is not what the solver has already: the attempt, its prompt, what was cut', () => {
    assert.equal(paste(CODE, '', [`def task_func(values):\n${CODE}`]), undefined);
    assert.equal(paste(CODE.replaceAll(/^ {4}/gm, ''), '', ['', CODE]), undefined);
    assert.notEqual(paste(CODE, '', [CODE.slice(0, 60)]), undefined);
  });
});

describe('what has changed between two texts', () => {
  it('is one change that makes the one of the other', () => {
    for (const [before, after] of [
      ['', 'abc'],
      ['abc', ''],
      ['aaa', 'aa'],
      ['a b c', 'a x c'],
      ['same', 'same'],
      ['abab', 'ababab'],
    ] as const) {
      const change = changeBetween(before, after);
      if (!change) {
        assert.equal(before, after);
        continue;
      }
      const { offset, deleted, inserted } = change;
      assert.equal(before.slice(0, offset) + inserted + before.slice(offset + deleted), after);
    }
  });
});
