import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as vscode from 'vscode';
import { toRow } from '../../src/core/row.js';
import { COMMANDS, commandId } from '../../src/host/commands.js';
import type { OpenDataset, ShownTask } from '../../src/host/datasets/openDatasets.js';
import { partUri } from '../../src/host/documents/showTask.js';
import { aTask } from '../unit/tasks.js';
import { command, eventually, FIXTURES, recordTestRuns, studio, target, task } from './studio.js';

describe('commands', () => {
  it('are registered exactly as package.json contributes them', async () => {
    await studio();
    const manifest = JSON.parse(
      await readFile(path.resolve(__dirname, '..', '..', 'package.json'), 'utf8'),
    ) as { contributes: { commands: { command: string; title: string }[] } };
    const contributed = manifest.contributes.commands.map((entry) => entry.command).sort();
    assert.deepEqual([...COMMANDS].map(commandId).sort(), contributed);
    const registered = new Set(await vscode.commands.getCommands(true));
    assert.deepEqual(
      contributed.filter((id) => !registered.has(id)),
      [],
    );
  });
});

describe('the samples', () => {
  let samples: OpenDataset;

  before(async () => {
    const { datasets } = await studio();
    await command('openSamples');
    const found = datasets.all.find(({ dataset }) => dataset.source.kind === 'samples');
    assert.ok(found);
    samples = found;
  });

  it('are 21, three for each domain, and none is refused', () => {
    assert.equal(samples.tasks.size, 21);
    assert.deepEqual(samples.dataset.refused, []);
    const folders = [...samples.tasks.keys()].map((id) => id.split('/')[0]);
    const counts = new Map<string | undefined, number>();
    for (const folder of folders) counts.set(folder, (counts.get(folder) ?? 0) + 1);
    assert.deepEqual([...counts.values()], Array<number>(7).fill(3));
  });

  it('show their parts as read-only documents with the right languages', async () => {
    const shown = task(samples, 'general/call_order');
    const solution = await vscode.workspace.openTextDocument(partUri(shown, 'solution'));
    assert.equal(solution.languageId, 'python');
    assert.match(solution.getText(), /^def task_func\(/m);
    const instruct = await vscode.workspace.openTextDocument(partUri(shown, 'instruct'));
    assert.equal(instruct.languageId, 'bigcodebench-instruct');
    assert.equal(vscode.workspace.fs.isWritableFileSystem('bcb'), false);
    await assert.rejects(
      Promise.resolve(vscode.workspace.fs.writeFile(solution.uri, new Uint8Array())),
    );
  });

  it('have a code lens at the function and at every test method', async () => {
    const shown = task(samples, 'general/call_order');
    const lensesOf = async (part: 'solution' | 'tests'): Promise<vscode.CodeLens[]> => {
      const uri = partUri(shown, part);
      await vscode.workspace.openTextDocument(uri);
      return vscode.commands.executeCommand('vscode.executeCodeLensProvider', uri);
    };
    const solution = await lensesOf('solution');
    assert.deepEqual(
      solution.map((lens) => lens.command?.title.replace(/^\$\(.*\) /, '')),
      ['Run', 'Coverage', 'Preview Prompts'],
    );
    const document = await vscode.workspace.openTextDocument(partUri(shown, 'tests'));
    for (const lens of await lensesOf('tests')) {
      assert.match(document.lineAt(lens.range.start.line).text, /^ {4}def test_/);
    }
  });

  it('pass when run, and the Testing view hears of each test method', async () => {
    const { tests, verdicts } = await studio();
    const shown = task(samples, 'general/call_order');
    const record = await recordTestRuns(tests.controller, () => command('runTask', target(shown)));
    assert.equal(verdicts.get(shown)?.status, 'pass');
    assert.equal(record.passed.filter((id) => id.startsWith('test_')).length, 9);
    assert.deepEqual(record.failed, []);
  });
});

describe('the fixture tasks', () => {
  let fixtures: OpenDataset;

  before(async () => {
    const { datasets } = await studio();
    fixtures = await datasets.open({ kind: 'folder', path: FIXTURES });
  });

  it('report a failing test at its line in the task file, with the frames to it', async () => {
    const { tests } = await studio();
    const shown = task(fixtures, 'failing_test');
    const record = await recordTestRuns(tests.controller, () => command('runTask', target(shown)));
    const document = await vscode.workspace.openTextDocument(fileOf(shown));
    const lineOf = (id: string): string => {
      const location = record.messages.get(id)?.[0]?.location;
      assert.ok(location, `${id} has no located message`);
      assert.equal(location.uri.fsPath, document.uri.fsPath);
      return document.lineAt(location.range.start.line).text.trim();
    };
    assert.equal(lineOf('test_expects_too_much'), 'self.assertEqual(task_func("a"), {})');
    // An exception within the solution is shown where it was raised; the test is one frame out.
    assert.equal(
      lineOf('test_raises_inside_the_solution'),
      'words = re.findall(r"\\w+", text.lower())',
    );
    const frames = record.messages.get('test_raises_inside_the_solution')?.[0]?.stackTrace;
    assert.deepEqual(
      frames?.map(({ label }) => label),
      ['task_func', 'test_raises_inside_the_solution'],
    );
  });

  it('run one test method alone without changing the verdict on the task', async () => {
    const { tests, verdicts } = await studio();
    const shown = task(fixtures, 'failing_test');
    const before = verdicts.get(shown);
    const record = await recordTestRuns(tests.controller, () =>
      command('runTask', { ...target(shown), method: 'test_counts_words' }),
    );
    assert.deepEqual(
      record.passed.filter((id) => id.startsWith('test_')),
      ['test_counts_words'],
    );
    assert.deepEqual(verdicts.get(shown), before);
  });

  it('keep the output of a test with that test', async () => {
    const { tests } = await studio();
    const shown = task(fixtures, 'missed_branch');
    const record = await recordTestRuns(tests.controller, () => command('runTask', target(shown)));
    assert.match(record.output.get('test_one_number') ?? '', /one number is its own mean/);
  });

  it('mark a missed branch at its line, with where it would have gone', async () => {
    const { tests } = await studio();
    const shown = task(fixtures, 'missed_branch');
    const record = await recordTestRuns(tests.controller, () =>
      command('coverTask', target(shown)),
    );
    const [coverage] = record.coverage;
    assert.ok(coverage);
    assert.deepEqual([coverage.branchCoverage?.covered, coverage.branchCoverage?.total], [3, 4]);
    const details = await record.details(coverage);
    const missed = details
      .filter((detail) => detail instanceof vscode.StatementCoverage)
      .flatMap(({ branches }) => branches)
      .filter(({ executed }) => executed === false);
    const document = await vscode.workspace.openTextDocument(fileOf(shown));
    const [branch] = missed;
    assert.equal(missed.length, 1);
    assert.ok(branch?.location instanceof vscode.Position);
    assert.equal(document.lineAt(branch.location.line).text.trim(), 'if mean > limit:');
    assert.match(branch.label ?? '', /^to line \d+: mean = float\(limit\)$/);
  });

  it('leave what had not begun as it was when the runs are stopped', async () => {
    const { tests, verdicts } = await studio();
    const endless = task(fixtures, 'endless_loop');
    const record = await recordTestRuns(tests.controller, async () => {
      const running = command('runShown');
      await eventually(verdicts.onDidChange, () => verdicts.isRunning(endless) || undefined);
      await command('stopRuns');
      await running;
    });
    assert.equal(verdicts.get(endless), undefined);
    // VS Code would mark what waits as skipped, and hide what was known of it.
    assert.deepEqual(record.waitingOrSkipped, []);
  });

  it('run the text in the editor, saved or not', async () => {
    const { tests } = await studio();
    const shown = task(fixtures, 'failing_test');
    const document = await vscode.workspace.openTextDocument(fileOf(shown));
    const edit = new vscode.WorkspaceEdit();
    const wrong = document.getText().indexOf('{})');
    edit.replace(
      document.uri,
      new vscode.Range(document.positionAt(wrong), document.positionAt(wrong + 2)),
      "{'a': 1}",
    );
    await vscode.workspace.applyEdit(edit);
    const record = await recordTestRuns(tests.controller, () => command('runTask', target(shown)));
    assert.ok(record.passed.includes('test_expects_too_much'));
    await vscode.window.showTextDocument(document);
    await vscode.commands.executeCommand('workbench.action.files.revert');
  });
});

describe('the workspace', () => {
  it('shows its task files as a dataset, follows their changes, and lets go of them', async () => {
    const { datasets } = await studio();
    const [folder] = vscode.workspace.workspaceFolders ?? [];
    assert.ok(folder);
    const file = vscode.Uri.joinPath(folder.uri, 'word_count.py');
    const text = await readFile(path.join(FIXTURES, 'failing_test.py'), 'utf8');
    const find = (): ShownTask | undefined => datasets.findFile(file.fsPath);

    await vscode.workspace.fs.writeFile(file, Buffer.from(text));
    const shown = await eventually(datasets.onDidChange, find);
    assert.equal(shown.entry.task.taskId, 'word_count');
    assert.equal(shown.dataset.closable, false);

    await vscode.workspace.fs.writeFile(file, Buffer.from(text.replace('Counts', 'Tells')));
    await eventually(datasets.onDidChange, () =>
      find()?.entry.task.completePrompt.includes('Tells') === true ? true : undefined,
    );

    await vscode.workspace.fs.delete(file);
    await eventually(datasets.onDidChange, () => (find() ? undefined : true));
  });
});

describe('the tree', () => {
  it('groups, filters and finds tasks', async () => {
    const { arrangement, view, datasets } = await studio();
    await command('openSamples');
    await command('groupByLibrary');
    assert.equal(arrangement.grouping, 'library');
    await command('filterTasks', 'lib:pandas');
    const ids = view.shownTasks.map(({ entry }) => entry.task.taskId);
    assert.ok(ids.includes('computation/loan_schedule'));
    assert.ok(view.shownTasks.every(({ entry }) => entry.task.libs.includes('pandas')));
    await command('clearFilter');
    assert.equal(view.shownTasks.length, datasets.taskCount);
    const [first] = view.shownTasks;
    assert.ok(first);
    assert.equal(await view.reveal(first), true);
  });

  it('keeps its nodes, and so selection and expansion, when verdicts arrive', async () => {
    const { view, verdicts, datasets } = await studio();
    const samples = datasets.all.find(({ dataset }) => dataset.source.kind === 'samples');
    assert.ok(samples);
    const before = view.getChildren().map(({ id }) => id);
    const shown = task(samples, 'time/billing_dates');
    await command('runTask', target(shown));
    await eventually(verdicts.onDidChange, () => verdicts.get(shown));
    assert.deepEqual(
      view.getChildren().map(({ id }) => id),
      before,
    );
  });
});

describe('what was refused of a dataset', () => {
  it('is listed in a document of its own, with nothing to save', async () => {
    const { datasets } = await studio();
    const folder = await mkdtemp(path.join(tmpdir(), 'bigcodebench-refused-'));
    const file = path.join(folder, 'some.jsonl');
    await writeFile(
      file,
      `${JSON.stringify(toRow(aTask({ taskId: 'Made/1' })))}\n{"task_id": 7}\n`,
    );
    const opened = await datasets.open({ kind: 'file', path: file });
    try {
      await command('showRefused');
      const document = vscode.window.activeTextEditor?.document;
      assert.equal(document?.uri.scheme, 'bcb-refused');
      assert.match(document.getText(), /^some\.jsonl: .*\n\n.*some\.jsonl:2: /);
      assert.equal(document.isUntitled, false);
    } finally {
      await vscode.commands.executeCommand('workbench.action.closeActiveEditor');
      await datasets.close(opened.id);
      await rm(folder, { recursive: true });
    }
  });
});

function fileOf({ entry }: ShownTask): vscode.Uri {
  assert.ok(entry.path);
  return vscode.Uri.file(entry.path);
}
