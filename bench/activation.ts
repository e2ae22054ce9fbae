/**
 * How long the extension keeps VS Code waiting, in a real workbench:
 *
 *     npm run bench:activation -- --tasks FILE [--runs N]
 *
 * Prints, for each run and as a median, the activation time that VS Code itself reports, and the
 * time from the click on "Open as Dataset" in the Explorer until the dataset's row is in the tree.
 * The limits are those the project has set itself: 50 ms and 300 ms.
 */
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { mustSucceed } from '../scripts/setup/childProcesses.js';
import { root } from '../scripts/setup/paths.js';
import { runCommand } from '../test/workbench/palette.js';
import { startWorkbench } from '../test/workbench/workbench.js';
import { median } from './figures.js';

const ACTIVATION_LIMIT_MS = 50;
const TREE_LIMIT_MS = 300;

const { values } = parseArgs({
  options: { tasks: { type: 'string' }, runs: { type: 'string', default: '3' } },
});
if (values.tasks === undefined) throw new Error('Name a dataset file: --tasks FILE.');

// What is shipped is what is measured.
await mustSucceed('The build', process.execPath, ['esbuild.mjs', '--production'], { cwd: root });
const measured: { activation: number; tree: number }[] = [];
for (let run = 1; run <= Number(values.runs); run++) {
  const one = await measure(values.tasks);
  measured.push(one);
  console.log(
    `run ${String(run)}: activation ${String(one.activation)} ms, tree ${one.tree.toFixed(0)} ms`,
  );
}
report('activation', median(measured.map(({ activation }) => activation)), ACTIVATION_LIMIT_MS);
report('tree', median(measured.map(({ tree }) => tree)), TREE_LIMIT_MS);

async function measure(tasks: string): Promise<{ activation: number; tree: number }> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'bigcodebench-activation-'));
  const name = path.basename(tasks);
  await copyFile(tasks, path.join(folder, name));
  const workbench = await startWorkbench({ name: 'activation', extensionPath: root, folder });
  try {
    const { page } = workbench;
    // The extension has been activated, and its menus are known, once its status item is there.
    await page
      .locator('#bigcodebench-studio\\.bigcodebench-studio\\.bigcodebench\\.engine')
      .waitFor();
    await page.getByRole('treeitem', { name }).first().click({ button: 'right' });
    await page.evaluate(watchForRow(name));
    // A menu takes no click in its first moments, lest the one that opened it chooses.
    await page.getByRole('menuitem', { name: 'Open Dataset…' }).click({ delay: 200 });
    await page.waitForFunction('globalThis.treeMilliseconds !== undefined');
    const tree = await page.evaluate<number>('globalThis.treeMilliseconds');

    await runCommand(page, 'Developer: Show Running Extensions');
    const row = page.locator('.runtime-extensions-editor .extension', { hasText: 'BigCodeBench' });
    const text = await row.locator('.activation-time').innerText();
    const activation = /(\d+)\s*ms/.exec(text)?.[1];
    if (activation === undefined) throw new Error(`No activation time in “${text}”.`);
    return { activation: Number(activation), tree };
  } finally {
    await workbench.dispose();
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Script for the page: takes the time from the next click until a row that begins with `name` and goes on,
 * as the dataset's does with its count and the Explorer's does not, is in a tree.
 */
function watchForRow(name: string): string {
  return `
    document.addEventListener('mouseup', () => {
      const clicked = performance.now();
      const observer = new MutationObserver(() => {
        const rows = [...document.querySelectorAll('[role=treeitem]')].map((row) => row.textContent);
        if (!rows.some((text) => text.startsWith(${JSON.stringify(name)}) && /\\d$/.test(text))) return;
        observer.disconnect();
        globalThis.treeMilliseconds = performance.now() - clicked;
      });
      observer.observe(document.body, { childList: true, subtree: true, characterData: true });
    }, { once: true, capture: true });
  `;
}

function report(what: string, milliseconds: number, limit: number): void {
  const share = (milliseconds / limit).toFixed(2);
  console.log(
    `${what}: median ${milliseconds.toFixed(0)} ms, limit ${String(limit)} ms, ratio ${share}`,
  );
}
