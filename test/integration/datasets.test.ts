/** Datasets that are slow, away for a while or closed meanwhile, each test in a window of its own. */
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import type { DatasetSource } from '../../src/core/dataset.js';
import { CancelledError } from '../../src/core/errors.js';
import { toRow } from '../../src/core/row.js';
import { HiddenTasks } from '../../src/host/baseline/hiddenTasks.js';
import { datasetId, OpenDatasets } from '../../src/host/datasets/openDatasets.js';
import { WorkspaceTasks } from '../../src/host/datasets/workspaceTasks.js';
import { COMMIT, sendJson, serveHub } from '../unit/hubServer.js';
import { aTask, TASK_FILE } from '../unit/tasks.js';
import { mementoOf } from './memento.js';

const REPO = 'made/tasks';
const SOURCE: DatasetSource = { kind: 'huggingface', repo: REPO, revision: 'main' };
const REMEMBERED = 'datasets';

describe('datasets of a window', () => {
  const log = vscode.window.createOutputChannel('Datasets Test', { log: true });
  let folder: string;
  let state: Map<string, unknown>;
  let ending: (() => unknown)[];

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'bcb-datasets-'));
    state = new Map();
    ending = [];
  });
  afterEach(async () => {
    delete process.env['HF_ENDPOINT'];
    for (const end of ending) await end();
    await rm(folder, { recursive: true });
  });

  after(() => {
    log.dispose();
  });

  it('show what was read last, whichever reading ends last', async () => {
    const datasets = openWindow();
    const slow = await serveSlowly('Old/1');
    const older = datasets.open(SOURCE);
    const answer = await slow.asked;
    await serve('New/1', COMMIT.replaceAll('0', 'f'));
    await datasets.open(SOURCE);
    answer();
    assert.deepEqual([...(await older).tasks.keys()], ['New/1']);
    assert.deepEqual([...(datasets.get(datasetId(SOURCE))?.tasks.keys() ?? [])], ['New/1']);
  });

  it('are not shown once they are closed', async () => {
    const datasets = openWindow();
    const slow = await serveSlowly('Old/1');
    const opening = datasets.open(SOURCE);
    const answer = await slow.asked;
    await datasets.close(datasetId(SOURCE));
    answer();
    await assert.rejects(opening, CancelledError);
    assert.deepEqual(datasets.all, []);
  });

  it('are remembered while they cannot be opened, until they are closed', async () => {
    const file = join(folder, 'tasks.jsonl');
    const remembered = ['samples', `hf:${REPO}`, file];
    state.set(REMEMBERED, remembered);
    const slow = await serveSlowly('Old/1');
    const first = openWindow();
    const restoring = first.restore(undefined);
    const answer = await slow.asked;
    assert.deepEqual(first.all.length, 1);
    assert.deepEqual(state.get(REMEMBERED), remembered, 'the window may be closed now');
    answer(503);
    await restoring;
    assert.deepEqual(first.all.length, 1);
    assert.deepEqual(state.get(REMEMBERED), remembered);

    await serve('New/1');
    await writeFile(file, `${JSON.stringify(toRow(aTask()))}\n`);
    const next = openWindow();
    await next.restore(undefined);
    assert.deepEqual(next.all.length, 3);
    await next.close(datasetId(SOURCE));
    assert.deepEqual(state.get(REMEMBERED), ['samples', file]);
  });

  it('of workspace folders go with them', async () => {
    const datasets = openWindow();
    const workspace = workspaceTasks(datasets);
    const [one, other] = await Promise.all([folderWith(TASK_FILE), folderWith(TASK_FILE)]);
    await workspace.open([one, other]);
    assert.deepEqual(pathsOf(datasets), [one.uri.fsPath, other.uri.fsPath]);
    await workspace.open([other]);
    assert.deepEqual(pathsOf(datasets), [other.uri.fsPath]);
    await workspace.open([]);
    assert.deepEqual(datasets.all, []);
  });

  it('of workspace folders stay while a task is half one, and go with the last', async () => {
    const datasets = openWindow();
    const workspace = workspaceTasks(datasets);
    const only = await folderWith(TASK_FILE);
    const file = join(only.uri.fsPath, 'task.py');
    await workspace.open([only]);
    await writeFile(file, TASK_FILE.slice(0, TASK_FILE.indexOf('# The tests')));
    await workspace.open([only]);
    assert.deepEqual(datasets.all[0]?.dataset.refusedCount, 1);
    await rm(file);
    await workspace.open([only]);
    assert.deepEqual(datasets.all, []);
  });

  it('of workspace folders that the user has opened are the user’s to close', async () => {
    const datasets = openWindow();
    const empty = await folderWith('import os\n');
    await datasets.open({ kind: 'folder', path: empty.uri.fsPath });
    const workspace = workspaceTasks(datasets);
    await workspace.open([empty]);
    await workspace.open([]);
    assert.deepEqual(
      datasets.all.map(({ closable }) => closable),
      [true],
    );
  });

  function workspaceTasks(datasets: OpenDatasets): WorkspaceTasks {
    const tasks = new WorkspaceTasks(datasets, log);
    ending.push(() => {
      tasks.dispose();
    });
    return tasks;
  }

  /** A folder of a workspace with one Python file. */
  async function folderWith(text: string): Promise<vscode.WorkspaceFolder> {
    const path = await mkdtemp(join(folder, 'workspace-'));
    await writeFile(join(path, 'task.py'), text);
    return { uri: vscode.Uri.file(path), name: 'made', index: 0 };
  }

  /** What a window keeps stands in `state`, for the next one to find. */
  function openWindow(): OpenDatasets {
    const memento = mementoOf(state);
    const context = {
      extensionUri: vscode.Uri.file(join(__dirname, '../..')),
      globalStorageUri: vscode.Uri.file(folder),
      workspaceState: memento,
    };
    const hidden = new HiddenTasks(memento);
    const datasets = new OpenDatasets(context, hidden, log);
    ending.push(() => vscode.Disposable.from(hidden, datasets).dispose());
    return datasets;
  }

  /** Has Hugging Face, from now on, give a dataset of one task. */
  async function serve(taskId: string, commit = COMMIT) {
    const files = { 'tasks.jsonl': Buffer.from(`${JSON.stringify(toRow(aTask({ taskId })))}\n`) };
    const hub = await serveHub(
      { after: (close) => ending.push(close) },
      { repo: REPO, files, commit },
    );
    process.env['HF_ENDPOINT'] = hub.url;
    return hub;
  }

  /** The same, but the answer to the first request waits; `asked` gives what lets it go. */
  async function serveSlowly(taskId: string) {
    const hub = await serve(taskId);
    const asked = new Promise<(status?: number) => void>((resolve) => {
      hub.intercept = (_, response: ServerResponse) => {
        hub.intercept = () => false;
        resolve((status = 200) => {
          sendJson(response, { _id: '1', id: REPO, sha: COMMIT }, status);
        });
        return true;
      };
    });
    return { asked };
  }
});

function pathsOf(datasets: OpenDatasets): string[] {
  return datasets.all.flatMap(({ dataset: { source } }) =>
    source.kind === 'folder' ? [source.path] : [],
  );
}
