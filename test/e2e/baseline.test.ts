/** A study from its making to its results: a task solved against the clock in the real workbench. */
import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { ensureSamplesPython } from '../../scripts/setup/pythonEnvironment.js';
import { root } from '../../scripts/setup/paths.js';
import { attemptOf, type Attempt } from '../../src/core/baseline/attempt.js';
import { toRow } from '../../src/core/row.js';
import { splitTaskFile } from '../../src/core/taskFile.js';
import { readEvents } from '../../src/node/baseline/attemptFiles.js';
import {
  createProject,
  openProject,
  readProjectTasks,
} from '../../src/node/curation/projectFolder.js';
import { reloadWindow, runCommand } from '../workbench/palette.js';
import { clickInRow } from '../workbench/treeRows.js';
import { startWorkbench, type Workbench } from '../workbench/workbench.js';

const TASK = `import json


def task_func(values):
    """
    Double numbers and give them as a JSON list.

    Parameters:
    - values (list): Numbers.

    Returns:
    str: A JSON list of the doubled numbers.

    Requirements:
    - json

    Example:
    >>> task_func([1, 2])
    '[2, 4]'
    """
    doubled = [2 * value for value in values]
    return json.dumps(doubled)


import unittest


class TestCases(unittest.TestCase):
    def test_numbers(self):
        self.assertEqual(task_func([1, 2]), "[2, 4]")

    def test_empty(self):
        self.assertEqual(task_func([]), "[]")
`;
const ANSWER = 'return json.dumps([value + value for value in values])';
const SOLVER = 'solver-e2e';

describe('a study', () => {
  let scratch: string;
  let folder: string;
  let workbench: Workbench;
  let page: Page;

  const row = (name: RegExp) => page.getByRole('treeitem', { name }).first();
  const button = (name: string) => page.locator('.monaco-dialog-box').getByRole('button', { name });
  const clock = () => page.locator('.statusbar-item[id$="bigcodebench.attempt"]');
  const lens = (title: string) =>
    page.locator('.codelens-decoration a', { hasText: title }).first();

  before(async () => {
    scratch = await mkdtemp(path.join(os.tmpdir(), 'bigcodebench-baseline-'));
    folder = path.join(scratch, 'workspace');
    const dataset = path.join(scratch, 'numbers.jsonl');
    await writeFile(dataset, `${JSON.stringify(toRow(splitTaskFile(TASK, 'Numbers/1')))}\n`);
    const project = await createProject(folder);
    await mkdir(path.join(folder, 'tasks', 'Numbers'));
    await writeFile(path.join(folder, 'tasks', 'Numbers', '1.py'), TASK);
    assert.equal((await readProjectTasks(project))[0]?.taskId, 'Numbers/1');
    workbench = await startWorkbench({
      name: 'baseline',
      extensionPath: root,
      folder,
      settings: {
        'bigcodebench.pythonPath': await ensureSamplesPython(),
        'bigcodebench.datasets': [dataset],
      },
    });
    page = workbench.page;
    await page.locator('.activitybar a[aria-label^="BigCodeBench"]').click();
    await runCommand(page, 'BigCodeBench: Focus on Baseline View');
    await row(/^numbers\.jsonl/).waitFor();
  });

  after(async () => {
    await workbench.dispose();
    await rm(scratch, { recursive: true, force: true });
  });

  async function choose(label: string): Promise<void> {
    await page.locator('.quick-input-widget .monaco-list-row', { hasText: label }).first().click();
  }

  /** Answers the box that asks this; the one before it may still be there. */
  async function answer(question: string, text: string): Promise<void> {
    await page.locator('.quick-input-widget', { hasText: question }).waitFor();
    await page.locator('.quick-input-widget input').first().fill(text);
    await page.keyboard.press('Enter');
  }

  /** The attempt as its record tells it. */
  async function attempt(): Promise<Attempt> {
    const own = path.join(folder, 'Trial.attempts', SOLVER);
    const record = (await readdir(own)).find((name) => name.endsWith('.events.jsonl'));
    return attemptOf(await readEvents(path.join(own, record ?? ''))) ?? assert.fail();
  }

  it('is made in a few steps', async () => {
    await page.getByRole('button', { name: 'New Study…' }).first().click();
    await choose('numbers.jsonl');
    await choose('Complete');
    await choose('A List…');
    await answer('Ids, or their numbers', '1');
    await answer('Minutes for an attempt', '30');
    await answer('Attempts at a task', '1');
    await choose('Examples, and the Hidden Tests');
    await answer('How often may the tests be run', '2');
    await page.locator('.quick-input-title', { hasText: 'New Study (7/8)' }).waitFor();
    await page
      .locator('.quick-input-widget .monaco-list-row', { hasText: 'AI completion' })
      .waitFor();
    await workbench.screenshot('baseline-new-study');
    await page.keyboard.press('Enter');
    await answer('Its name', 'Trial');
    await page.getByRole('tab', { name: 'Trial.study.json' }).waitFor();
    const study = await readFile(path.join(folder, 'Trial.study.json'), 'utf8');
    assert.match(study, /"tasks": \[\s+"Numbers\/1"\s+\]/);
  });

  it('takes a name, consent and a look at the conditions before the clock starts', async () => {
    await clickInRow(
      row(/^Trial/),
      /^Start Attempt/,
      page.locator('.quick-input-widget', { hasText: 'The name under which' }),
    );
    await answer('The name under which', SOLVER);
    await button('Record Edits').waitFor();
    await workbench.screenshot('baseline-consent');
    await button('Record Edits').click();
    await button('Start Attempt').waitFor();
    await workbench.screenshot('baseline-conditions');
    assert.equal(await clock().isVisible(), false);
    await button('Start Attempt').click();
    await clock()
      .filter({ hasText: /\d\d:\d\d/ })
      .waitFor();
    await page.getByRole('tab', { name: /Numbers-1 Complete\.py/ }).waitFor();
    await lens('Run Tests (2 left)').waitFor();
    await workbench.screenshot('baseline-attempt');
  });

  it('lets the examples and the tests be run while solving', async () => {
    await lens('Run Examples').click();
    await page.locator('.squiggly-error').waitFor();
    await workbench.screenshot('baseline-examples');
    await page.locator('.editor-group-container .view-line', { hasText: /^\s+pass$/ }).dblclick();
    await page.keyboard.type(ANSWER);
    await lens('Run Tests (2 left)').click();
    await lens('Run Tests (1 left)').waitFor();
    await workbench.screenshot('baseline-tests');
  });

  it('goes on after the window is reloaded, with the time and the text', async () => {
    const before = await attempt();
    await reloadWindow(page);
    await clock()
      .filter({ hasText: /\d\d:\d\d/ })
      .waitFor();
    await page.locator('.view-line', { hasText: 'value + value' }).first().waitFor();
    const { account, end, runs } = await attempt();
    assert.ok(account.counted >= before.account.counted);
    assert.equal(end, 'running');
    assert.equal(runs.length, 2);
  });

  it('judges what is submitted, shows the solution, and asks two questions', async () => {
    await lens('Submit').click();
    await page.locator('.monaco-dialog-box', { hasText: 'the task is decided by it' }).waitFor();
    await workbench.screenshot('baseline-submit');
    await button('Submit').click();
    await page.getByRole('tab', { name: /your attempt ↔ the canonical solution/ }).waitFor();
    await page.locator('.quick-input-title', { hasText: 'Was the prompt clear?' }).waitFor();
    assert.equal(await clock().isVisible(), false);
    await workbench.screenshot('baseline-verdict');
    await choose('Yes');
    await page.locator('.quick-input-title', { hasText: 'Were the tests fair?' }).waitFor();
    await choose('No, with a Comment…');
    await answer('What would have helped?', 'They say nothing of floats.');
    await row(/^Numbers\/1 solved/).waitFor();
    await page.locator('.statusbar-item[id="status.notifications"]').click();
    await page.locator('.notification-list-item', { hasText: '“Trial” is done' }).waitFor();
    await workbench.screenshot('baseline-done');
    const { verdict, runs, edits, answers, started, account, end, pastes } = await attempt();
    assert.equal(end, 'submitted');
    assert.equal(verdict?.calibrated.status, 'pass');
    assert.equal(verdict.plain.status, 'pass');
    assert.deepEqual(
      runs.map(({ what, passed, total }) => [what, passed, total]),
      [
        ['examples', 0, 1],
        ['tests', 2, 2],
      ],
    );
    assert.ok(edits > 10 && account.counted > 0 && started.recorded);
    assert.equal(pastes.length, 0);
    assert.deepEqual(
      answers.map(({ question, answer: said, comment }) => [question, said, comment]),
      [
        ['prompt-clear', true, undefined],
        ['tests-fair', false, 'They say nothing of floats.'],
      ],
    );
  });

  it('objects in the name of the solver where the task is curated', async () => {
    const [task] = await readProjectTasks(await openProject(folder));
    const comment = task?.record.events.find((event) => event.type === 'commented');
    assert.equal(comment?.actor.name, SOLVER);
    assert.match(comment.body, /tests were not fair.* They say nothing of floats\./);
  });

  it('stands in the results, and is replayed as it was typed', async () => {
    const shown = page.frameLocator('iframe.webview:visible').frameLocator('#active-frame');
    // The notifications cover the page.
    await page.locator('.statusbar-item[id="status.notifications"]').click();
    await runCommand(page, 'BigCodeBench: Show Baseline Results');
    await shown.getByRole('heading', { name: 'Trial' }).waitFor();
    await shown.getByRole('row', { name: /Passed/ }).waitFor();
    await workbench.screenshot('baseline-trial-results');
    await shown.getByRole('button', { name: `Replay ${SOLVER}’s Numbers/1` }).click();
    await shown.locator('.code', { hasText: 'pass' }).waitFor();
    await shown.getByLabel('Time').focus();
    await page.keyboard.press('End');
    await shown.locator('.code', { hasText: ANSWER }).waitFor();
    await workbench.screenshot('baseline-trial-replay');
    // Every edit is on record, so that they lead to what was submitted.
    assert.equal(await shown.getByRole('alert').count(), 0);
  });
});
