import { startWorkbench } from './workbench/workbench.js';
import { root } from '../scripts/setup/paths.js';
import { runCommand } from './workbench/palette.js';
const theme = process.argv[2] ?? 'Dark Modern';
const w = await startWorkbench({ name: 'explore', extensionPath: root, settings: { 'workbench.colorTheme': theme,
 'bigcodebench.datasets': ['/work/shared/data/bigcodebench-1002.jsonl.gz'], 'bigcodebench.pythonPath': '/tmp/w/env310/bin/python' } });
try {
  const { page } = w;
  await page.locator('.activitybar a[aria-label^="BigCodeBench"]').click();
  await page.getByRole('treeitem', { name: /1002/ }).first().waitFor({timeout: 20000});
  await w.screenshot('x1-tree');
  await page.getByRole('treeitem', { name: /^Visualization/ }).first().click();
  await page.getByRole('treeitem', { name: /BigCodeBench\/17,|BigCodeBench\/43,|BigCodeBench\// }).first().waitFor();
  await w.screenshot('x2-group');
  await page.getByRole('treeitem', { name: /BigCodeBench\// }).nth(2).click();
  await page.getByText('Solution.py').first().waitFor();
  await page.waitForTimeout(3000);
  await w.screenshot('x3-task');
  await runCommand(page, 'BigCodeBench: Run Task with Coverage');
  await page.waitForTimeout(9000);
  await w.screenshot('x4-cover');
  await runCommand(page, 'BigCodeBench: Show Instruct Prompt');
  await page.waitForTimeout(2000);
  await w.screenshot('x5-instruct');
  await runCommand(page, 'BigCodeBench: Show Tests');
  await page.waitForTimeout(2000);
  await w.screenshot('x6-tests');
} catch (e) { console.log(e); await w.screenshot('x-error'); }
console.log(w.consoleLines.filter(l => !/INFO|%c/.test(l)).slice(-40).join('\n'));
await w.dispose();
process.exit(0);
