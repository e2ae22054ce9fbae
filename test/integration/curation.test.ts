import assert from 'node:assert/strict';
import { copyFile, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as vscode from 'vscode';
import type { CurationEvent } from '../../src/core/curation/events.js';
import { eventNow } from '../../src/core/curation/newEvents.js';
import { recordedText } from '../../src/core/curation/replay.js';
import type { CuratedTask } from '../../src/host/curation/curationProjects.js';
import { changeUri, reportUri } from '../../src/host/curation/recordedTexts.js';
import { openEvent } from '../../src/host/curation/showHistory.js';
import { listeningIn } from './listening.js';
import { command, eventually, studio } from './studio.js';
import { TestProject } from './testProject.js';

const SAMPLES = join(__dirname, '../../samples');

describe('Curation', () => {
  const project = new TestProject('curation');
  const { folder } = project;
  const file = project.path('one');

  before(async () => {
    await project.create('');
    const { datasets } = await studio();
    await command('openSamples');
    const sample = datasets.all.find(({ dataset }) => dataset.source.kind === 'samples');
    const [entry] = sample?.dataset.tasks ?? [];
    assert.ok(entry);
    await copyFile(join(SAMPLES, `${entry.task.taskId}.py`), file);
  });

  after(() => project.remove());

  /** The task as it stands once `holds` is true of it. */
  async function task(holds: (task: CuratedTask) => boolean = () => true): Promise<CuratedTask> {
    const { projects } = await studio();
    return eventually(projects.onDidChange, () => projects.tasks.find((one) => holds(one)));
  }

  const types = ({ record }: CuratedTask): string[] => record.events.map(({ type }) => type);

  it('puts a file that appears, and edits to it, on record with git’s name', async () => {
    const created = await task(({ record }) => record.events.length === 1);
    assert.deepEqual(types(created), ['created']);
    assert.equal(created.record.events[0]?.actor.name, 'Ada');
    const document = await vscode.workspace.openTextDocument(file);
    const edit = new vscode.WorkspaceEdit();
    edit.insert(document.uri, new vscode.Position(0, 0), '# A note.\n');
    await vscode.workspace.applyEdit(edit);
    await document.save();
    const edited = await task(({ record }) => record.events.length === 2);
    assert.deepEqual(types(edited), ['created', 'edited']);
    assert.equal(recordedText(edited.history), await readFile(file, 'utf8'));
  });

  it('runs what gates need and records what they say', async () => {
    const { projects } = await studio();
    const before = await task();
    void command('checkGates', vscode.Uri.file(file));
    const checked = await eventually(projects.onDidChange, () =>
      projects.tasks.find(({ record }) => record.events.at(-1)?.type === 'checked'),
    );
    await vscode.commands.executeCommand('workbench.action.closeQuickOpen');
    const event = checked.record.events.at(-1);
    assert.ok(event?.type === 'checked');
    assert.equal(checked.record.events.length, before.record.events.length + 1);
    assert.equal(event.check?.status, 'pass');
    assert.equal(event.check.branchPercent, 100);
    assert.match(event.environment ?? '', /^Python 3\.\d+\.\d+, packages \w+$/);
    const failed = event.gates.filter(({ outcome }) => outcome !== 'pass');
    // A sample that is open as a dataset has this very task: the twin is all that is wrong with it.
    assert.deepEqual(
      failed.map(({ gate }) => gate),
      ['near-duplicate'],
      JSON.stringify(failed),
    );
  });

  it('keeps comments of a line in the record, with what they suggest', async () => {
    const { projects } = await studio();
    const controller = vscode.comments.createCommentController('test', 'Test');
    try {
      const uri = vscode.Uri.file(file);
      const typed = controller.createCommentThread(uri, new vscode.Range(0, 0, 0, 0), []);
      const text = 'Say more.\n```suggestion\n# A longer note.\n```';
      await command('replyComment', { thread: typed, text });
      const commented = await task((one) => types(one).at(-1) === 'commented');
      const event = commented.record.events.at(-1);
      assert.ok(event?.type === 'commented');
      assert.equal(event.line, 1);
      const { applyDiff } = await import('../../src/core/curation/diffs.js');
      const suggested = applyDiff(commented.text ?? '', event.suggestion ?? '');
      assert.equal(suggested, commented.text?.replace('# A note.', '# A longer note.'));
      assert.equal(recordedText(projects.find(file)?.history ?? assert.fail()), commented.text);
    } finally {
      controller.dispose();
    }
  });

  it('opens what tells most of an event of its history', async () => {
    const { projects, comments, proposals } = await studio();
    const [created] = (await task()).record.events;
    assert.ok(created);
    await projects.append(await task(), {
      ...eventNow({ kind: 'person', name: 'Grace', email: 'grace@example.org' }, ''),
      ...{ text: created.text, type: 'reviewed', verdict: 'return', checklist: {}, covered: {} },
    });
    const reviewed = await task((one) => types(one).at(-1) === 'reviewed');
    const open = async (type: CurationEvent['type']): Promise<CurationEvent> => {
      const event = reviewed.record.events.find((one) => one.type === type);
      assert.ok(event);
      await openEvent(reviewed, event, { comments, proposals });
      return event;
    };
    const edited = await open('edited');
    assert.deepEqual(
      shownDiff(),
      [changeUri(file, created.id), changeUri(file, edited.id)].map(String),
    );
    await open('reviewed');
    assert.deepEqual(shownDiff(), [changeUri(file, created.id), vscode.Uri.file(file)].map(String));
    const checked = await open('checked');
    const { tabGroups } = vscode.window;
    await eventually(tabGroups.onDidChangeTabs, () =>
      tabGroups.all
        .flatMap(({ tabs }) => tabs)
        .find(({ label }) => label === 'Preview one.py Record.md'),
    );
    const report = await vscode.workspace.openTextDocument(reportUri(file, checked.id));
    assert.match(report.getText(), /^# Gates: .* pass\n\none · Ada · /);
    await open('commented');
    assert.equal(vscode.window.activeTextEditor?.document.uri.fsPath, file);
    assert.equal(vscode.window.activeTextEditor.selection.start.line, 0);
  });

  it('refuses a review by an author, before anything is to be read for it', async () => {
    const before = await task();
    for (const name of ['startReview', 'finishReview'] as const) {
      const heard = await listeningIn(async () => command(name, vscode.Uri.file(file)));
      assert.ok(
        heard.some((text) => text.includes('You are an author of one')),
        name,
      );
    }
    assert.equal((await task()).record.events.length, before.record.events.length);
  });

  it('offers to look at the gates before it offers to overrule them', async () => {
    const heard = await listeningIn(
      async () => command('moveTask', vscode.Uri.file(file)),
      (labels) => labels.find((label) => label === 'Refined'),
    );
    const buttons = heard.filter((text) => ['Show Gates', 'Overrule…'].includes(text));
    assert.deepEqual(buttons, ['Show Gates', 'Overrule…']);
    assert.equal((await task()).state.stage, 'draft');
  });

  it('brings a deleted file back', async () => {
    const text = await readFile(file, 'utf8');
    await rm(file);
    const deleted = await task((one) => one.text === undefined);
    assert.equal(recordedText(deleted.history), text);
    await vscode.window.showTextDocument(vscode.Uri.file(join(folder, 'bigcodebench.json')));
    await (await studio()).projects.reload();
    await command('restoreTask', vscode.Uri.file(file));
    assert.equal(await readFile(file, 'utf8'), text);
  });

  it('shows a broken line of a record and goes on', async () => {
    const record = file.replace(/\.py$/, '.events.jsonl');
    await writeFile(record, `${await readFile(record, 'utf8')}{"half":`);
    const broken = await task((one) => one.record.unread.length === 1);
    assert.equal(broken.text, await readFile(file, 'utf8'));
  });
});

/** The sides of the diff that is active. */
function shownDiff(): readonly string[] {
  const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
  assert.ok(input instanceof vscode.TabInputTextDiff);
  return [input.original, input.modified].map(String);
}
