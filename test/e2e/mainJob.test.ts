/** The main paths of a user, by mouse and keyboard on the real workbench. */
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import type { Locator } from 'playwright-core';
import { ensureSamplesPython } from '../../scripts/setup/pythonEnvironment.js';
import { root } from '../../scripts/setup/paths.js';
import { toRow } from '../../src/core/row.js';
import { openDataset } from '../../src/node/datasets/openDataset.js';
import { reloadWindow, runCommand } from '../workbench/palette.js';
import { clickRow } from '../workbench/treeRows.js';
import { startWorkbench, type Workbench } from '../workbench/workbench.js';

describe('on the real workbench', () => {
  let scratch: string;
  let workbench: Workbench;

  before(async () => {
    scratch = await mkdtemp(path.join(os.tmpdir(), 'bigcodebench-e2e-'));
    const dataset = path.join(scratch, 'fixtures.jsonl');
    await writeFile(dataset, await fixtureRows(scratch));
    workbench = await startWorkbench({
      name: 'main-job',
      extensionPath: root,
      settings: {
        'workbench.colorTheme': 'Dark Modern',
        'bigcodebench.datasets': [dataset],
        'bigcodebench.pythonPath': await ensureSamplesPython(),
        'testing.automaticallyOpenTestResults': 'neverOpen',
        'editor.minimap.enabled': false,
      },
    });
  });

  after(async () => {
    await workbench.dispose();
    await rm(scratch, { recursive: true, force: true });
  });

  it('shows the dataset as a tree and groups it by library', async () => {
    const { page } = workbench;
    await page.locator('.activitybar a[aria-label^="BigCodeBench"]').click();
    await row('fixtures.jsonl').waitFor();
    await row(/^Computation/).waitFor();
    await runCommand(page, 'BigCodeBench: Group by Library');
    await clickRow(row(/^json/), row(/^missed_branch,/));
    await workbench.screenshot('tree-by-library');
  });

  it('opens a task with one click: the Complete prompt beside the canonical solution', async () => {
    const { page } = workbench;
    await clickRow(
      row(/^missed_branch,/),
      editor('missed_branch Complete.py').getByText('Reads a JSON list of numbers'),
    );
    await editor('missed_branch Solution.py').getByText('math.exp').first().waitFor();
    assert.equal(await page.locator('.editor-group-container').count(), 2);
    await workbench.screenshot('task');
  });

  it('switches the left side to the Instruct prompt and the tests, and back', async () => {
    const { page } = workbench;
    await tab('missed_branch Complete.py').click();
    await page.getByRole('button', { name: /^Show Instruct Prompt/ }).click();
    await editor('missed_branch Instruct').getByText('The function should output with:').waitFor();
    await workbench.screenshot('instruct-prompt');
    await page.getByRole('button', { name: /^Show Tests/ }).click();
    await editor('missed_branch Tests.py').getByText('test_two_numbers').waitFor();
    await page.getByRole('button', { name: /^Show Complete Prompt/ }).click();
    await editor('missed_branch Complete.py').getByText('Reads a JSON list of numbers').waitFor();
    const names = await page.locator('.tab .label-name').allTextContents();
    assert.deepEqual(names.sort(), ['missed_branch Complete', 'missed_branch Solution']);
  });

  it('runs the task and shows that it passes', async () => {
    await runCommand(workbench.page, 'BigCodeBench: Run Task');
    await row(/^missed_branch, Passed \(3 of 3 tests pass/).waitFor();
    await row(/^missed_branch,/)
      .locator('.codicon-pass')
      .waitFor();
  });

  it('runs with coverage, marks the missed branch and says where it would have gone', async () => {
    const { page } = workbench;
    await runCommand(page, 'BigCodeBench: Run Task with Coverage');
    const solution = editor('missed_branch Solution.py');
    await solution.locator('.coverage-deco-gutter.coverage-deco-miss').first().waitFor();
    await workbench.screenshot('missed-branch');
    await runCommand(page, 'Test: Toggle Inline Coverage');
    await solution.locator('.coverage-deco-branch-miss-indicator').waitFor();
    await runCommand(page, 'Test: Toggle Inline Coverage');
    const line = solution.locator('.view-line', { hasText: 'if mean > limit:' });
    await line.getByText('mean').first().hover();
    await page.getByText('No test goes from here to line 9: mean = float(limit).').waitFor();
    await workbench.screenshot('missed-branch-hover');
  });

  it('shows a failing test with its message at the failing line', async () => {
    const { page } = workbench;
    await runCommand(page, 'BigCodeBench: No Groups');
    await clickRow(
      row(/^failing_test,/),
      editor('failing_test Solution.py').getByText('re.findall'),
    );
    await runCommand(page, 'BigCodeBench: Run Task');
    await row(/^failing_test, .*1 of 3 tests pass/).waitFor();
    await runCommand(page, 'BigCodeBench: Show Tests');
    const tests = editor('failing_test Tests.py');
    const message = tests
      .locator('.test-error-content-widget')
      .filter({ hasText: "AssertionError: {'a': 1} != {}" });
    const line = tests.locator('.view-line', { hasText: 'self.assertEqual(task_func("a"), {})' });
    await message.waitFor();
    assert.equal(await top(message), await top(line));
    await workbench.screenshot('failing-test');
  });

  it('counts in a group how many of its tasks pass, be it none', async () => {
    const { page } = workbench;
    await runCommand(page, 'BigCodeBench: Group by Verdict');
    await row('Failed, 1 failed').waitFor();
    await runCommand(page, 'BigCodeBench: Group by Library');
    await row('re, 1 failed').getByText('1 · 0 pass · 1 fail').waitFor();
    await runCommand(page, 'BigCodeBench: No Groups');
  });

  it('says which library is missing and how to install it', async () => {
    const { page } = workbench;
    await runCommand(page, 'BigCodeBench: Open Task…');
    await page.locator('.quick-input-widget input').fill('missing_library');
    await page.keyboard.press('Enter');
    await editor('missing_library Solution.py').getByText('surely_not_installed').first().waitFor();
    await runCommand(page, 'BigCodeBench: Run Task');
    await row(/^missing_library, Missing library/).waitFor();
    await runCommand(page, 'Notifications: Show Notifications');
    await page
      .getByText(/-m pip install surely_not_installed/)
      .first()
      .waitFor();
  });

  it('stops an endless task when it is cancelled', async () => {
    const { page } = workbench;
    await runCommand(page, 'BigCodeBench: Open Task…');
    await page.locator('.quick-input-widget input').fill('endless_loop');
    await page.keyboard.press('Enter');
    await editor('endless_loop Solution.py').getByText('itertools.count').first().waitFor();
    await runCommand(page, 'BigCodeBench: Run Task');
    await row(/^endless_loop,/)
      .locator('.codicon-loading')
      .waitFor();
    await runCommand(page, 'Test: Cancel Test Run');
    await row(/^endless_loop, Not run yet/)
      .locator('.codicon-circle-outline')
      .waitFor();
  });

  it('says how far a run of all tasks is, and stops it', async () => {
    const { page } = workbench;
    await runCommand(page, 'BigCodeBench: Run All Shown Tasks');
    // A view shows its buttons to whoever points at it.
    await page.getByText('4 of 5 run · 2 failed').hover();
    await workbench.screenshot('running-all');
    await page.getByRole('button', { name: 'Stop Runs' }).click();
    await page.getByRole('button', { name: 'Run All Shown Tasks' }).waitFor();
    await page.getByText('4 of 5 run').waitFor({ state: 'hidden' });
    await row(/^endless_loop, Not run yet/).waitFor();
    await row(/^failing_test, .*1 of 3 tests pass/).waitFor();
  });

  it('brings the overview page back when the window reloads', async () => {
    const { page } = workbench;
    await runCommand(page, 'BigCodeBench: Show Overview');
    const title = overview().getByRole('heading', { name: 'fixtures.jsonl' });
    await title.waitFor();
    await reloadWindow(page);
    await title.waitFor();
    await page.getByRole('tab', { name: 'fixtures.jsonl Overview' }).waitFor();
  });

  for (const [theme, workbenchClass] of [
    ['Light Modern', 'vs'],
    ['Default High Contrast', 'hc-black'],
  ] as const) {
    it(`can be read in ${theme}`, async () => {
      const { page } = workbench;
      await workbench.updateSettings({ 'workbench.colorTheme': theme });
      await page.locator(`.monaco-workbench.${workbenchClass}`).waitFor();
      await row(/^failing_test,/).waitFor();
      const looks: unknown = await overview()
        .locator('body')
        .evaluate(
          "[...document.querySelectorAll('.swatch')].map((each) => getComputedStyle(each).background)",
        );
      assert.ok(Array.isArray(looks));
      assert.equal(new Set(looks).size, 5, 'each verdict has its own look');
      await workbench.screenshot(`theme-${theme.toLowerCase().replaceAll(' ', '-')}`);
    });
  }

  function row(name: string | RegExp) {
    return workbench.page.getByRole('treeitem', { name }).first();
  }

  /** The page of the active tab. */
  function overview() {
    return workbench.page.frameLocator('iframe.webview').frameLocator('#active-frame');
  }

  function tab(name: string) {
    return workbench.page.locator('.tab', { hasText: name });
  }

  /** The editor group whose active tab has that name. */
  function editor(name: string) {
    return workbench.page
      .locator('.editor-group-container')
      .filter({ has: workbench.page.locator('.tab.active', { hasText: name }) })
      .locator('.monaco-editor');
  }
});

/** Where an element stands on the page, in whole lines of an editor. */
async function top(element: Locator): Promise<number> {
  const box = await element.boundingBox();
  assert.ok(box);
  return Math.round(box.y / 19);
}

/** The fixture tasks as a dataset's rows, one a line. */
async function fixtureRows(cacheDir: string): Promise<string> {
  const folder = path.join(root, 'test', 'fixtures', 'tasks');
  const { tasks } = await openDataset(
    { kind: 'folder', path: folder },
    { samplesDir: folder, cacheDir },
  );
  return tasks.map(({ task }) => `${JSON.stringify(toRow(task))}\n`).join('');
}
