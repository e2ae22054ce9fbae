import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { answerKeys } from '../../src/core/baseline/answerKeys.js';
import { tasksIn } from '../../src/core/baseline/tasksIn.js';
import { veiled, veiledDataset } from '../../src/core/baseline/veil.js';
import type { Dataset } from '../../src/core/dataset.js';
import { toRow } from '../../src/core/row.js';
import { partText } from '../../src/core/parts.js';
import { joinTaskFile, splitTaskFile } from '../../src/core/taskFile.js';
import { aTask, TASK, TASK_FILE } from './tasks.js';

const STUDY = { name: 'people' };

describe('a veiled task', () => {
  it('says of itself its id, its entry point and its libraries, and why nothing else', () => {
    const { taskId, entryPoint, libs, ...rest } = veiled(TASK, STUDY);
    assert.deepEqual(
      { taskId, entryPoint, libs },
      { taskId: 'Made/1', entryPoint, libs: TASK.libs },
    );
    assert.equal(entryPoint, TASK.entryPoint);
    assert.doesNotMatch(JSON.stringify(rest), /median|readings|folder|LIMIT|import|assert/);
    for (const part of ['complete', 'instruct', 'solution', 'tests'] as const) {
      const text = partText(veiled(TASK, STUDY), part);
      assert.match(text, /Hidden while you take part in the study “people”/);
      assert.match(text, /“Start Attempt” shows the prompt while the attempt runs/);
    }
  });

  it('does not name a library that the solution alone imports', () => {
    const codePrompt = 'import json\ndef function_of_readings(iobase):\n';
    const task = aTask({ libs: ['json', 'zlib', 'io', 're'], codePrompt });
    assert.deepEqual(veiled(task, STUDY).libs, ['json']);
  });
});

describe('a veiled dataset', () => {
  const other = aTask({ taskId: 'Made/2' });
  const dataset: Dataset = {
    source: { kind: 'samples' },
    label: 'Made',
    tasks: [{ task: TASK }, { task: other, path: '/made/2.py' }],
    refused: [],
    refusedCount: 0,
  };

  it('is the dataset itself where no task is hidden', () => {
    assert.equal(
      veiledDataset(dataset, () => undefined),
      dataset,
    );
  });

  it('has the other tasks as they are', () => {
    const { tasks } = veiledDataset(dataset, (task) => (task === other ? STUDY : undefined));
    assert.equal(tasks[0], dataset.tasks[0]);
    assert.deepEqual(tasks[1], {
      task: veiled(other, STUDY),
      path: '/made/2.py',
      hiddenBy: STUDY,
    });
  });
});

describe('what a task is known again by', () => {
  const isSame = (changed: Parameters<typeof aTask>[0]): boolean =>
    answerKeys(aTask(changed)).some((key) => answerKeys(TASK).includes(key));

  it('holds for a copy under another id, and with other blanks', () => {
    assert.ok(isSame({ taskId: 'copy', codePrompt: 'def task_func(a):\n' }));
    const reflowed = TASK.canonicalSolution.replaceAll('\n', '\r\n');
    assert.ok(isSame({ taskId: 'copy', test: 'other', canonicalSolution: reflowed }));
  });

  it('holds for another revision of the dataset', () => {
    assert.ok(isSame({ canonicalSolution: '    return 1\n', test: 'other' }));
  });

  it('holds for a copy with another solution, or with other tests', () => {
    assert.ok(isSame({ taskId: 'copy', canonicalSolution: '    return 1\n' }));
    assert.ok(isSame({ taskId: 'copy', test: 'other' }));
  });

  it('does not hold for another task, even one as empty', () => {
    const other = { taskId: 'other', canonicalSolution: '    return 1\n', test: 'other' };
    assert.ok(!isSame(other));
    const [empty, alsoEmpty] = ['one', 'two'].map((taskId) => {
      const completePrompt = TASK.completePrompt.replace('the median', taskId);
      return answerKeys(aTask({ taskId, completePrompt, canonicalSolution: '', test: ' \n' }));
    });
    assert.deepEqual(
      empty?.filter((key) => alsoEmpty?.includes(key)),
      [],
    );
  });
});

describe('the tasks that a text holds', () => {
  const row = toRow(TASK);

  it('are those of rows, one a line, in a list, or alone', () => {
    const lines = `${JSON.stringify(row)}\n${JSON.stringify({ ...row, task_id: 'Made/2' })}\n{"cut`;
    assert.deepEqual(
      tasksIn(lines).map(({ taskId }) => taskId),
      ['Made/1', 'Made/2'],
    );
    assert.equal(tasksIn(JSON.stringify([row, { other: 1 }])).length, 1);
    assert.equal(tasksIn(JSON.stringify(row, null, 2)).length, 1);
  });

  it('are that of a task file', () => {
    const [found] = tasksIn(TASK_FILE);
    assert.equal(found?.test, TASK.test);
    const copy = splitTaskFile(joinTaskFile(TASK), 'copy');
    assert.ok(answerKeys(copy).some((key) => answerKeys(TASK).includes(key)));
  });

  it('are none in a prompt, in prose and in nothing', () => {
    for (const text of [TASK.completePrompt, TASK.instructPrompt, 'Readings.', '', '{', '[1]']) {
      assert.deepEqual(tasksIn(text), []);
    }
  });
});
