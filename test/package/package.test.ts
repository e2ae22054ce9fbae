/** The extension as it is installed: nothing here comes from the checkout but the .vsix made of it. */
import assert from 'node:assert/strict';
import { statSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { packageExtension } from '../../scripts/setup/packageExtension.js';
import { ensureSamplesPython } from '../../scripts/setup/pythonEnvironment.js';
import { installExtension } from '../workbench/installExtension.js';
import { runCommand } from '../workbench/palette.js';
import { clickRow } from '../workbench/treeRows.js';
import { startWorkbench, type Workbench } from '../workbench/workbench.js';

/** What an installed extension may hold; the manifest is VS Code's own. */
const expected = [
  /^\.vsixmanifest$/,
  /^package\.json$/,
  /^readme\.md$/i,
  /^changelog\.md$/i,
  /^license\.txt$/i,
  /^dist\/extension\.js$/,
  /^dist\/chunks\/.+\.js$/,
  /^dist\/cli\.js$/,
  /^dist\/webview\/[a-zA-Z]+\.(js|css)$/,
  /^media\/.+\.(svg|png|md|css|json)$/,
  /^syntaxes\/.+\.json$/,
  /^python\/engine\.py$/,
  /^python\/doctor\.py$/,
  /^python\/bcb_doctor\/.+\.py$/,
  /^python\/bcb_harness\/.+\.py$/,
  /^python\/cluster\.py$/,
  /^python\/bcb_cluster\/.+\.py$/,
  /^python\/requirements-cluster\.txt$/,
  /^prompts\/.+\.md$/,
  /^samples\/.+\.(py|md|txt)$/,
];

describe('the packaged extension', () => {
  let scratch: string;
  let extensionsDirectory: string;

  before(async () => {
    scratch = await mkdtemp(path.join(os.tmpdir(), 'bigcodebench-package-'));
    extensionsDirectory = path.join(scratch, 'extensions');
    // Refuses one that is too large.
    await installExtension(await packageExtension(), extensionsDirectory);
  });

  after(async () => {
    await rm(scratch, { recursive: true, force: true });
  });

  it('holds what it needs and nothing else', async () => {
    const [folder] = (await readdir(extensionsDirectory)).filter((name) =>
      name.startsWith('bigcodebench-studio.bigcodebench-studio-'),
    );
    assert.ok(folder);
    const installed = path.join(extensionsDirectory, folder);
    const files = (await readdir(installed, { recursive: true })).filter((name) =>
      statSync(path.join(installed, name)).isFile(),
    );
    const stray = files.filter((file) => !expected.some((pattern) => pattern.test(file)));
    assert.deepEqual(stray, []);
    const absent = expected.filter((pattern) => !files.some((file) => pattern.test(file)));
    assert.deepEqual(absent, []);
  });

  it('shows the samples and runs one of them', async () => {
    const workbench: Workbench = await startWorkbench({
      name: 'package',
      extensionsDirectory,
      settings: {
        'bigcodebench.datasets': ['samples'],
        'bigcodebench.pythonPath': await ensureSamplesPython(),
      },
    });
    try {
      const { page } = workbench;
      await page.locator('.activitybar a[aria-label^="BigCodeBench"]').click();
      await runCommand(page, 'BigCodeBench: No Groups');
      const task = page.getByRole('treeitem', { name: /^cryptography\/verify_webhook,/ });
      await clickRow(task, page.locator('.tab', { hasText: 'verify_webhook Solution.py' }));
      await runCommand(page, 'BigCodeBench: Run Task');
      await page.getByRole('treeitem', { name: /^cryptography\/verify_webhook, Passed/ }).waitFor();
      await workbench.screenshot('packaged');
    } finally {
      await workbench.dispose();
    }
  });
});
