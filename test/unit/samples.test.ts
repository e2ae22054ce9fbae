import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import type { RowProblem } from '../../src/core/row.js';
import { programOfSample, readSample, type Sample } from '../../src/core/samples.js';
import { readSamplesFile } from '../../src/node/results/samplesFile.js';
import { jsonl, writeTemporary } from './datasetFiles.js';
import { aTask, TASK } from './tasks.js';

const OTHER = aTask({ taskId: 'Made/2' });
const TASKS = new Map([TASK, OTHER].map((task) => [task.taskId, task]));
const ID = TASK.taskId;

function sampleOf(value: unknown): Sample {
  const reading = readSample(1, value, TASKS);
  assert.ok(reading.ok);
  return reading.sample;
}

function problemsOf(value: unknown): readonly RowProblem[] {
  const reading = readSample(1, value, TASKS);
  assert.ok(!reading.ok);
  return reading.problems;
}

describe('readSample', () => {
  it('takes a solution, a completion, and of both the solution', () => {
    assert.deepEqual(sampleOf({ task_id: ID, solution: 's', raw_solution: 'r' }), {
      line: 1,
      task: TASK,
      kind: 'solution',
      text: 's',
    });
    assert.equal(sampleOf({ task_id: ID, completion: 'c' }).kind, 'completion');
    assert.equal(sampleOf({ task_id: ID, completion: 'c', solution: '' }).kind, 'solution');
    assert.equal(sampleOf({ task_id: ID, completion: 'c', solution: null }).kind, 'completion');
  });

  it('names the field that is wrong, what was expected and what was found', () => {
    assert.deepEqual(problemsOf({ task_id: 7, solution: ['s'] }), [
      { field: 'task_id', reason: 'expected a string, found 7' },
      { field: 'solution', reason: 'expected a string, found Array' },
    ]);
    assert.deepEqual(problemsOf({ solution: 's' }), [
      { field: 'task_id', reason: 'is missing, and every sample needs it' },
    ]);
    assert.deepEqual(problemsOf({ task_id: ID, raw_solution: 'r' }), [
      { field: 'solution', reason: 'is missing, and so is completion: a sample needs one of them' },
    ]);
    assert.deepEqual(problemsOf({ task_id: 'Made/0', solution: 's' }), [
      { field: 'task_id', reason: 'the dataset has no task “Made/0”' },
    ]);
  });

  it('refuses what is no object', () => {
    const expected = 'expected an object with task_id and solution or completion, found';
    assert.deepEqual(problemsOf([]), [{ reason: `${expected} a list` }]);
    assert.deepEqual(problemsOf(null), [{ reason: `${expected} null` }]);
    assert.deepEqual(problemsOf('x'), [{ reason: `${expected} "x"` }]);
  });
});

describe('programOfSample', () => {
  const solution = sampleOf({ task_id: ID, solution: 'def task_func():\n    return 1' });
  const completion = sampleOf({ task_id: ID, completion: '    return 1' });

  it('runs a solution as it is, and a completion behind the Complete prompt', () => {
    assert.deepEqual(programOfSample(solution, false), {
      code: solution.text,
      test: TASK.test,
      entryPoint: TASK.entryPoint,
    });
    assert.equal(programOfSample(completion, false).code, `${TASK.completePrompt}    return 1`);
  });

  it('calibrated, puts the code prompt before either', () => {
    const before = `${TASK.codePrompt}\n    pass\n`;
    assert.equal(programOfSample(solution, true).code, before + solution.text);
    assert.equal(
      programOfSample(completion, true).code,
      `${before}${TASK.completePrompt}    return 1`,
    );
  });
});

describe('a samples file', () => {
  const good = [ID, OTHER.taskId, ID].map((task_id, n) => ({ task_id, solution: `s${n}` }));

  it('is read in its order, gzipped or not, blank lines and a byte order mark apart', async (t) => {
    const text = `\ufeff${jsonl(good[0])}\n${jsonl(...good.slice(1)).trimEnd()}`;
    for (const content of [text, gzipSync(text)]) {
      const file = await readSamplesFile(await writeTemporary(t, 's.jsonl', content), TASKS);
      assert.deepEqual(
        file.samples.map(({ line, text }) => [line, text]),
        [
          [1, 's0'],
          [3, 's1'],
          [4, 's2'],
        ],
      );
      assert.deepEqual(file.refused, []);
    }
  });

  it('refuses bad lines with file, line, field and reason, and reads the rest', async (t) => {
    const latin1 = Buffer.from(jsonl({ task_id: ID, solution: 'é' }), 'latin1');
    const content = Buffer.concat([
      Buffer.from(`{"task_id":\n${jsonl(good[0])}`),
      latin1,
      Buffer.from(jsonl({ task_id: 'Made/0', solution: 's' }, good[1])),
    ]);
    const path = await writeTemporary(t, 's.jsonl', content);
    const { samples, refused } = await readSamplesFile(path, TASKS);
    assert.deepEqual(
      samples.map(({ line }) => line),
      [2, 5],
    );
    const [json, encoding, unknown, ...more] = refused;
    assert.equal(json?.line, 1);
    assert.match(json.reason, /^not JSON: /);
    assert.deepEqual(encoding, {
      file: path,
      line: 3,
      reason: 'not UTF-8: save the file in that encoding',
    });
    assert.deepEqual(unknown, {
      file: path,
      line: 4,
      field: 'task_id',
      reason: 'the dataset has no task “Made/0”',
    });
    assert.deepEqual(more, []);
  });

  it('that cannot be read says why', async (t) => {
    await assert.rejects(readSamplesFile('/no/such.jsonl', TASKS), {
      name: 'UserError',
      message: 'There is no /no/such.jsonl.',
    });
    const cut = gzipSync(jsonl(...good)).subarray(0, 20);
    await assert.rejects(readSamplesFile(await writeTemporary(t, 's.jsonl.gz', cut), TASKS), {
      name: 'UserError',
      message: /holds no rows that can be read: the gzip file is cut off/,
    });
  });
});
