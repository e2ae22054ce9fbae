import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { UserError } from '../../src/core/errors.js';
import { joinTaskFile, splitTaskFile } from '../../src/core/taskFile.js';
import { TASK, TASK_FILE } from './tasks.js';

function messageOf(text: string): string {
  try {
    splitTaskFile(text, 'x');
  } catch (error) {
    assert.ok(error instanceof UserError);
    return error.message;
  }
  throw new Error('the text was accepted');
}

/** A task file around a function's lines. */
function fileWith(...lines: string[]): string {
  return `${lines.join('\n')}\n\nclass TestCases:\n    pass\n`;
}

describe('splitTaskFile', () => {
  it('ends the prompt with the docstring’s line, the solution with the function’s', () => {
    assert.ok(TASK.completePrompt.startsWith('import json\n'));
    assert.ok(TASK.completePrompt.endsWith('    0.0\n    """\n'));
    assert.ok(TASK.canonicalSolution.startsWith('\n    readings = []\n'));
    assert.ok(TASK.canonicalSolution.endsWith(' if readings else 0.0'));
    assert.ok(TASK.test.startsWith('# The tests make their own folder.\nimport tempfile\n'));
    assert.ok(TASK.test.endsWith("task_func('missing'), 0.0)"));
  });

  it('derives the code prompt: the text above the docstring without empty lines', () => {
    assert.equal(
      TASK.codePrompt,
      [
        'import json',
        'import statistics as stats',
        'from pathlib import Path',
        'import unused',
        'LIMIT = 3',
        'def task_func(folder, *, limit=LIMIT):',
        '',
      ].join('\n'),
    );
  });

  it('derives the Instruct prompt', () => {
    assert.equal(
      TASK.instructPrompt,
      [
        'Take the median of the readings in a folder of JSON files. Files beyond the limit are left out.',
        'Note that: Readings may be negative.',
        'The function should raise the exception for: ValueError: If a file is no list.',
        'The function should output with:',
        '    float: The median.',
        '    Zero without a reading.',
        'You should write self-contained code starting with:',
        '```',
        `${TASK.codePrompt}\`\`\``,
      ].join('\n'),
    );
  });

  it('gives the same text back, and the same task again', () => {
    assert.equal(joinTaskFile(TASK), TASK_FILE);
    assert.deepEqual(splitTaskFile(joinTaskFile(TASK), TASK.taskId), TASK);
  });

  it('takes any number of blank lines before the tests, and Windows line ends', () => {
    const spread = TASK_FILE.replace('\n\n# The tests', '\n\n\n  \n\n# The tests');
    assert.deepEqual(splitTaskFile(spread, TASK.taskId), TASK);
    assert.deepEqual(splitTaskFile(TASK_FILE.replaceAll('\n', '\r\n'), TASK.taskId), TASK);
  });

  it('keeps what stands on the function’s last line, and indented comments below it', () => {
    const task = splitTaskFile(
      fileWith(
        'def task_func(x):',
        '    """Do."""',
        '    if x:',
        '        return f"{x}!"  # said  ',
        '',
        '    # nothing else',
        '# about the tests',
      ),
      'x',
    );
    assert.equal(
      task.canonicalSolution,
      '    if x:\n        return f"{x}!"  # said  \n\n    # nothing else',
    );
    assert.ok(task.test.startsWith('# about the tests\n'));
  });

  it('keeps helpers above the function, whatever quotes and names they have', () => {
    const task = splitTaskFile(
      fileWith(
        'def helper(task_func):',
        '    """def task_func(): not this one"""',
        '    return task_func',
        'class Box:',
        '    def task_func(self):',
        '        """Nor this one."""',
        '@helper',
        "async def task_func(x: str = ')') -> str:",
        '    # first a comment',
        "    r'''Read \\n it.'''",
        '    return x',
      ),
      'x',
    );
    assert.ok(task.completePrompt.endsWith("    r'''Read \\n it.'''\n"));
    assert.equal(task.canonicalSolution, '    return x');
    assert.deepEqual(task.docStruct.description, ['Read \\n it.']);
    assert.ok(task.codePrompt.endsWith('-> str:\n    # first a comment\n'));
  });

  it('takes a function that is only a docstring as one without a solution', () => {
    const task = splitTaskFile(fileWith('def task_func():', '    """To do."""'), 'x');
    assert.equal(task.canonicalSolution, '');
    assert.deepEqual(splitTaskFile(joinTaskFile(task), 'x'), task);
  });

  it('says at which line what is missing', () => {
    assert.match(messageOf('import os\n\nprint(1)\n'), /^Line 3: .*def task_func\(/);
    assert.match(messageOf(''), /^Line 1: .*def task_func\(/);
    assert.match(
      messageOf(fileWith('import os', 'def task_func():', '    return 1')),
      /^Line 2: .*docstring/,
    );
    assert.match(messageOf(fileWith('def task_func(): return 1')), /^Line 1: .*docstring/);
    assert.match(messageOf(fileWith('def task_func():', '    b"no"')), /^Line 1: .*docstring/);
    assert.match(messageOf(fileWith('def task_func():', '    f"{no}"')), /^Line 1: .*docstring/);
    assert.match(
      messageOf('class TestCases: pass\ndef task_func():\n    """Do."""\n    return 1\n'),
      /^Line 5: .*class TestCases/,
    );
  });
});
