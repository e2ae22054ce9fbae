/** Attempts at a study's tasks, and all that can come between: windows, crashes, disks, clocks that run out. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import * as vscode from 'vscode';
import { attemptOf, type Attempt } from '../../src/core/baseline/attempt.js';
import { studyChecksum, type Study } from '../../src/core/baseline/study.js';
import type { Task } from '../../src/core/task.js';
import { Attempts } from '../../src/host/baseline/attempts.js';
import { InlineCompletion } from '../../src/host/baseline/inlineCompletion.js';
import { studyUri } from '../../src/host/baseline/studyDocuments.js';
import { StudyJudge } from '../../src/host/baseline/studyJudge.js';
import type { StudyTask } from '../../src/host/baseline/studies.js';
import { StudyTasks } from '../../src/host/baseline/studyTasks.js';
import {
  attemptFileOf,
  attemptRecordOf,
  readEvents,
  type AttemptPlace,
} from '../../src/node/baseline/attemptFiles.js';
import { openDataset } from '../../src/node/datasets/openDataset.js';
import { writeJson } from '../../src/node/jsonFile.js';
import { eventually, studio } from './studio.js';
import { mementoOf } from './memento.js';

const SAMPLES = join(__dirname, '../../samples');
const SOLVER = 'solver-test';
const BEGINNING = { recorded: true, ai_extensions: [] };
const INLINE = 'editor.inlineSuggest.enabled';
const signal = new AbortController().signal;

describe('Baseline', () => {
  let folder = '';
  let storage = '';
  let tasks: readonly Task[] = [];
  let windows: Attempts[] = [];
  const state = new Map<string, unknown>();
  const memento = mementoOf(state);

  before(async () => {
    const [workspace] = vscode.workspace.workspaceFolders ?? [];
    assert.ok(workspace, 'the tests run in a folder');
    folder = join(workspace.uri.fsPath, 'baseline');
    await mkdir(folder, { recursive: true });
    const options = { samplesDir: SAMPLES, cacheDir: folder };
    const dataset = await openDataset({ kind: 'samples' }, options);
    tasks = dataset.tasks.map(({ task }) => task).slice(0, 3);
  });

  beforeEach(async () => {
    storage = await mkdtemp(join(tmpdir(), 'bcb-attempts-'));
  });

  afterEach(async () => {
    const { studies } = await studio();
    for (const attempts of windows) attempts.dispose();
    windows = [];
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    for (const membership of studies.memberships) await studies.leave(membership);
    await rm(storage, { recursive: true, force: true });
  });

  after(async () => {
    await rm(folder, { recursive: true, force: true });
    await (await studio()).studies.reload();
  });

  /** What a window has of attempts: several share the extension's storage. */
  async function openWindow(): Promise<Attempts> {
    const { studies, engines, datasets, hidden } = await studio();
    const attempts = new Attempts({
      ...{ datasets, hidden, studies, storage },
      tasks: new StudyTasks({ samplesDir: SAMPLES, cacheDir: storage }),
      judge: new StudyJudge(engines),
      inlineCompletion: new InlineCompletion(memento),
      log: vscode.window.createOutputChannel('Baseline Test', { log: true }),
    });
    windows.push(attempts);
    return attempts;
  }

  /** A study in which this person takes part; gives its first task as it is at the moment. */
  async function takePart(
    name: string,
    conditions: Partial<Study> = {},
    within = folder,
  ): Promise<() => StudyTask> {
    const { studies } = await studio();
    const study: Study = {
      ...{ version: 1, name, split: 'complete', minutes: 10, attempts: 2 },
      dataset: { source: 'samples', checksum: studyChecksum(tasks) },
      selection: { kind: 'list', from: 'a test' },
      tasks: tasks.map(({ taskId }) => taskId),
      ...{ runs: { kind: 'tests', limit: 2 }, pauses: true, documentation: true, ai: true },
      ...conditions,
    };
    const path = join(within, `${name}.study.json`);
    await writeJson(path, study);
    await studies.reload();
    const open = studies.find(path);
    assert.ok(open);
    const { checksum } = study.dataset;
    const membership = { path, name, split: study.split, checksum, solver: SOLVER, recorded: true };
    await studies.join(open, membership, tasks);
    return () => studies.findTask(path, study.tasks[0] ?? '') ?? assert.fail();
  }

  async function start(attempts: Attempts, task: StudyTask): Promise<AttemptPlace> {
    await attempts.start(task, BEGINNING);
    const { current } = attempts;
    assert.ok(current);
    await current.show();
    return current.place;
  }

  /** Puts something in the place of the body of the attempt's file; it is not saved. */
  async function write(place: AttemptPlace, body: string): Promise<vscode.TextDocument> {
    const document = await vscode.workspace.openTextDocument(attemptFileOf(place));
    const edit = new vscode.WorkspaceEdit();
    edit.replace(document.uri, document.lineAt(document.lineCount - 2).range, body);
    assert.ok(await vscode.workspace.applyEdit(edit));
    return document;
  }

  async function recordOf(place: AttemptPlace): Promise<Attempt> {
    return attemptOf(await readEvents(attemptRecordOf(place))) ?? assert.fail();
  }

  const solution = (): string => (tasks[0]?.canonicalSolution ?? '').trimEnd();

  it('lets a task be solved: examples, tests, verdict', async () => {
    const attempts = await openWindow();
    const task = await takePart('solved');
    const place = await start(attempts, task());
    assert.equal(task().progress, 'running');
    const file = await vscode.workspace.openTextDocument(attemptFileOf(place));
    assert.equal(file.getText(), `${tasks[0]?.completePrompt ?? ''}    pass\n`);
    await write(place, solution());
    assert.equal((await attempts.runExamples(signal)).status, 'pass');
    assert.equal((await attempts.runTests(signal)).cause, null);
    assert.equal(attempts.testRunsLeft, 1);
    const ended = await attempts.end('submitted');
    assert.equal(ended.progress, 'unjudged');
    assert.equal((await attempts.judge(ended, signal)).progress, 'solved');
    const events = await readEvents(attemptRecordOf(place));
    assert.deepEqual(
      events.map(({ type }) => type).filter((type) => type !== 'tick'),
      ['started', 'pasted', 'ran', 'ran', 'edited', 'submitted', 'judged'],
    );
    assert.deepEqual(await readdir(storage), [], 'neither a lock nor a copy is left');
  });

  it('tells nothing of the tests while attempts are left, and all when none is', async () => {
    const attempts = await openWindow();
    const task = await takePart('failed');
    for (const attempt of [1, 2]) {
      const place = await start(attempts, task());
      assert.equal(place.attempt, attempt);
      const judged = await attempts.judge(await attempts.end('submitted'), signal);
      assert.equal(judged.progress, attempt === 1 ? 'open' : 'failed');
      const { verdict } = await recordOf(place);
      assert.equal(verdict?.calibrated.status, 'fail');
      const told = Object.keys(verdict.calibrated.details).length > 0;
      assert.equal(told, attempt === 2);
    }
    assert.ok(task().decided);
    await assert.rejects(attempts.runTests(signal), /No attempt is at work/);
  });

  it('goes on with time and text where a window was closed', async () => {
    const task = await takePart('closed');
    const first = await openWindow();
    const place = await start(first, task());
    const document = await write(place, '    return 1  # half of it');
    const text = document.getText();
    await eventually(
      first.onDidChange,
      () => (first.current?.account.counted ?? 0) >= 2 || undefined,
    );
    const { account } = first.current ?? assert.fail();
    await first.letGo();
    const { edits } = await recordOf(place);
    // What was not saved is lost to the editor.
    await vscode.window.showTextDocument(document);
    await vscode.commands.executeCommand('workbench.action.files.revert');
    assert.notEqual(document.getText(), text);
    const second = await openWindow();
    assert.equal(attemptFileOf(await start(second, task())), attemptFileOf(place));
    assert.equal(document.getText(), text);
    assert.equal(second.current?.text, text);
    assert.ok(second.current.account.counted >= account.counted);
    const record = await recordOf(place);
    assert.equal(record.end, 'running');
    assert.ok(edits > 0 && record.edits === edits);
  });

  it('is at work in one window only, and can be taken into another', async () => {
    const task = await takePart('windows');
    const first = await openWindow();
    const place = await start(first, task());
    const second = await openWindow();
    await assert.rejects(second.start(task(), BEGINNING), /another window/);
    await second.start(task(), BEGINNING, { force: true });
    await eventually(first.onDidChange, () => (first.current ? undefined : true));
    assert.equal(second.current?.place.attempt, place.attempt);
    const ended = await second.end('gave-up');
    assert.equal(ended.attempts.length, 1);
    const types = (await readEvents(attemptRecordOf(place))).map(({ type }) => type);
    assert.equal(types.filter((type) => type === 'resumed').length, 1);
    assert.equal(types.at(-1), 'gave-up');
  });

  it('takes up what was changed on the disk while no window was at it', async () => {
    const task = await takePart('changed');
    const first = await openWindow();
    // Not shown, so that the second window has to read the file.
    await first.start(task(), BEGINNING);
    const { text, file } = first.current ?? assert.fail();
    await first.letGo();
    const changed = text.replace('pass', 'return 7');
    await writeFile(file.fsPath, changed);
    const second = await openWindow();
    await second.start(task(), BEGINNING);
    assert.equal(second.current?.text, changed);
    const document = await vscode.workspace.openTextDocument(file);
    assert.equal(document.getText(), changed);
  });

  it('begins once where it is started twice', async () => {
    const attempts = await openWindow();
    const task = await takePart('twice');
    await Promise.all([attempts.start(task(), BEGINNING), attempts.start(task(), BEGINNING)]);
    const { place } = attempts.current ?? assert.fail();
    const types = (await readEvents(attemptRecordOf(place))).map(({ type }) => type);
    assert.equal(types.filter((type) => type === 'started').length, 1);
  });

  it('restores its file when it is deleted, with what was written', async () => {
    const attempts = await openWindow();
    const task = await takePart('deleted');
    const place = await start(attempts, task());
    const document = await write(place, '    return 2');
    await document.save();
    await rm(dirname(attemptFileOf(place)), { recursive: true });
    await eventually(attempts.onDidChange, () => existsSync(attemptFileOf(place)) || undefined);
    assert.equal(await readFile(attemptFileOf(place), 'utf8'), attempts.current?.text);
    await attempts.end('submitted');
    const record = await recordOf(place);
    assert.match(record.text ?? '', /return 2/);
    assert.equal(record.edits, 1);
  });

  it('keeps time and text while the disk is full, and writes them when it is not', async () => {
    const attempts = await openWindow();
    const disk = join(folder, 'disk');
    await mkdir(disk);
    const { fill, free, remove } = smallDisk(disk);
    try {
      const task = await takePart('full', {}, disk);
      const place = await start(attempts, task());
      await fill();
      // More than a file's last block has room for.
      await write(place, `    return 3  # ${'x'.repeat(20_000)}`);
      await eventually(attempts.onDidChange, () => attempts.current?.trouble);
      const before = attempts.current?.account.counted ?? 0;
      await eventually(
        attempts.onDidChange,
        () => (attempts.current?.account.counted ?? 0) > before || undefined,
      );
      await free();
      await eventually(attempts.onDidChange, () =>
        attempts.current?.trouble === undefined ? true : undefined,
      );
      await attempts.end('submitted');
      const record = await recordOf(place);
      assert.match(record.text ?? '', /return 3/);
      assert.equal(record.edits, 1);
      assert.ok(record.account.counted > before);
    } finally {
      await remove();
    }
  });

  it('ends by itself when the time is up, with the text as it is', async () => {
    const attempts = await openWindow();
    const task = await takePart('late', { minutes: 0.05, attempts: 1 });
    const place = await start(attempts, task());
    await write(place, '    return 4');
    const late = await new Promise<StudyTask>((resolve) => attempts.onDidTimeOut(resolve));
    assert.equal(late.decided, true);
    const { end, text, account } = await recordOf(place);
    assert.equal(end, 'timed-out');
    assert.match(text ?? '', /return 4/);
    assert.ok(account.counted >= 3 && account.counted < 5, String(account.counted));
  });

  it('hides prompt and file in a pause, in which no time counts', async () => {
    const attempts = await openWindow();
    const task = await takePart('paused');
    const place = await start(attempts, task());
    await write(place, '    return 5');
    const shown = [studyUri(task(), 'prompt'), vscode.Uri.file(attemptFileOf(place))];
    await vscode.commands.executeCommand('vscode.diff', ...shown, 'Prompt and file');
    await attempts.pause();
    const names = vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs.map(({ label }) => label));
    assert.deepEqual(names, []);
    assert.match(await readFile(attemptFileOf(place), 'utf8'), /return 5/);
    const { counted } = attempts.current?.account ?? assert.fail();
    await eventually(
      attempts.onDidChange,
      () => (attempts.current?.account.paused ?? 0) >= 2 || undefined,
    );
    assert.equal(attempts.current?.account.counted, counted);
    await attempts.current.show();
    assert.equal(attempts.current.state, 'running');
    const strict = await takePart('strict', { pauses: false });
    await assert.rejects(attempts.start(strict(), BEGINNING), /You are at/);
  });

  it('counts no time while the task is out of view', async () => {
    const attempts = await openWindow();
    const task = await takePart('away');
    await start(attempts, task());
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    const { counted } = attempts.current?.account ?? assert.fail();
    await eventually(
      attempts.onDidChange,
      () => (attempts.current?.account.away ?? 0) >= 2 || undefined,
    );
    const later = attempts.current?.account.counted ?? 0;
    assert.ok(later - counted < 1, `${String(counted)} to ${String(later)}`);
  });

  it('switches inline completion off where AI is not allowed, and back even after a crash', async () => {
    const inWorkspace = () =>
      vscode.workspace
        .getConfiguration(undefined, { languageId: 'python' })
        .inspect<boolean>(INLINE)?.workspaceLanguageValue;
    const attempts = await openWindow();
    const task = await takePart('no-ai', { ai: false });
    await start(attempts, task());
    assert.equal(inWorkspace(), false);
    await attempts.letGo();
    assert.equal(inWorkspace(), false, 'the attempt goes on after a reload');
    await new InlineCompletion(memento).restore();
    assert.equal(inWorkspace(), undefined);
    const again = await openWindow();
    await start(again, task());
    assert.equal(inWorkspace(), false, 'it goes on');
    await again.end('gave-up');
    assert.equal(inWorkspace(), undefined);
  });
});

interface SmallDisk {
  readonly fill: () => Promise<void>;
  readonly free: () => Promise<void>;
  readonly remove: () => Promise<void>;
}

/** A folder that can be made to take nothing more: a full disk for root, whom permissions do not stop. */
function smallDisk(path: string): SmallDisk {
  const ballast = join(path, 'ballast');
  if (process.getuid?.() !== 0) {
    const folders = async (mode: number): Promise<void> => {
      for (const entry of await readdir(path, { withFileTypes: true, recursive: true })) {
        await chmod(join(entry.parentPath, entry.name), entry.isDirectory() ? mode : mode & 0o666);
      }
    };
    return {
      fill: () => folders(0o555),
      free: () => folders(0o755),
      remove: () => folders(0o755),
    };
  }
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=256k', 'none', path]);
  return {
    fill: async () => {
      await writeFile(ballast, Buffer.alloc(1 << 20)).catch(() => undefined);
    },
    free: () => rm(ballast),
    remove: async () => {
      execFileSync('umount', ['--lazy', path]);
      return Promise.resolve();
    },
  };
}
