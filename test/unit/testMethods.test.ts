import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { testMethods } from '../../src/core/testMethods.js';
import { TASK, TASK_FILE } from './tasks.js';

describe('testMethods', () => {
  it('finds the methods at their lines, of a harness and of a whole file', () => {
    const lines = (text: string) => testMethods(text).map(({ name, line }) => [name, line]);
    assert.deepEqual(lines(TASK.test), [
      ['test_empty', 7],
      ['test_missing', 11],
    ]);
    const offset = TASK_FILE.split('\n').indexOf('# The tests make their own folder.');
    assert.deepEqual(lines(TASK_FILE), [
      ['test_empty', 7 + offset],
      ['test_missing', 11 + offset],
    ]);
  });

  it('takes the last definition of a name, as Python does, and keeps the order', () => {
    const text = [
      'class TestCases:',
      '    def test_old(self): pass',
      'class TestCases(Base):',
      '    def setUp(self): pass',
      '    def test_twice(self): pass',
      '    @patch("x")',
      '    async def test_b(self):',
      '        def test_inner(): pass',
      '        x = """',
      '        """  # end',
      '',
      '    # between',
      '    def test_twice(self):',
      '        if True:',
      '            pass',
      '',
      'class Other:',
      '    def test_other(self): pass',
    ].join('\n');
    assert.deepEqual(testMethods(text), [
      { name: 'test_b', line: 7, endLine: 10 },
      { name: 'test_twice', line: 13, endLine: 15 },
    ]);
  });

  it('finds none where there is no class', () => {
    assert.deepEqual(testMethods('def test_x(): pass\n'), []);
    assert.deepEqual(testMethods(''), []);
  });

  it('keeps going over syntax errors', () => {
    const text =
      'class TestCases:\n    def test_a(self):\n        x = = 1\n    def test_b(self): pass\n';
    assert.deepEqual(
      testMethods(text).map(({ name }) => name),
      ['test_a', 'test_b'],
    );
  });
});
