/** In a workspace that is not trusted tasks can be read, and nothing runs. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { root } from '../../scripts/setup/paths.js';
import { runCommand } from '../workbench/palette.js';
import { clickRow } from '../workbench/treeRows.js';
import { startWorkbench, type Workbench } from '../workbench/workbench.js';

describe('in Restricted Mode', () => {
  let workbench: Workbench;

  before(async () => {
    workbench = await startWorkbench({
      name: 'restricted-mode',
      extensionPath: root,
      restricted: true,
      settings: {
        'security.workspace.trust.startupPrompt': 'never',
        'bigcodebench.datasets': ['samples'],
      },
    });
    await workbench.page.getByText('Restricted Mode').first().waitFor();
  });

  after(async () => {
    await workbench.dispose();
  });

  it('shows the tree and the documents of a task', async () => {
    const { page } = workbench;
    await page.locator('.activitybar a[aria-label^="BigCodeBench"]').click();
    const task = page.getByRole('treeitem', { name: /^cryptography\/checksum_manifest,/ });
    await clickRow(page.getByRole('treeitem', { name: /^Cryptography/ }), task);
    await clickRow(task, page.getByText('hashlib'));
    // Offered once the extension knows which task the editor shows, as the palette's commands are.
    await page.getByRole('button', { name: /^Show Tests/ }).waitFor();
  });

  it('offers no way to run a task', async () => {
    const { page } = workbench;
    await page.keyboard.press('F1');
    await page.locator('.quick-input-widget input').fill('>BigCodeBench: S');
    const offered = page.locator('.quick-input-widget .monaco-list-row');
    await offered.getByText('BigCodeBench: Show Tests', { exact: true }).waitFor();
    await page.locator('.quick-input-widget input').fill('>BigCodeBench: Task');
    await offered.getByText('BigCodeBench: Open Task…', { exact: true }).waitFor();
    const titles = await offered.allTextContents();
    assert.ok(!titles.some((title) => title.includes('Run Task')), titles.join());
    await page.keyboard.press('Escape');
    await page.locator('.activitybar a[aria-label^="Testing"]').click();
    await page
      .getByRole('treeitem', { name: /Samples/ })
      .first()
      .hover();
    await page
      .getByRole('treeitem', { name: /Samples/ })
      .first()
      .locator('.codicon-testing-run-icon')
      .waitFor({ state: 'detached' });
    await workbench.screenshot('restricted-mode');
  });

  it('runs nothing from a code lens either, and says why', async () => {
    const { page } = workbench;
    await page.locator('.codelens-decoration a', { hasText: 'Run' }).first().click();
    await runCommand(page, 'Notifications: Show Notifications');
    await page
      .getByText(/Tasks run only in a trusted workspace/)
      .first()
      .waitFor();
  });

  it('imports nothing to check the environment, and leads to trust', async () => {
    const { page } = workbench;
    await page
      .locator('#bigcodebench-studio\\.bigcodebench-studio\\.bigcodebench\\.engine')
      .click();
    await page.getByText('Libraries are imported, and tasks run, only in a trusted').waitFor();
    await page.getByRole('button', { name: 'Manage Workspace Trust' }).waitFor();
  });
});
