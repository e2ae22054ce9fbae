/** What a person sees of environments: how they differ, and what becomes of one that lacks a library. */
import assert from 'node:assert/strict';
import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { root } from '../../scripts/setup/paths.js';
import { environmentWith, makeManagedPython, taskFile } from '../unit/pythonTree.js';
import { runCommand } from '../workbench/palette.js';
import { clickInRow, clickRow } from '../workbench/treeRows.js';
import { startWorkbench, type Workbench } from '../workbench/workbench.js';

describe('environments on the real workbench', { skip: process.platform === 'win32' }, () => {
  let scratch: string;
  let workbench: Workbench;
  let managed: string;
  let python: string;

  before(async () => {
    scratch = await mkdtemp(path.join(await realpath(os.tmpdir()), 'bigcodebench-environments-'));
    const folder = path.join(scratch, 'workspace');
    const tasks = path.join(scratch, 'tasks');
    await mkdir(tasks);
    for (const name of ['gone', 'renamed', 'same']) {
      await writeFile(path.join(tasks, `${name}.py`), taskFile(name));
    }
    const code = 'def same(): return 1\n';
    python = await environmentWith(path.join(folder, '.venv'), {
      version: '1.0',
      code: `${code}def gone(): return 1\ndef renamed(): return 1\n`,
    });
    await environmentWith(path.join(folder, 'next'), { version: '2.0', code });
    managed = await makeManagedPython(path.join(scratch, 'managed'));
    workbench = await startWorkbench({
      name: 'environments',
      extensionPath: root,
      folder,
      settings: {
        'workbench.colorTheme': 'Dark Modern',
        'bigcodebench.datasets': [tasks],
        'bigcodebench.pythonPath': python,
      },
    });
  });

  after(async () => {
    await workbench.dispose();
    await rm(scratch, { recursive: true, force: true });
  });

  it('are compared: the tasks that differ stand below the library to blame', async () => {
    const { page } = workbench;
    await page.locator('.activitybar a[aria-label^="BigCodeBench"]').click();
    await row(/^tasks/).waitFor();
    await runCommand(page, 'BigCodeBench: Compare Environments…');
    const pick = page.locator('.quick-input-widget');
    await pick.locator('.monaco-list-row', { hasText: 'workspace/next/bin' }).click();
    await pick.getByText('2 Selected').waitFor();
    await workbench.screenshot('compare-environments');
    await pick.getByRole('button', { name: 'OK' }).click();
    await clickRow(
      row(/^shelf.* 2 tasks · 1\.0 → 2\.0/),
      row(/^gone: pass → exception, shelf 1\.0 → 2\.0/),
    );
    await page.getByText('2 of 3 tasks have another verdict.').waitFor();
    await workbench.screenshot('drift');
  });

  it('have a document of what differs', async () => {
    const { page } = workbench;
    await runCommand(page, 'BigCodeBench: Show Drift as Document');
    const frame = page.frameLocator('iframe.webview.ready').frameLocator('#active-frame');
    await frame.getByRole('cell', { name: '1.0 → 2.0', exact: true }).waitFor();
    await workbench.screenshot('drift-document');
  });

  for (const [theme, workbenchClass] of [
    ['Light Modern', 'vs'],
    ['Default High Contrast', 'hc-black'],
  ] as const) {
    it(`can be read in ${theme}`, async () => {
      const { page } = workbench;
      await workbench.updateSettings({ 'workbench.colorTheme': theme });
      await page.locator(`.monaco-workbench.${workbenchClass}`).waitFor();
      await row(/^shelf.* 2 tasks/).waitFor();
      await workbench.screenshot(`drift-${workbenchClass}`);
    });
  }

  it('lead to a new one where the system manages Python, with what it takes', async () => {
    const { page } = workbench;
    await workbench.updateSettings({ 'bigcodebench.pythonPath': managed });
    // The view has room for few rows.
    await runCommand(page, 'BigCodeBench: Close Drift');
    await row(/^Drift/).waitFor({ state: 'detached' });
    await runCommand(page, 'BigCodeBench: Check Environment');
    const problem = row(/^shelf, problem: is not installed/);
    await problem.hover();
    await workbench.screenshot('managed-python');
    const pick = page.locator('.quick-input-widget');
    await clickInRow(problem, /^Mend/, pick.getByText('What the open datasets need'));
    await workbench.screenshot('create-environment');
    await page.keyboard.press('Escape');
  });

  it('get what is missing, told beforehand how much disk it takes, and are checked again', async () => {
    const { page } = workbench;
    const needy = path.join(scratch, 'needy');
    await mkdir(needy);
    const needyTask = taskFile('same').replace('import shelf', 'import iniconfig\nimport shelf');
    await writeFile(path.join(needy, 'needy.py'), needyTask);
    await workbench.updateSettings({
      'bigcodebench.pythonPath': python,
      'bigcodebench.datasets': [path.join(scratch, 'tasks'), needy],
    });
    await row(/^needy/).waitFor();
    await runCommand(page, 'BigCodeBench: Create Environment…');
    const pick = page.locator('.quick-input-widget');
    await pick.getByText('What is missing for the open datasets').click();
    const place = pick.getByText('The chosen environment');
    // Where there is no uv, it is installed first.
    await place.waitFor({ timeout: 120_000 });
    const input = pick.locator('input[placeholder*="on disk"]');
    assert.match(
      (await input.getAttribute('placeholder')) ?? '',
      /^about \d+ MB on disk · Python 3\.\d+\.\d+ · by uv\. Choose where:$/,
    );
    await workbench.screenshot('create-environment-place');
    await place.click();
    await row(/^Libraries.* 2 ok/).waitFor({ timeout: 120_000 });
  });

  function row(name: RegExp) {
    return workbench.page.getByRole('treeitem', { name }).first();
  }
});
