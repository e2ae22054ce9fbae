/** Task files in the middle of an edit: for a while they are no tasks. */
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as vscode from 'vscode';
import type { OpenDataset } from '../../src/host/datasets/openDatasets.js';
import { command, FIXTURES, recordTestRuns, studio, task } from './studio.js';

const DEFINITION = 'def task_func(text):\n';
/** Before the docstring, which is none then: the file has no prompt. */
const STATEMENT = '    text = str(text)\n';
const LAST_TEST = '    def test_raises_inside_the_solution';

describe('a task file in the middle of an edit', () => {
  let folder: string;
  let dataset: OpenDataset;
  let document: vscode.TextDocument;

  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'bcb-editing-'));
    const text = await readFile(path.join(FIXTURES, 'failing_test.py'), 'utf8');
    for (const name of ['edited.py', 'other.py']) await writeFile(path.join(folder, name), text);
    const { datasets } = await studio();
    dataset = await datasets.open({ kind: 'folder', path: folder });
    document = await vscode.workspace.openTextDocument(path.join(folder, 'edited.py'));
  });

  afterEach(async () => {
    await vscode.window.showTextDocument(document);
    await vscode.commands.executeCommand('workbench.action.files.revert');
  });

  after(async () => {
    const { datasets } = await studio();
    await datasets.close(dataset.id);
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await rm(folder, { recursive: true });
  });

  async function insert(text: string, offset: number): Promise<void> {
    assert.ok(offset >= 0);
    const edit = new vscode.WorkspaceEdit();
    edit.insert(document.uri, document.positionAt(offset), text);
    assert.ok(await vscode.workspace.applyEdit(edit));
  }
  const breakPrompt = (): Promise<void> =>
    insert(STATEMENT, document.getText().indexOf(DEFINITION) + DEFINITION.length);

  it('is reported by a run, which runs the others', async () => {
    const { tests, verdicts } = await studio();
    await breakPrompt();
    const node = await datasetNode();
    const record = await recordTestRuns(tests.controller, () => command('runTask', node));
    const [said] = record.messages.get('edited') ?? [];
    assert.ok(typeof said?.message === 'string');
    assert.match(said.message, /docstring/);
    assert.equal(verdicts.get(task(dataset, 'edited')), undefined);
    assert.equal(verdicts.get(task(dataset, 'other'))?.status, 'fail');
    assert.ok(record.passed.includes('test_counts_words'));
  });

  it('is reported by a run of its examples', async () => {
    const { tests, examples } = await studio();
    const shown = task(dataset, 'edited');
    const docstring = await examples.resolve(shown);
    assert.ok(docstring);
    await breakPrompt();
    const [profile] = await profilesUsed(() => command('runTask', docstring.item.uri));
    assert.ok(profile);
    const request = new vscode.TestRunRequest([docstring.item], undefined, profile);
    const { token } = new vscode.CancellationTokenSource();
    const record = await recordTestRuns(tests.controller, async () => {
      await profile.runHandler(request, token);
    });
    assert.deepEqual(record.failed, [docstring.item.id]);
  });

  it('keeps no examples of other tasks from being run', async () => {
    const { tests } = await studio();
    await breakPrompt();
    const node = await datasetNode();
    const record = await recordTestRuns(tests.controller, () => command('runExamples', node));
    assert.ok(record.passed.includes(`${dataset.id}/other`));
  });

  it('keeps its code lenses but those of its tests, and nothing goes wrong unheard', async () => {
    const unheard: unknown[] = [];
    const hear = (reason: unknown): void => {
      unheard.push(reason);
    };
    process.on('unhandledRejection', hear);
    await breakPrompt();
    const lenses = await vscode.commands.executeCommand<vscode.CodeLens[]>(
      'vscode.executeCodeLensProvider',
      document.uri,
    );
    process.off('unhandledRejection', hear);
    assert.deepEqual(
      lenses.map((lens) => lens.command?.title.replace(/^\$\(.*\) /, '')),
      ['Run', 'Coverage', 'Preview Prompts'],
    );
    assert.deepEqual(unheard, []);
  });

  it('has its tests in the order of the text, those that were inserted too', async () => {
    const { tests } = await studio();
    const shown = task(dataset, 'edited');
    await tests.resolveMethods(shown);
    const inserted = '    def test_inserted(self):\n        pass\n\n';
    await insert(inserted, document.getText().indexOf(LAST_TEST));
    await tests.resolveMethods(shown);
    const items = [...(tests.taskItem(shown)?.children ?? [])].map(([, item]) => item);
    const sorted = items.toSorted((a, b) => (a.sortText ?? '').localeCompare(b.sortText ?? ''));
    assert.deepEqual(
      sorted.map(({ id }) => id),
      [
        'test_counts_words',
        'test_expects_too_much',
        'test_inserted',
        'test_raises_inside_the_solution',
      ],
    );
    assert.equal(new Set(items.map(({ sortText }) => sortText)).size, items.length);
  });

  /** All the tasks, as the tree has them. */
  async function datasetNode(): Promise<unknown> {
    const { view } = await studio();
    return view.getChildren().find(({ id }) => id === dataset.id);
  }

  /** The profiles of the runs that `work` starts. */
  async function profilesUsed(work: () => Thenable<unknown>): Promise<vscode.TestRunProfile[]> {
    const { controller } = (await studio()).tests;
    const profiles: vscode.TestRunProfile[] = [];
    const create = controller.createTestRun.bind(controller);
    controller.createTestRun = (request, ...rest) => {
      if (request.profile) profiles.push(request.profile);
      return create(request, ...rest);
    };
    try {
      await work();
    } finally {
      controller.createTestRun = create;
    }
    return profiles;
  }
});
