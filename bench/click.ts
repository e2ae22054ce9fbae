/**
 * How long a person waits for a task's verdict, in a real workbench:
 *
 *     npm run bench:click -- --tasks FILE --python PATH [--sample N]
 *
 * Clicks "Run Task" beside each of N tasks in the tree (as many as are in view), and prints the
 * time from the click until the icon of the verdict, less the tests' own time. The first run, which
 * starts the engine, does not count. The limit is the one the project has set itself.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import type { Locator, Page } from 'playwright-core';
import { mustSucceed } from '../scripts/setup/childProcesses.js';
import { root } from '../scripts/setup/paths.js';
import { toRow } from '../src/core/row.js';
import { openDataset } from '../src/node/datasets/openDataset.js';
import { parseSource } from '../src/node/datasets/source.js';
import { runCommand } from '../test/workbench/palette.js';
import { startWorkbench } from '../test/workbench/workbench.js';
import { median, quantile } from './figures.js';
import { sample } from './sample.js';

const LIMIT_MS = 150;
/** Nobody clicks again before they have seen the icon; and VS Code draws a tree every 200 ms at most. */
const LOOK_MS = 500;

const { values } = parseArgs({
  options: {
    tasks: { type: 'string' },
    python: { type: 'string' },
    sample: { type: 'string', default: '12' },
  },
});
const { tasks, python } = values;
if (tasks === undefined || python === undefined) {
  throw new Error(
    'Name a dataset file and a Python that has its libraries: --tasks FILE --python PATH.',
  );
}

// What is shipped is what is measured.
await mustSucceed('The build', process.execPath, ['esbuild.mjs', '--production'], { cwd: root });
const scratch = await mkdtemp(path.join(os.tmpdir(), 'bigcodebench-click-'));
const file = path.join(scratch, 'sample.jsonl');
const dataset = await openDataset(parseSource(tasks), { samplesDir: '', cacheDir: scratch });
const chosen = sample(dataset.tasks, Number(values.sample)).map(({ task }) => task);
await writeFile(file, chosen.map((task) => `${JSON.stringify(toRow(task))}\n`).join(''));
const workbench = await startWorkbench({
  name: 'click',
  extensionPath: root,
  settings: {
    'bigcodebench.datasets': [file],
    'bigcodebench.pythonPath': python,
    // The panel would cover some of the tasks.
    'testing.automaticallyOpenTestResults': 'neverOpen',
  },
});
try {
  const { page } = workbench;
  await page.locator('.activitybar a[aria-label^="BigCodeBench"]').click();
  await page.getByRole('treeitem', { name: 'sample.jsonl' }).waitFor();
  await runCommand(page, 'BigCodeBench: No Groups');
  const waits: number[] = [];
  for (const [index, { taskId }] of chosen.entries()) {
    const row = page.getByRole('treeitem', { name: new RegExp(`^${taskId},`) });
    await page.waitForTimeout(LOOK_MS);
    const { total, tests } = await clickAndWait(page, row, taskId);
    if (index > 0) waits.push(total - tests);
    console.log(`${taskId}: ${total.toFixed(0)} ms, of which its tests took ${tests.toFixed(0)}`);
  }
  const [p50, p90] = [median(waits), quantile(waits, 0.9)];
  console.log(
    `from click to icon beyond the tests, ${String(waits.length)} tasks: p50 ${p50.toFixed(0)} ms, p90 ${p90.toFixed(0)} ms; limit of p50 ${String(LIMIT_MS)} ms, ratio ${(p50 / LIMIT_MS).toFixed(2)}`,
  );
} finally {
  await workbench.dispose();
  await rm(scratch, { recursive: true, force: true });
}

/** Milliseconds until the icon, and those that the tests report. */
async function clickAndWait(
  page: Page,
  row: Locator,
  taskId: string,
): Promise<{ total: number; tests: number }> {
  await row.hover();
  await page.evaluate(watchForIcon(taskId));
  await row.getByRole('button', { name: 'Run Task' }).click();
  await page.waitForFunction('globalThis.iconMilliseconds !== undefined', undefined, {
    timeout: 300_000,
  });
  const total = await page.evaluate<number>('globalThis.iconMilliseconds');
  const label = (await row.getAttribute('aria-label')) ?? '';
  const seconds = /tests pass, ([\d.]+) s/.exec(label)?.[1];
  if (seconds === undefined) throw new Error(`No time of the tests in “${label}”.`);
  return { total, tests: Number(seconds) * 1000 };
}

/** Script for the page: takes the time from the next click until the task's row has a verdict's icon. */
function watchForIcon(taskId: string): string {
  return `
    globalThis.iconMilliseconds = undefined;
    document.addEventListener('mouseup', () => {
      const clicked = performance.now();
      const observer = new MutationObserver(() => {
        const rows = [...document.querySelectorAll('[role=treeitem]')];
        const row = rows.find((each) => (each.getAttribute('aria-label') ?? '').startsWith(${JSON.stringify(`${taskId},`)}));
        if (!row?.querySelector('.codicon-pass, .codicon-error, .codicon-watch, .codicon-warning')) return;
        observer.disconnect();
        globalThis.iconMilliseconds = performance.now() - clicked;
      });
      observer.observe(document.body, { childList: true, subtree: true, attributes: true });
    }, { once: true, capture: true });
  `;
}
