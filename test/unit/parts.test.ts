import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { UserError } from '../../src/core/errors.js';
import { locateLine, partText, programLineOf } from '../../src/core/parts.js';
import { programOf, programOfFile } from '../../src/core/program.js';
import { joinTaskFile } from '../../src/core/taskFile.js';
import { aTask, TASK, TASK_FILE } from './tasks.js';

const programText = ({ code, test }: { code: string; test: string }) => `${code}\n${test}`;

describe('partText', () => {
  it('shows the solution below the code prompt, ending in one newline', () => {
    const text = partText(TASK, 'solution');
    assert.ok(text.startsWith('import json\nimport statistics'));
    assert.ok(
      text.endsWith('def task_func(folder, *, limit=LIMIT):\n' + TASK.canonicalSolution + '\n'),
    );
    assert.ok(partText(aTask({ canonicalSolution: '    pass\n' }), 'solution').endsWith('pass\n'));
    assert.ok(!partText(aTask({ canonicalSolution: '    pass\n' }), 'solution').endsWith('\n\n'));
  });

  it('shows the prompts as they are and the tests with a last newline', () => {
    assert.equal(partText(TASK, 'complete'), TASK.completePrompt);
    assert.equal(partText(TASK, 'instruct'), TASK.instructPrompt);
    assert.equal(partText(TASK, 'tests'), `${TASK.test}\n`);
  });
});

describe('programOf', () => {
  it('is the text of the task file', () => {
    assert.equal(programText(programOf(TASK)), joinTaskFile(TASK));
    assert.equal(programOf(TASK).entryPoint, 'task_func');
  });
});

describe('programOfFile', () => {
  it('agrees with the task’s program where the file is laid out as a joined one', () => {
    assert.deepEqual(programOfFile(TASK_FILE, 'task_func'), programOf(TASK));
  });

  it('gives the file’s own text, however it is laid out', () => {
    const layouts = [
      TASK_FILE.replace('\n\n# The tests', '\n\n\n\n\n# The tests'),
      TASK_FILE.replace('\n\n# The tests', '\n# The tests'),
      TASK_FILE.replace('\n\n# The tests', '\n    # more\n\n   \n# The tests'),
      `\n\n${TASK_FILE}\n\n`,
      TASK_FILE.trimEnd(),
      TASK_FILE.replaceAll('\n', '\r\n'),
      TASK_FILE.slice(0, TASK_FILE.indexOf('# The tests')),
    ];
    for (const text of layouts) {
      const program = programOfFile(text, 'task_func');
      assert.equal(programText(program), text);
      assert.ok(!program.code.includes('# The tests'));
      assert.ok(
        program.code.trimEnd().endsWith('0.0') || program.code.trimEnd().endsWith('# more'),
      );
    }
  });

  it('says what a text lacks', () => {
    assert.throws(() => programOfFile('x = 1\n', 'task_func'), UserError);
  });
});

describe('locateLine', () => {
  /** Every program line with where it is shown, and the text there. */
  function located(task = TASK) {
    return programText(programOf(task))
      .trimEnd()
      .split('\n')
      .map((text, index) => {
        const place = locateLine(task, index + 1);
        return { text, ...place, shown: partText(task, place.part).split('\n')[place.line - 1] };
      });
  }

  it('finds every line where the same text stands', () => {
    const lines = located();
    const between = programOf(TASK).code.split('\n').length - 1;
    const [separator] = lines.splice(between, 1);
    for (const { text, shown } of lines) {
      assert.equal(shown?.trimEnd(), text.trimEnd());
    }
    // The newline that the engine adds is no part's: it counts as the solution's end.
    assert.equal(separator?.text, '');
    assert.equal(separator.shown, lines[between - 1]?.text);
  });

  it('finds every line of the solution and of the tests', () => {
    for (const part of ['solution', 'tests'] as const) {
      const lines = located().filter((at) => at.part === part);
      const expected = partText(TASK, part).trimEnd().split('\n').length;
      assert.equal(new Set(lines.map(({ line }) => line)).size, expected);
    }
  });

  it('puts blank lines above the docstring and the docstring into the Complete prompt', () => {
    const complete = located().filter(({ part }) => part === 'complete');
    assert.deepEqual(
      complete.slice(0, 4).map(({ text }) => text),
      ['', '', '', '    """'],
    );
    assert.equal(complete.at(-1)?.text, '    """');
  });

  it('copes with a code prompt that is not the prompt’s', () => {
    const odd = aTask({ codePrompt: 'import other\n' });
    assert.deepEqual(locateLine(odd, 1), { part: 'complete', line: 1 });
    const body = TASK.completePrompt.split('\n').length;
    assert.deepEqual(locateLine(odd, body + 1), { part: 'solution', line: 3 });
  });

  it('maps lines where a whitespace-only line stays in the code prompt', () => {
    const task = aTask({
      completePrompt: '\nimport os\n\n    \ndef task_func():  \n    """Do."""\n',
      codePrompt: 'import os\n    \ndef task_func():\n',
      canonicalSolution: '    return os.sep',
    });
    const parts = [1, 2, 3, 4, 5, 6, 7].map((line) => locateLine(task, line));
    assert.deepEqual(
      parts.map(({ part, line }) => `${part} ${String(line)}`),
      [
        'complete 1',
        'solution 1',
        'complete 3',
        'solution 2',
        'solution 3',
        'complete 6',
        'solution 4',
      ],
    );
  });
});

describe('programLineOf', () => {
  const lines = programText(programOf(TASK)).trimEnd().split('\n');

  it('undoes locateLine', () => {
    const separator = programOf(TASK).code.split('\n').length;
    for (const [index] of lines.entries()) {
      if (index + 1 === separator) continue; // No part's: it counts as the solution's end.
      const { part, line } = locateLine(TASK, index + 1);
      assert.equal(programLineOf(TASK, part, line), index + 1);
    }
  });

  it('finds for every line of a part the same text in the program', () => {
    for (const part of ['complete', 'solution', 'tests'] as const) {
      for (const [index, text] of partText(TASK, part).trimEnd().split('\n').entries()) {
        const line = programLineOf(TASK, part, index + 1);
        assert.equal(line === undefined ? line : lines[line - 1]?.trimEnd(), text.trimEnd());
      }
    }
  });

  it('finds none for what is not in the program', () => {
    assert.equal(programLineOf(TASK, 'instruct', 1), undefined);
    for (const part of ['complete', 'solution', 'tests'] as const) {
      assert.equal(programLineOf(TASK, part, partText(TASK, part).split('\n').length), undefined);
    }
    assert.equal(programLineOf(aTask({ codePrompt: 'import other\n' }), 'solution', 1), undefined);
  });
});
