/** Two people work on the same task in clones of their own; after the merge one of them looks at it. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { root } from '../../scripts/setup/paths.js';
import { eventNow } from '../../src/core/curation/newEvents.js';
import { recordedText } from '../../src/core/curation/replay.js';
import { gitIdentity } from '../../src/node/curation/gitIdentity.js';
import { recordOutsideEdits } from '../../src/node/curation/outsideEdits.js';
import {
  createProject,
  openProject,
  readProjectTasks,
} from '../../src/node/curation/projectFolder.js';
import { appendEvents, recordPathOf } from '../../src/node/curation/recordFile.js';
import { runCommand } from '../workbench/palette.js';
import { clickInRow, clickRow } from '../workbench/treeRows.js';
import { startWorkbench, type Workbench } from '../workbench/workbench.js';

const SAMPLE = path.join(root, 'samples', 'general', 'call_order.py');
const TASK = path.join('tasks', 'shared.py');

describe('a task that two people change on two branches', () => {
  let scratch = '';
  let ada = '';
  let grace = '';
  let workbench: Workbench;
  let page: Page;

  before(async () => {
    scratch = await mkdtemp(path.join(os.tmpdir(), 'bigcodebench-branches-'));
    ada = path.join(scratch, 'ada');
    grace = path.join(scratch, 'grace');
    git(scratch, 'init', '--quiet', '--initial-branch=main', ada);
    become(ada, 'Ada');
    const project = await createProject(ada);
    await cp(SAMPLE, path.join(ada, TASK));
    await recordOutsideEdits(project, () => gitIdentity(ada));
    commit(ada);
    const shared = path.join(scratch, 'shared.git');
    git(scratch, 'clone', '--quiet', '--bare', ada, shared);
    git(ada, 'remote', 'add', 'origin', shared);
    git(scratch, 'clone', '--quiet', shared, grace);
    become(grace, 'Grace');
    workbench = await startWorkbench({
      name: 'branches',
      extensionPath: root,
      folder: ada,
      settings: { 'files.autoSave': 'off', 'git.enabled': false },
    });
    page = workbench.page;
    await page.locator('.activitybar a[aria-label^="BigCodeBench"]').click();
    await runCommand(page, 'BigCodeBench: Focus on Curation View');
    await row(/^shared/).waitFor();
  });

  after(async () => {
    await workbench.dispose();
    await rm(scratch, { recursive: true, force: true });
  });

  function git(folder: string, ...args: readonly string[]): void {
    execFileSync('git', args, { cwd: folder });
  }

  function become(folder: string, name: string): void {
    git(folder, 'config', 'user.name', name);
    git(folder, 'config', 'user.email', `${name.toLowerCase()}@example.org`);
  }

  function commit(folder: string): void {
    git(folder, 'add', '.');
    git(folder, 'commit', '--quiet', '--message=work');
  }

  const row = (name: RegExp) => page.getByRole('treeitem', { name }).first();
  const text = (folder: string): Promise<string> => readFile(path.join(folder, TASK), 'utf8');

  it('is edited and returned by the one, in the workbench', async () => {
    await clickRow(row(/^shared/), page.locator('.view-line', { hasText: 'def task_func' }));
    await page.locator('.view-line').first().click();
    await page.keyboard.press('ControlOrMeta+Home');
    await page.keyboard.type('# By Ada.\n');
    await page.keyboard.press('ControlOrMeta+s');
    const returned = page.locator('.quick-input-widget .monaco-list-row', { hasText: 'Returned' });
    await clickInRow(row(/^shared/), /^Move to Next Stage/, returned);
    await returned.click();
    await page.locator('.quick-input-title', { hasText: 'Reason: Returned' }).waitFor();
    await page.locator('.quick-input-widget input').first().fill('too easy');
    await page.keyboard.press('Enter');
    await row(/^Returned 1/).waitFor();
    assert.match(await text(ada), /^# By Ada\.\n/);
  });

  it('is edited and commented on by the other, and merged without a conflict', async () => {
    const project = await openProject(grace);
    const before = await text(grace);
    const file = path.join(grace, TASK);
    await writeFile(file, `${before}\n# By Grace.\n`);
    await recordOutsideEdits(project, () => gitIdentity(grace));
    const line = before.split('\n').findIndex((one) => one.startsWith('def task_func')) + 1;
    const person = await gitIdentity(grace);
    await appendEvents(recordPathOf(file), [
      {
        ...{ ...eventNow(person, await text(grace)), type: 'commented', thread: 'made', line },
        body: 'Is this the right name?',
      },
    ]);
    commit(grace);
    git(grace, 'push', '--quiet', 'origin', 'main');
    commit(ada);
    git(ada, 'pull', '--quiet', '--no-rebase', '--no-edit', 'origin', 'main');
    assert.match(await text(ada), /^# By Ada\.\n[^]*# By Grace\.\n$/);
  });

  it('has its stage, both people’s history and the comment at its line in the view', async () => {
    await page.getByText('Is this the right name?').first().waitFor();
    await page.locator('.view-line', { hasText: '# By Ada.' }).waitFor();
    await row(/^Returned 1/).waitFor();
    await workbench.screenshot('branches-comment');
    // The menu takes no click in its first moments.
    await row(/^shared/).click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Show History…' }).click({ delay: 200 });
    const entries = page.locator('.quick-input-widget .monaco-list-row');
    await entries.filter({ hasText: 'branches merged' }).waitFor();
    assert.equal(await entries.filter({ hasText: 'Edited' }).count(), 2);
    // Her edit and her comment.
    assert.equal(await entries.filter({ hasText: 'Grace' }).count(), 2);
    await workbench.screenshot('branches-history');
    await page.keyboard.press('Escape');
  });

  it('is on the board where it was returned to, and replays to the merged file', async () => {
    await runCommand(page, 'BigCodeBench: Show Board');
    const board = page
      .locator('iframe.webview')
      .last()
      .contentFrame()
      .locator('iframe')
      .contentFrame();
    await board.getByText('shared').first().waitFor();
    await workbench.screenshot('branches-board');
    const [task] = await readProjectTasks(await openProject(ada));
    assert.ok(task);
    assert.equal(recordedText(task.history), await text(ada));
    assert.deepEqual(task.record.unread, []);
    assert.deepEqual([...new Set(task.record.events.map(({ actor }) => actor.name))].toSorted(), [
      'Ada',
      'Grace',
    ]);
  });
});
