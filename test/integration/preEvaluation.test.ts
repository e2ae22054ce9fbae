import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { chooseModel } from '../../src/host/curation/proposals/chooseModel.js';
import type { Questions } from '../../src/host/curation/reviews/askModels.js';
import { preEvaluateModels } from '../../src/host/curation/reviews/preEvaluate.js';
import { reportUri } from '../../src/host/curation/recordedTexts.js';
import { studio } from './studio.js';
import { answerOf, TestProject } from './testProject.js';

const KEY = 'sk-a-secret-of-the-pre-evaluation';
const FILE = `import math
import statistics


def task_func(values):
    """
    Give the mean of the values, rounded up.

    Returns:
    - int: The mean, 0 without values.

    Requirements:
    - math
    - statistics

    Example:
    >>> task_func([1, 2])
    2
    """
    return math.ceil(statistics.mean(values)) if values else 0


import unittest


class TestCases(unittest.TestCase):
    def test_mean(self):
        self.assertEqual(task_func([1, 2]), 2)

    def test_nothing(self):
        self.assertEqual(task_func([]), 0)
`;
const RIGHT = `import math
import statistics


def task_func(values):
    return math.ceil(statistics.mean(values)) if values else 0


print(task_func([]) + undefined_name)
`;
const WRONG = RIGHT.replace(' if values else 0', '');

describe('Pre-evaluation', () => {
  const project = new TestProject('pre-evaluation');
  const promptsDir = join(__dirname, '../../prompts');

  before(() => project.create(FILE, 'mean'));
  after(() => project.remove());

  async function preEvaluate(questions: Pick<Questions, 'prompt' | 'count'>) {
    const { projects, engines, modelKeys } = await studio();
    const models = [await chooseModel(modelKeys)];
    const services = { projects, engines, keys: modelKeys, promptsDir };
    const id = await preEvaluateModels(
      await project.task('mean'),
      { models, ...questions },
      services,
    );
    const { record, path } = await project.task('mean');
    const event = record.events.at(-1);
    assert.ok(event?.type === 'pre-evaluated');
    assert.equal(event.id, id);
    return { event, report: reportUri(path, id) };
  }

  it('asks a model, runs what it answers, and has all of it on record', async () => {
    const refusal = { say: ['I would rather not.'] };
    const server = await project.serve(KEY, ...[RIGHT, WRONG, WRONG].map(answerOf), refusal);
    const { event, report } = await preEvaluate({ prompt: 'complete', count: 4 });
    const [asked] = server.asked;
    assert.equal(asked?.body.messages.length, 1);
    assert.match(JSON.stringify(asked.body.messages), /self-contained .*def task_func\(values\):/);
    assert.ok(!JSON.stringify(server.asked).includes('statistics.mean(values)'));
    assert.deepEqual([event.samples, event.passed], [3, 1]);
    assert.deepEqual(event.models, ['made']);
    assert.deepEqual(event.failures, { test_nothing: 2 });
    const { prompt, models, answers } = event.asked ?? assert.fail();
    assert.equal(prompt, 'complete');
    assert.equal(models[0]?.parameters['endpoint'], new URL(server.baseUrl).host);
    // Four are asked for at once: whichever was first.
    const came = answers.map(({ status, failed }) => [status, ...(failed ?? [])].join(' '));
    assert.deepEqual(came.toSorted(), ['', 'fail test_nothing', 'fail test_nothing', 'pass']);
    const reasons = answers.map(({ reason }) => reason ?? '').join('');
    assert.match(reasons, /no code but: “I would rather not\.”/);
    assert.ok(!JSON.stringify(event).includes(KEY));
    const text = (await vscode.workspace.openTextDocument(report)).getText();
    assert.match(
      text,
      /1 of 3 samples pass \(33 %\)\.\n[^]*\| made \| endpoint .* \| 1 of 3 \(33 %\) \|/,
    );
    assert.match(text, /\| test\\_nothing \| 2 \(67 %\) \|/);
    assert.match(text, /## Answer \d: made, fail\n\nFails test_nothing\./);
  });

  it('flags what all answers fail alike, to the words of the Instruct prompt', async () => {
    await project.serve(KEY, answerOf(WRONG.replace('math.ceil', '1 +')));
    const own = join(project.folder, 'prompts');
    await mkdir(own);
    await writeFile(join(own, 'solve-instruct.md'), 'As this project asks: {{prompt}}');
    const { event } = await preEvaluate({ prompt: 'instruct', count: 3 });
    assert.equal(event.passed, 0);
    assert.match(event.flags.join(), /All 3 samples fail test_mean alike/);
  });

  it('says why an answer fails that gets to no test', async () => {
    await project.serve(KEY, answerOf(RIGHT.replace('return', 'return return')));
    const { event, report } = await preEvaluate({ prompt: 'complete', count: 1 });
    assert.deepEqual([event.samples, event.passed, event.failures], [1, 0, {}]);
    assert.deepEqual(event.failedNoTest, { syntax: 1 });
    assert.match(event.asked?.answers[0]?.reason ?? '', /invalid syntax/);
    const text = (await vscode.workspace.openTextDocument(report)).getText();
    assert.match(text, /1 sample fails without failing a test: syntax error \(1\)\./);
  });

  it('records nothing where no model answers', async () => {
    await project.serve(KEY, { status: 401, message: `no such key: ${KEY}` });
    const before = (await project.task('mean')).record.events.length;
    await assert.rejects(preEvaluate({ prompt: 'complete', count: 2 }), /does not accept the key/);
    assert.equal((await project.task('mean')).record.events.length, before);
  });
});
