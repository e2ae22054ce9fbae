/** `npm run pictures` takes the README's pictures anew, from the real workbench on the sample tasks. */
import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { studyChecksum, type Study } from '../src/core/baseline/study.js';
import { joinTaskFile } from '../src/core/taskFile.js';
import { createProject } from '../src/node/curation/projectFolder.js';
import { writeJson } from '../src/node/jsonFile.js';
import { serveModel } from '../test/unit/modelServer.js';
import { runCommand } from '../test/workbench/palette.js';
import { dragEdge, makeHigh, takePicture, withWorkbench } from './picturing/camera.js';
import { failing, flawedFile, flawedRows, sampleTasks, uncovered } from './picturing/samples.js';
import { build } from './setup/build.js';
import { main } from './setup/main.js';

/** What running all the samples may take at the most. */
const runTimeout = 120_000;

async function pictures(): Promise<number> {
  await build();
  const scratch = await mkdtemp(path.join(os.tmpdir(), 'bigcodebench-pictures-'));
  try {
    await ofDataset(path.join(scratch, 'tasks.jsonl'));
    await ofProposal(path.join(scratch, 'project'));
    await ofAttempt(path.join(scratch, 'study'));
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
  return 0;
}

async function ofDataset(dataset: string): Promise<void> {
  await writeFile(dataset, await flawedRows());
  await withWorkbench({ settings: { 'bigcodebench.datasets': [dataset] } }, async (page) => {
    await collapse(page, 'Curation', 'Baseline', 'Environment');
    await runCommand(page, 'BigCodeBench: Group by Verdict');
    await runCommand(page, 'BigCodeBench: Run All Shown Tasks');
    await row(page, /^Passed\b.*\b20\b/).waitFor({ timeout: runTimeout });
    await runCommand(page, 'BigCodeBench: Group by Library');
    await row(page, /^datetime/).click();
    await row(page, new RegExp(`^${uncovered}, Passed`)).click();
    await editor(page, 'Solution').getByText('open_days.append').waitFor();
    await takePicture(page, 'task');

    await runCommand(page, 'BigCodeBench: Run All Shown Tasks with Coverage');
    await tab(page, 'Solution').click();
    await runCommand(page, 'View: Close Editors in Other Groups');
    const missed = editor(page, 'Solution').locator('.coverage-deco-gutter.coverage-deco-miss');
    await missed.first().waitFor({ timeout: runTimeout });
    await makeHigh(page, 492);
    await takePicture(page, 'missed-branch');

    await makeHigh(page, 720);
    await row(page, /^datetime/).click();
    await row(page, /^heapq/).click();
    await row(page, new RegExp(`^${failing}, .*6 of 7 tests`)).click();
    await editor(page, 'Solution').getByText('itertools.groupby').waitFor();
    await runCommand(page, 'BigCodeBench: Show Tests');
    await runCommand(page, 'View: Close Editors in Other Groups');
    await editor(page, 'Tests').getByText('AssertionError: Lists differ').waitFor();
    await takePicture(page, 'failing-test');

    await runCommand(page, 'BigCodeBench: Show Overview');
    await runCommand(page, 'View: Close Other Editors in Group');
    await runCommand(page, 'View: Close Primary Side Bar');
    const overview = page.frameLocator('iframe.webview').frameLocator('#active-frame');
    const measured = overview.locator('.figure', { hasText: 'With coverage' });
    // Of the 21 one fails: coverage is told of the others.
    await measured.filter({ hasText: '20' }).waitFor({ timeout: runTimeout });
    await makeHigh(page, 860);
    await takePicture(page, 'overview');
  });
}

/** A model proposes the tests that a sample was robbed of. */
async function ofProposal(folder: string): Promise<void> {
  const sample = (await sampleTasks()).find(({ taskId }) => taskId === uncovered);
  if (!sample) throw new Error(`There is no sample ${uncovered}.`);
  const name = path.basename(uncovered);
  await createProject(folder);
  signAs('Ada', folder);
  await writeFile(path.join(folder, 'tasks', `${name}.py`), flawedFile(sample));
  const closing: (() => void)[] = [];
  const { baseUrl } = await serveModel(
    { after: (close) => closing.push(close) },
    { say: ['```python\n', joinTaskFile(sample), '```\n'] },
  );
  const settings = {
    'bigcodebench.model.endpoint': baseUrl,
    'bigcodebench.model.name': 'local-model',
  };
  await withWorkbench({ folder, settings }, async (page) => {
    await row(page, new RegExp(`^${name}`)).click();
    await tab(page, `${name}.py`).waitFor();
    await runCommand(page, 'BigCodeBench: Propose Revision…');
    await page.locator('.quick-input-list').getByText('Strengthen the Tests').click();
    await tab(page, 'Strengthen the Tests').waitFor({ timeout: runTimeout });
    await runCommand(page, 'View: Close Other Editors in Group');
    await runCommand(page, 'View: Close Primary Side Bar');
    // So that the line above the first hunk is seen whole.
    await dragEdge(page, page.locator('.editor.original'), -110);
    await page.keyboard.press('Control+Home');
    await runCommand(page, 'BigCodeBench: Next Hunk');
    await page.getByText('tests 8/8 → 9/9').first().waitFor();
    await takePicture(page, 'proposal');
  });
  for (const close of closing) close();
}

/** What is on record in a project bears the name that git knows. */
function signAs(name: string, folder: string): void {
  const email = `${name.toLowerCase()}@example.org`;
  execFileSync('git', ['init', '--quiet'], { cwd: folder });
  execFileSync('git', ['config', 'user.name', name], { cwd: folder });
  execFileSync('git', ['config', 'user.email', email], { cwd: folder });
}

async function ofAttempt(folder: string): Promise<void> {
  await mkdir(folder);
  await writeJson(path.join(folder, 'pilot.study.json'), await pilotStudy());
  const settings = { 'bigcodebench.datasets': ['samples'] };
  await withWorkbench({ folder, settings }, async (page) => {
    const dialog = page.locator('.monaco-dialog-box');
    await runCommand(page, 'BigCodeBench: Focus on Baseline View');
    await row(page, /^Pilot/).hover();
    await row(page, /^Pilot/)
      .getByRole('button', { name: 'Start Attempt' })
      .click();
    await page.locator('.quick-input-widget', { hasText: 'The name under which' }).waitFor();
    await page.locator('.quick-input-widget input').first().fill('ada');
    await page.keyboard.press('Enter');
    await dialog.getByRole('button', { name: 'Record Edits' }).click();
    await dialog.getByRole('button', { name: 'Start Attempt' }).click();
    await page.locator('.statusbar-item[id$="bigcodebench.attempt"]').waitFor();
    await collapse(page, 'Tasks', 'Curation', 'Environment');
    // High enough for the whole file, so that typing does not scroll its buttons away.
    await makeHigh(page, 940);
    await page.locator('.view-line', { hasText: /^\s+pass$/ }).dblclick();
    for (const line of [
      'first = datetime.date.fromisoformat(day)',
      'closed = set(holidays)',
      '_, length = calendar.monthrange(first.year, first.month)',
    ]) {
      await page.keyboard.type(`${line}\n`);
    }
    await page.getByText('Run Tests (2 left)').first().waitFor();
    await takePicture(page, 'attempt');
  });
}

async function pilotStudy(): Promise<Study> {
  const taskIds = [uncovered, 'general/suggest_command', 'system/layered_config'];
  const samples = new Map((await sampleTasks()).map((task) => [task.taskId, task]));
  return {
    version: 1,
    name: 'Pilot',
    dataset: {
      source: 'samples',
      checksum: studyChecksum(taskIds.flatMap((taskId) => samples.get(taskId) ?? [])),
    },
    split: 'complete',
    selection: { kind: 'list', from: 'three of the samples' },
    tasks: taskIds,
    minutes: 30,
    attempts: 2,
    runs: { kind: 'tests', limit: 2 },
    pauses: true,
    documentation: true,
    ai: false,
  };
}

/** Closes views of the side bar. */
async function collapse(page: Page, ...views: readonly string[]): Promise<void> {
  for (const view of views) {
    const header = page.locator('.pane-header.expanded', { hasText: view });
    // At its left end: further right a view has buttons.
    if (await header.isVisible()) await header.click({ position: { x: 10, y: 10 } });
  }
}

function row(page: Page, name: RegExp): Locator {
  return page.getByRole('treeitem', { name }).first();
}

function tab(page: Page, name: string): Locator {
  return page.locator('.tab', { hasText: name });
}

/** The editor group whose active tab has that name. */
function editor(page: Page, name: string): Locator {
  return page
    .locator('.editor-group-container')
    .filter({ has: page.locator('.tab.active', { hasText: name }) })
    .locator('.monaco-editor');
}

await main(pictures);
