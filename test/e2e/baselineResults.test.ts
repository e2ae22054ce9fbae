/** The results of a study and the replay of an attempt, by mouse and keyboard on the real workbench. */
import assert from 'node:assert/strict';
import { appendFile, mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import type { FrameLocator, Page } from 'playwright-core';
import { root } from '../../scripts/setup/paths.js';
import type { AttemptEvent, TextChange } from '../../src/core/baseline/attemptEvents.js';
import { studyChecksum, type Study } from '../../src/core/baseline/study.js';
import type { Task } from '../../src/core/task.js';
import { appendAttemptEvents, attemptRecordOf } from '../../src/node/baseline/attemptFiles.js';
import type { StudyFile } from '../../src/node/baseline/studyFiles.js';
import { openDataset } from '../../src/node/datasets/openDataset.js';
import { writeJson } from '../../src/node/jsonFile.js';
import { at, eventsOf, FAILURE, STUDY, type Told } from '../unit/studies.js';
import { answerFileDialog } from '../workbench/fileDialog.js';
import { reloadWindow, runCommand } from '../workbench/palette.js';
import { clickInRow } from '../workbench/treeRows.js';
import { startWorkbench, type Workbench } from '../workbench/workbench.js';

const TIMEOUT = { ...FAILURE, cause: 'timeout', message: 'Timed out', details: {} } as const;
const MODEL = 'river--main--bigcodebench-complete--vllm-0-1-sanitized_calibrated_eval_results.json';

describe('a study that people took part in', () => {
  let folder: string;
  let study: StudyFile;
  let workbench: Workbench;
  let page: Page;

  before(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'bigcodebench-results-'));
    const tasks = await sampleTasks(path.join(folder, '..'));
    study = await makeStudy(folder, tasks);
    for (const told of attemptsAt(tasks)) await record(study, told);
    await appendFile(attemptRecordOf(firstOf(study, 'grace')), '{"version":1,"type":"ti');
    await writeJson(path.join(folder, MODEL), modelResults(tasks));
    workbench = await startWorkbench({
      name: 'baseline-results',
      extensionPath: root,
      folder,
      settings: { 'workbench.colorTheme': 'Dark Modern', 'files.simpleDialog.enable': true },
    });
    page = workbench.page;
    await page.locator('.activitybar a[aria-label^="BigCodeBench"]').click();
  });

  after(async () => {
    await workbench.dispose();
    await rm(folder, { recursive: true, force: true });
  });

  const shown = (): FrameLocator =>
    page.frameLocator('iframe.webview:visible').frameLocator('#active-frame');
  const figure = (name: string) => shown().locator('.figure', { hasText: name }).locator('dd');

  it('has its results on one page, with what could not be read', async () => {
    await runCommand(page, 'BigCodeBench: Show Baseline Results');
    await shown().getByRole('heading', { name: 'Pilot' }).waitFor();
    assert.match(await figure('Pass@1 of people').innerText(), /^53 % 95 % interval 29 % to 77 %/);
    assert.match(await figure('Attempts ended').innerText(), /^14 1 running/);
    await shown().getByText('1 thing could not be read').waitFor();
    await shown().getByText('Complete · 6 tasks · 30 minutes each · 2 attempts').waitFor();
    await workbench.screenshot('baseline-results');
  });

  it('is drawn again when an attempt ends', async () => {
    const [, , third] = study.study.tasks;
    await record(study, { solver: 'grace', taskId: third ?? '', seconds: 700 });
    await shown().locator('.figure', { hasText: '15' }).waitFor();
  });

  it('is compared with a model, and still is when the window has reloaded', async () => {
    await shown().getByText('Compare with Models…').click();
    await answerFileDialog(page, path.join(folder, MODEL));
    const row = shown().getByRole('row', { name: /^river--main \(Complete\)/ });
    await row.waitFor();
    await reloadWindow(page);
    await row.waitFor();
    await row.scrollIntoViewIfNeeded();
    await workbench.screenshot('baseline-models');
  });

  it('is exported without names unless they are asked for', async () => {
    await shown().getByText('Export…').click();
    await page.locator('.quick-input-title', { hasText: 'Export Baseline Results' }).waitFor();
    await page.keyboard.press('Enter');
    const file = path.join(folder, 'pilot-results.json');
    await answerFileDialog(page, file, (offered) => offered === file);
    await page.getByText('Exported to pilot-results.json.').first().waitFor();
    const text = await readFile(file, 'utf8');
    assert.match(text, /"solver": "P1"/);
    assert.doesNotMatch(text, /grace|ada|made\.completer/);
  });

  it('can be replayed edit by edit where the solver agreed to it', async () => {
    await shown()
      .getByRole('button', { name: /^Replay ada/ })
      .click();
    const code = shown().getByLabel('The attempt’s text');
    await code.getByText('def task_func').waitFor();
    assert.doesNotMatch(await code.innerText(), /return/);
    const time = shown().getByLabel('Time');
    await time.focus();
    await page.keyboard.press('End');
    await code.getByText('return').first().waitFor();
    await shown()
      .getByRole('button', { name: /Ran the examples, 1 of 2 pass/ })
      .click();
    await workbench.screenshot('baseline-replay');
  });

  for (const [theme, workbenchClass] of [
    ['Light Modern', 'vs'],
    ['Default High Contrast', 'hc-black'],
  ] as const) {
    it(`can be read in ${theme}`, async () => {
      const name = theme.toLowerCase().replaceAll(' ', '-');
      await workbench.updateSettings({ 'workbench.colorTheme': theme });
      await page.locator(`.monaco-workbench.${workbenchClass}`).waitFor();
      await workbench.screenshot(`baseline-replay-${name}`);
      await page.getByRole('tab', { name: 'Pilot Results' }).click();
      await shown().getByRole('heading', { name: 'Pilot' }).scrollIntoViewIfNeeded();
      await workbench.screenshot(`baseline-results-${name}`);
      await page.getByRole('tab', { name: /Replay$/ }).click();
      await shown().getByText('4:15 / 8:30').waitFor();
    });
  }

  it('is taken together with another one, which alone has nothing to show yet', async () => {
    const other = { ...study.study, name: 'Instructed', split: 'instruct' } as const;
    await writeJson(path.join(folder, 'instructed.study.json'), other);
    await runCommand(page, 'BigCodeBench: Focus on Baseline View');
    await clickInRow(
      page.getByRole('treeitem', { name: /^Instructed/ }),
      /^Show Baseline Results/,
      shown().getByText('Nobody has begun an attempt in this study yet.'),
    );
    await shown().getByText('Start Attempt', { exact: true }).waitFor();
    await workbench.screenshot('baseline-results-empty');
    await runCommand(page, 'BigCodeBench: Show Baseline Results');
    const picks = page.locator('.quick-input-widget');
    await picks.locator('.monaco-list-row', { hasText: 'pilot.study.json' }).waitFor();
    await picks.getByRole('checkbox').first().click();
    await page.keyboard.press('Enter');
    await shown().getByRole('heading', { name: 'Instructed, Pilot' }).waitFor();
    await page.setViewportSize({ width: 760, height: 900 });
    await workbench.screenshot('baseline-results-together-narrow');
  });
});

async function sampleTasks(cacheDir: string): Promise<readonly Task[]> {
  const samplesDir = path.join(root, 'samples');
  const { tasks } = await openDataset({ kind: 'samples' }, { samplesDir, cacheDir });
  return tasks.map(({ task }) => task).slice(0, 6);
}

async function makeStudy(folder: string, tasks: readonly Task[]): Promise<StudyFile> {
  const study: Study = {
    ...STUDY,
    tasks: tasks.map(({ taskId }) => taskId),
    dataset: { source: 'samples', checksum: studyChecksum(tasks) },
  };
  const file = { path: path.join(folder, 'pilot.study.json'), study };
  await writeJson(file.path, study);
  return file;
}

async function record(study: StudyFile, told: Told): Promise<void> {
  const { solver = '', taskId = '', attempt = 1 } = told;
  const place = { study, solver, taskId, attempt };
  await appendAttemptEvents(attemptRecordOf(place), eventsOf(told));
}

function firstOf(study: StudyFile, solver: string) {
  const [taskId = ''] = study.study.tasks;
  return { study, solver, taskId, attempt: 1 };
}

/** Who did what: four people, six tasks, of which one is never begun. */
function attemptsAt(tasks: readonly Task[]): readonly Told[] {
  const [first, second, third, fourth, fifth] = tasks;
  assert.ok(first && second && third && fourth && fifth);
  const unclear: AttemptEvent = {
    ...{ ...at(900), type: 'answered', question: 'prompt-clear', answer: false },
    comment: 'Does “late” count weekends?',
  };
  const pasted: AttemptEvent = { ...at(400), type: 'pasted', characters: 340, lines: 9 };
  const peeked: AttemptEvent = { ...at(500), type: 'peeked', at: 'tasks.jsonl' };
  return [
    recordedAttempt('ada', first),
    { solver: 'ada', taskId: second.taskId, seconds: 845, between: [pasted] },
    { solver: 'ada', taskId: third.taskId, seconds: 1260 },
    { solver: 'ada', taskId: fourth.taskId, seconds: 610 },
    { solver: 'grace', taskId: first.taskId, seconds: 530 },
    {
      solver: 'grace',
      taskId: second.taskId,
      seconds: 900,
      verdict: FAILURE,
      afterwards: [unclear],
    },
    { solver: 'grace', taskId: second.taskId, attempt: 2, seconds: 300 },
    { solver: 'edsger', taskId: first.taskId, seconds: 300, between: [peeked] },
    { solver: 'edsger', taskId: second.taskId, seconds: 1800, end: 'timed-out', verdict: TIMEOUT },
    { solver: 'edsger', taskId: fourth.taskId, seconds: 420, verdict: FAILURE },
    { solver: 'edsger', taskId: fifth.taskId, seconds: 200, end: 'running' },
    { solver: 'barbara', taskId: first.taskId, seconds: 410 },
    { solver: 'barbara', taskId: second.taskId, seconds: 1100, end: 'gave-up', verdict: FAILURE },
    { solver: 'barbara', taskId: third.taskId, seconds: 640, verdict: TIMEOUT },
    { solver: 'barbara', taskId: fourth.taskId, seconds: 990, verdict: FAILURE },
  ];
}

/** Typed line by line, with a look at the examples half-way. */
function recordedAttempt(
  solver: string,
  { taskId, completePrompt, canonicalSolution }: Task,
): Told {
  const changes: TextChange[] = [];
  let offset = completePrompt.length;
  for (const [index, inserted] of canonicalSolution.split(/(?<=\n)/).entries()) {
    changes.push({ seconds: 40 + 15 * index, offset, deleted: 0, inserted });
    offset += inserted.length;
  }
  const half = Math.floor(changes.length / 2);
  const edited = (part: TextChange[]): AttemptEvent => {
    const seconds = part.at(-1)?.seconds ?? 0;
    return { ...at(seconds), type: 'edited', edits: part.length, changes: part };
  };
  const ranAt = changes[half - 1]?.seconds ?? 0;
  return {
    ...{ solver, taskId, recorded: true, begin: completePrompt },
    ...{ text: completePrompt + canonicalSolution, seconds: 60 + 15 * changes.length },
    between: [
      edited(changes.slice(0, half)),
      { ...at(ranAt + 5), type: 'ran', what: 'examples', passed: 1, total: 2, cause: 'assertion' },
      edited(changes.slice(half)),
    ],
  };
}

/** A model that solves every other task. */
function modelResults(tasks: readonly Task[]) {
  const entries = tasks.map(({ taskId }, index) => {
    const status = index % 2 === 0 ? 'pass' : 'fail';
    return [taskId, [{ task_id: taskId, solution: '', status, details: {} }]];
  });
  return { date: '2026-01-02 03:04', eval: Object.fromEntries(entries) as unknown };
}
