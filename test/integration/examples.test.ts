/** The examples of docstrings, run in the editor. */
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { ShownTask } from '../../src/host/datasets/openDatasets.js';
import { partUri } from '../../src/host/documents/showTask.js';
import { command, FIXTURES, recordTestRuns, studio, target, task } from './studio.js';

describe('docstring examples', () => {
  let shown: ShownTask;
  let file: vscode.Uri;

  before(async () => {
    const { datasets } = await studio();
    const fixtures = await datasets.open({ kind: 'folder', path: FIXTURES });
    shown = task(fixtures, 'wrong_examples');
    assert.ok(shown.entry.path);
    file = vscode.Uri.file(shown.entry.path);
  });
  after(async () => {
    const { datasets } = await studio();
    await datasets.close(shown.dataset.id);
  });

  it('are told apart: true, mismatched with both outputs, raising; each at its line', async () => {
    const { tests } = await studio();
    const record = await recordTestRuns(tests.controller, () =>
      command('runExamples', target(shown)),
    );
    const docstring = `${shown.dataset.id}/wrong_examples`;
    assert.deepEqual(record.passed, ['1', '2']);
    assert.deepEqual(record.failed, ['3', '4', docstring]);
    assert.match(record.output.get('1') ?? '', /the docstring shows no output to compare/);
    const [mismatch] = record.messages.get('3') ?? [];
    const [raised] = record.messages.get('4') ?? [];
    assert.equal(mismatch?.message, 'Expected 2.0, got 1.5');
    assert.deepEqual([mismatch.expectedOutput, mismatch.actualOutput], ['2.0\n', '1.5\n']);
    assert.ok(typeof raised?.message === 'string');
    assert.match(raised.message, /^json.decoder.JSONDecodeError: /);
    const document = await vscode.workspace.openTextDocument(file);
    const lines = [mismatch, raised].map((message) => {
      assert.equal(message.location?.uri.fsPath, file.fsPath);
      return document.lineAt(message.location.range.start.line).text.trim();
    });
    assert.deepEqual(lines, ['>>> task_func("[1, 2]")', '>>> task_func("[1,")']);
  });

  it('leave the verdict on the task and the marks of its tests as they are', async () => {
    const { tests, verdicts } = await studio();
    await recordTestRuns(tests.controller, () => command('coverTask', target(shown)));
    const before = verdicts.get(shown);
    assert.equal(before?.status, 'pass');
    await command('runExamples', target(shown));
    assert.deepEqual(verdicts.get(shown), before);
  });

  it('stand below a root of their own, and running everything leaves them out', async () => {
    const { tests, examples } = await studio();
    await command('runExamples', target(shown));
    const root = tests.controller.items.get('examples');
    assert.equal(root?.label, 'Docstring Examples');
    const taskItem = tests.taskItem(shown);
    assert.ok(taskItem);
    for (const [id] of taskItem.children) assert.match(id, /^test_/);
    const everything = new vscode.TestRunRequest();
    assert.ok(tests.selected(everything).length > 0);
    assert.deepEqual(examples.selected(everything), []);
    const named = new vscode.TestRunRequest([root]);
    assert.ok(examples.selected(named).some(({ entry }) => entry.path === shown.entry.path));
    assert.deepEqual(tests.selected(named), []);
  });

  it('have a code lens at the first of them, where the prompt is', async () => {
    const { datasets } = await studio();
    await command('openSamples');
    const samples = datasets.all.find(({ dataset }) => dataset.source.kind === 'samples');
    assert.ok(samples);
    const prompt = partUri(task(samples, 'general/call_order'), 'complete');
    for (const uri of [file, prompt]) {
      const document = await vscode.workspace.openTextDocument(uri);
      const lenses = await vscode.commands.executeCommand<vscode.CodeLens[]>(
        'vscode.executeCodeLensProvider',
        uri,
      );
      const own = lenses.filter(({ command: lens }) => lens?.title.endsWith('Run Examples'));
      assert.equal(own.length, 1);
      const first = document
        .getText()
        .split('\n')
        .findIndex((line) => line.includes('>>>'));
      assert.equal(own[0]?.range.start.line, first);
    }
  });
});
