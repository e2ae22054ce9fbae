import assert from 'node:assert/strict';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { studyChecksum, type Study } from '../../src/core/baseline/study.js';
import type { Task } from '../../src/core/task.js';
import type { StudyTask } from '../../src/host/baseline/studies.js';
import {
  attemptFileOf,
  attemptRecordOf,
  readEvents,
} from '../../src/node/baseline/attemptFiles.js';
import { openDataset } from '../../src/node/datasets/openDataset.js';
import { writeJson } from '../../src/node/jsonFile.js';
import { studio } from './studio.js';

const SAMPLES = join(__dirname, '../../samples');
const SOLVER = 'solver-test';
const BEGINNING = { recorded: true, ai_extensions: [] };

describe('Baseline', () => {
  let folder = '';
  let tasks: readonly Task[] = [];

  before(async () => {
    const [workspace] = vscode.workspace.workspaceFolders ?? [];
    assert.ok(workspace, 'the tests run in a folder');
    folder = join(workspace.uri.fsPath, 'baseline');
    await mkdir(folder, { recursive: true });
    const options = { samplesDir: SAMPLES, cacheDir: folder };
    const dataset = await openDataset({ kind: 'samples' }, options);
    tasks = dataset.tasks
      .map(({ task }) => task)
      .filter(({ completePrompt }) => /^\s+>>> /m.test(completePrompt))
      .slice(0, 3);
  });

  afterEach(async () => {
    const { studies, attempts } = await studio();
    await attempts.letGo();
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    for (const membership of studies.memberships) await studies.leave(membership);
  });

  after(async () => {
    await rm(folder, { recursive: true, force: true });
    await (await studio()).studies.reload();
  });

  /** A study of the first samples with examples, of which this person takes part. */
  async function take(name: string, conditions: Partial<Study> = {}): Promise<() => StudyTask> {
    const { studies } = await studio();
    const study: Study = {
      ...{ version: 1, name, split: 'complete', minutes: 10, attempts: 2 },
      dataset: { source: 'samples', checksum: studyChecksum(tasks) },
      selection: { kind: 'list', from: 'a test' },
      tasks: tasks.map(({ taskId }) => taskId),
      ...{ runs: { kind: 'tests', limit: 2 }, pauses: true, documentation: true, ai: true },
      ...conditions,
    };
    const path = join(folder, `${name}.study.json`);
    await writeJson(path, study);
    await studies.reload();
    const open = studies.find(path);
    assert.ok(open);
    const { checksum } = study.dataset;
    await studies.join(
      open,
      { path, name, split: study.split, checksum, solver: SOLVER, recorded: true },
      tasks,
    );
    return () => studies.findTask(path, study.tasks[0] ?? '') ?? assert.fail();
  }

  it('lets a task be solved: examples, tests, verdict, and then the solution', async () => {
    const { attempts, datasets } = await studio();
    await datasets.open({ kind: 'samples' });
    const task = await take('solved');
    await attempts.start(task(), BEGINNING);
    assert.equal(task().progress, 'running');
    await attempts.current?.show();
    const place = attempts.current?.place ?? assert.fail();
    const file = await vscode.workspace.openTextDocument(attemptFileOf(place));
    assert.equal(file.getText(), `${tasks[0]?.completePrompt ?? ''}    pass\n`);
    const edit = new vscode.WorkspaceEdit();
    const last = file.lineAt(file.lineCount - 2);
    edit.replace(file.uri, last.range, (tasks[0]?.canonicalSolution ?? '').trimEnd());
    await vscode.workspace.applyEdit(edit);
    const signal = new AbortController().signal;
    const examples = await attempts.runExamples(signal);
    assert.equal(examples.status, 'pass');
    assert.equal((await attempts.runTests(signal)).cause, null);
    assert.equal(attempts.testRunsLeft, 1);
    const ended = await attempts.end('submitted');
    assert.equal(ended.progress, 'unjudged');
    const judged = await attempts.judge(ended, signal);
    assert.equal(judged.progress, 'solved');
    const events = await readEvents(attemptRecordOf(place));
    const types = events.map(({ type }) => type).filter((type) => type !== 'tick');
    assert.deepEqual(types, ['started', 'pasted', 'ran', 'ran', 'edited', 'submitted', 'judged']);
  });
});
