/** One task from nothing to a release, by three people, by mouse and keyboard on the real workbench. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { ensureSamplesPython } from '../../scripts/setup/pythonEnvironment.js';
import { root } from '../../scripts/setup/paths.js';
import { recordedText } from '../../src/core/curation/replay.js';
import { taskState } from '../../src/core/curation/taskState.js';
import {
  createProject,
  readProjectTasks,
  type ProjectFolder,
} from '../../src/node/curation/projectFolder.js';
import { serveHub } from '../unit/hubServer.js';
import { takeUploads, type HubUploads } from '../unit/hubUploads.js';
import { serveModel } from '../unit/modelServer.js';
import { runCommand } from '../workbench/palette.js';
import { clickInRow } from '../workbench/treeRows.js';
import { startWorkbench, type Workbench } from '../workbench/workbench.js';

const TASK = `import json
import math


def task_func(values, limit=None):
    """
    Round numbers up and count them, as a JSON object. Values above the limit are left out.

    Parameters:
    - values (list): Numbers.
    - limit (int): The largest rounded value to count; all are counted without it.

    Returns:
    str: A JSON object from each rounded value, as text, to how often it occurs, sorted by value.

    Raises:
    - ValueError: If a value is not finite.

    Requirements:
    - json
    - math

    Example:
    >>> task_func([0.5, 1.0, 1.5])
    '{"1": 2, "2": 1}'
    """
    counts = {}
    for value in values:
        if not math.isfinite(value):
            raise ValueError(f"not finite: {value}")
        rounded = math.ceil(value)
        if limit is None or rounded <= limit:
            counts[rounded] = counts.get(rounded, 0) + 1
    return json.dumps({str(key): counts[key] for key in sorted(counts)})


import unittest


class TestCases(unittest.TestCase):
    def test_example(self):
        self.assertEqual(task_func([0.5, 1.0, 1.5]), '{"1": 2, "2": 1}')

    def test_empty(self):
        self.assertEqual(task_func([]), "{}")

    def test_sorted_by_value(self):
        self.assertEqual(task_func([9.5, -1.5, 2]), '{"-1": 1, "2": 1, "10": 1}')

    def test_limit(self):
        self.assertEqual(task_func([1, 2, 3], limit=2), '{"1": 1, "2": 1}')

    def test_not_finite(self):
        for value in (float("nan"), float("inf")):
            with self.subTest(value=value), self.assertRaises(ValueError):
                task_func([value])
`;
/** What models might answer: right, wrong in the order, and wrong in the rounding. */
const [RIGHT, ...WRONG] = ['math.ceil(value)', 'round(value)', 'int(value)'].map(
  (rounding) => TASK.split('\n\n\nimport unittest')[0]?.replace('math.ceil(value)', rounding) ?? '',
);
const ANSWERS = [RIGHT, ...WRONG].map((solution) =>
  JSON.stringify({ task_id: 'round_up', solution }),
);
/** The same as a chat has it; the last one is kept up. */
const SAID = [...WRONG, RIGHT].map((code = '') => ({
  say: ['Of course.\n', `\`\`\`python\n${code}\n\`\`\``],
}));
const QUESTIONS = 6;
const REPO = 'ada/made-tasks';
const TOKEN = 'hf_a_secret_of_the_tests';

describe('a task', () => {
  let project: ProjectFolder;
  let file: string;
  let workbench: Workbench;
  let page: Page;
  const closing: (() => unknown)[] = [];
  let uploads: HubUploads;

  before(async () => {
    const suite = { after: (close: () => unknown) => closing.push(close) };
    const { baseUrl } = await serveModel(suite, ...SAID);
    const hub = await serveHub(suite, { repo: REPO, files: {} });
    uploads = takeUploads(hub, { repo: REPO, token: TOKEN });
    const folder = await mkdtemp(path.join(os.tmpdir(), 'bigcodebench-curation-'));
    git(folder, 'init', '--quiet');
    project = await createProject(folder);
    file = path.join(folder, 'tasks', 'round_up.py');
    await writeFile(path.join(folder, 'answers.jsonl'), `${ANSWERS.join('\n')}\n`);
    become('Ada');
    workbench = await startWorkbench({
      name: 'curation',
      extensionPath: root,
      folder,
      env: { HF_ENDPOINT: hub.url, HF_TOKEN: '' },
      settings: {
        'bigcodebench.pythonPath': await ensureSamplesPython(),
        'files.simpleDialog.enable': true,
        'bigcodebench.model.endpoint': baseUrl,
        'bigcodebench.model.name': 'made',
      },
    });
    page = workbench.page;
    await page.locator('.activitybar a[aria-label^="BigCodeBench"]').click();
    await runCommand(page, 'BigCodeBench: Focus on Curation View');
    await row(/^Draft/).waitFor();
  });

  after(async () => {
    await workbench.dispose();
    for (const close of closing) await close();
    await rm(project.folder, { recursive: true, force: true });
  });

  function git(folder: string, ...args: readonly string[]): void {
    execFileSync('git', args, { cwd: folder });
  }

  function become(name: string): void {
    git(project.folder, 'config', 'user.name', name);
    git(project.folder, 'config', 'user.email', `${name.toLowerCase()}@example.org`);
  }

  const row = (name: RegExp) => page.getByRole('treeitem', { name }).first();

  /** Words of the last report on a pre-evaluation; VS Code keeps the pages of those before. */
  const report = (words: string) =>
    page.frameLocator('iframe.webview >> nth=-1').frameLocator('iframe').getByText(words);

  const choice = (label: string) =>
    page.locator('.quick-input-widget .monaco-list-row', { hasText: label }).first();

  /** Chooses from the list that is open. */
  async function choose(label: string): Promise<void> {
    await choice(label).click();
  }

  /** Answers the box that is open, once its title is this. */
  async function answer(title: string, text: string): Promise<void> {
    await page.locator('.quick-input-title', { hasText: title }).waitFor();
    await page.locator('.quick-input-widget input').first().fill(text);
    await page.keyboard.press('Enter');
  }

  /**
   * Chooses from the task's menu, which takes no click in its first moments, and which an editor that
   * opens just then closes again.
   */
  async function fromMenu(title: string): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      await row(/^round_up/).click({ button: 'right' });
      try {
        await page.getByRole('menuitem', { name: title }).click({ delay: 200, timeout: 5_000 });
        return;
      } catch (error) {
        if (attempt === 3) throw error;
        await page.keyboard.press('Escape');
      }
    }
  }

  async function moveTo(stage: string): Promise<void> {
    await clickInRow(row(/^round_up/), /^Move to Next Stage/, choice(stage));
    await choose(stage);
    await row(new RegExp(`^${stage} 1`)).waitFor({ timeout: 90_000 });
  }

  async function checklist(
    title: string,
    ...others: readonly ('No' | 'Not sure')[]
  ): Promise<void> {
    for (let question = 1; question <= QUESTIONS; question++) {
      await page
        .locator('.quick-input-title', { hasText: `${title} (${String(question)}/` })
        .waitFor();
      await choose(others[question - 1] ?? 'Yes');
    }
  }

  it('is begun from nothing and written', async () => {
    await runCommand(page, 'BigCodeBench: New Task…');
    await choose('From Nothing');
    await answer('New Task (2/2)', 'round_up');
    await page.getByRole('tab', { name: 'round_up.py' }).waitFor();
    await row(/^round_up/).waitFor();
    await writeFile(file, TASK);
    await page.locator('.view-line', { hasText: 'Round numbers up and count them' }).waitFor();
  });

  it('is refined once its gates have run and let it pass', async () => {
    await moveTo('Refined');
    await workbench.screenshot('curation-refined');
  });

  it('is reviewed by somebody else', async () => {
    become('Grace');
    await fromMenu('Start Review');
    await page.locator('.view-line', { hasText: 'Round numbers up and count them' }).waitFor();
    const told = page.locator('.notification-list-item', { hasText: 'You are reviewing round_up' });
    await page.locator('.statusbar-item[id="status.notifications"]').click();
    await told.waitFor();
    await workbench.screenshot('curation-start-review');
    await told.getByRole('button', { name: 'Finish Review…' }).click();
    await checklist('Review of round_up', 'No');
    await choose('Approve');
    const warning = page.locator('.monaco-dialog-box', {
      hasText: 'Is the prompt clear?” with no',
    });
    await warning.waitFor();
    await workbench.screenshot('curation-no-and-approve');
    await warning.getByRole('button', { name: 'Cancel' }).click();
    await fromMenu('Finish Review…');
    await checklist('Review of round_up');
    await choose('Approve');
    await answer('Review of round_up', '');
    await moveTo('Reviewed');
  });

  it('is pre-evaluated with the answers of models', async () => {
    await fromMenu('Pre-evaluate…');
    await choose('From a Samples File…');
    await page.locator('.quick-input-title', { hasText: 'Samples of round_up' }).waitFor();
    await choose('answers.jsonl');
    await report('1 of 3 samples pass').waitFor({ timeout: 60_000 });
  });

  it('is pre-evaluated by models that are asked to solve it', async () => {
    await fromMenu('Pre-evaluate…');
    await choose('Ask Models…');
    await page.locator('.quick-input-title', { hasText: 'Pre-evaluate round_up (1/4)' }).waitFor();
    await choose('made-too');
    await page.locator('.quick-input-widget').getByRole('button', { name: 'OK' }).click();
    await choose('Instruct Prompt');
    await answer('Pre-evaluate round_up (3/4)', '3');
    await answer('Pre-evaluate round_up (4/4)', '0.8');
    await report('4 of 6 samples pass').waitFor({ timeout: 60_000 });
    await workbench.screenshot('curation-pre-evaluation');
    await moveTo('Pre-evaluated');
  });

  it('is cross-checked by a third person, who sees the prompt alone', async () => {
    become('Barbara');
    await fromMenu('Start Cross-check');
    await page.getByRole('tab', { name: /_round_up-\w+\.py/ }).waitFor();
    const lines = page.locator('.editor-group-container .view-line');
    await lines.filter({ hasText: 'Round numbers up' }).first().waitFor();
    assert.equal(await lines.filter({ hasText: 'counts = {}' }).count(), 0);
    await runCommand(page, 'BigCodeBench: Finish Cross-check…');
    await checklist('Cross-check of round_up');
    await choose('The task is sound');
    await answer('Cross-check of round_up', '');
    await moveTo('Cross-checked');
  });

  it('is accepted and released, and its record gives every text of it', async () => {
    await moveTo('Accepted');
    await runCommand(page, 'BigCodeBench: Release Dataset…');
    await answer('Release', '0.1');
    await page.getByRole('tab', { name: /Preview README\.md/ }).waitFor({ timeout: 30_000 });
    const rows = await readFile(path.join(project.folder, 'releases/0.1/tasks.jsonl'), 'utf8');
    assert.equal(rows.trimEnd().split('\n').length, 1);
    const [task] = await readProjectTasks(project);
    assert.ok(task);
    assert.equal(recordedText(task.history), TASK);
    assert.deepEqual(task.record.unread, []);
    assert.deepEqual(taskState(task.record.events).overridden, []);
    const actors = new Set(task.record.events.map(({ actor }) => actor.name));
    assert.deepEqual([...actors], ['Ada', 'Grace', 'Barbara']);
    await runCommand(page, 'BigCodeBench: Show Board');
    await workbench.screenshot('curation-board');
  });

  it('has a history of its rounds, its gates and its release', async () => {
    await fromMenu('Show History…');
    await page.locator('.quick-input-title', { hasText: 'History of round_up' }).waitFor();
    const filter = page.locator('.quick-input-widget input').first();
    const listed = page.locator('.quick-input-widget .monaco-list-row');
    for (const [title, who] of [
      ['Released in 0.1', 'Barbara'],
      ['Cross-check: the task is sound', 'Barbara'],
      ['Pre-evaluation: 4 of 6 samples pass', 'Grace'],
      [/Gates: (\d+) of \1 pass.*tests: 5 of 5 pass, 100 % of branches/, 'Ada'],
      ['Review: approved', 'Grace'],
    ] as const) {
      await filter.fill(typeof title === 'string' ? title : 'Gates:');
      await listed.filter({ hasText: title }).filter({ hasText: who }).first().waitFor();
    }
    await workbench.screenshot('curation-history');
    await choose('Review: approved');
    const answers = report('Is everything that is tested stated?');
    await answers.first().waitFor();
    await workbench.screenshot('curation-review');
  });

  it('is published once somebody has agreed to what is said of it', async () => {
    await runCommand(page, 'BigCodeBench: Upload Release…');
    await choose('0.1');
    await answer('Upload a Release', REPO);
    await answer('Set Hugging Face Token', TOKEN);
    const dialog = page.locator('.monaco-dialog-box');
    await dialog.getByText('It is made for its owner alone').waitFor();
    assert.equal(uploads.commit, undefined);
    await dialog.getByRole('button', { name: 'Upload' }).click();
    const rows = await readFile(path.join(project.folder, 'releases/0.1/tasks.jsonl'));
    const { files } = await uploads.committed;
    assert.deepEqual(files.get('tasks.jsonl'), rows);
  });
});
