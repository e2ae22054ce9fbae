/** What can befall a curation project while a window is open on it: nothing of it may be lost. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { appendFile, chmod, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { messageOf } from '../../src/core/errors.js';
import { recordedText } from '../../src/core/curation/replay.js';
import { CurationProjects, type CuratedTask } from '../../src/host/curation/curationProjects.js';
import { recordPathOf } from '../../src/node/curation/recordFile.js';
import { listeningIn } from './listening.js';
import { command, eventually, studio } from './studio.js';
import { TestProject } from './testProject.js';

const FILE = `import json
import math


def task_func(numbers):
    """
    Round numbers up.

    Parameters:
    - numbers (list): Numbers.

    Returns:
    - str: The rounded numbers as JSON.

    Requirements:
    - json
    - math

    Example:
    >>> task_func([0.5])
    '[1]'
    """
    return json.dumps([math.ceil(number) for number in numbers])


import unittest


class TestCases(unittest.TestCase):
    def test_example(self):
        self.assertEqual(task_func([0.5]), "[1]")
`;
const ADDED = `
    def test_nothing(self):
        self.assertEqual(task_func([]), "[]")
`;
const NOBODY = 65_534;

describe('A curation project in trouble', () => {
  const project = new TestProject('trouble');
  const { folder } = project;
  const file = project.path('up');

  beforeEach(() => project.create(FILE, 'up'));
  afterEach(() => project.remove());

  async function task(holds: (task: CuratedTask) => boolean = () => true): Promise<CuratedTask> {
    const { projects } = await studio();
    return eventually(projects.onDidChange, () => {
      const found = projects.find(file);
      return found && holds(found) ? found : undefined;
    });
  }

  /** What the Curation view says beside the task. */
  async function description(): Promise<unknown> {
    const { curation } = await studio();
    const stages = curation.getChildren();
    const tasks = stages.flatMap((stage) => curation.getChildren(stage));
    const node = tasks.find((one) => 'task' in one && one.task.path === file);
    assert.ok(node);
    return curation.getTreeItem(node).description;
  }

  async function propose(text: string): Promise<string> {
    const { proposer, proposals } = await studio();
    const id = await proposer.paste(await proposer.examine(await task()), text, () => undefined);
    await proposals.refresh();
    return id;
  }

  it('keeps what another program wrote while a proposal was open', async () => {
    const id = await propose(FILE + ADDED);
    // Accepted at once, before any watcher can have told of it.
    await writeFile(file, FILE.replace('Round numbers up.', 'Round each number up.'));
    const { proposals } = await studio();
    await proposals.accept(id);
    const expected = FILE.replace('Round numbers up.', 'Round each number up.') + ADDED;
    assert.equal(await readFile(file, 'utf8'), expected);
    const { history, record } = await task((one) => one.record.events.length === 4);
    assert.equal(recordedText(history), expected);
    assert.deepEqual(
      record.events.map(({ type }) => type),
      ['created', 'proposed', 'edited', 'accepted'],
    );
  });

  it('keeps a proposal while its task is deleted, and until it is back', async () => {
    const id = await propose(FILE + ADDED);
    await rm(file);
    const { proposals } = await studio();
    await task((one) => one.text === undefined);
    await proposals.refresh();
    assert.deepEqual(proposals.of(file), []);
    assert.match(String(await description()), /deleted/);
    await assert.rejects(proposals.accept(id), /Nothing of this proposal is open/);
    await command('restoreTask', vscode.Uri.file(file));
    await proposals.refresh();
    await proposals.accept(id);
    assert.equal(await readFile(file, 'utf8'), FILE + ADDED);
  });

  it('assigns the tasks of a stage whose files are there, and names the others', async () => {
    const { curation, projects } = await studio();
    const other = project.path('down');
    await writeFile(other, FILE.replace('Round numbers up.', 'Round numbers down.'));
    await eventually(projects.onDidChange, () => projects.find(other));
    await rm(file);
    await task((one) => one.text === undefined);
    const drafts = curation.getChildren().find((node) => 'stage' in node && node.stage === 'draft');
    const heard = await listeningIn(
      async () => command('assignTask', drafts),
      (labels) => labels.find((label) => label === 'Ada'),
    );
    assert.ok(heard.includes('Assign down'), heard.join());
    assert.ok(heard.some((said) => said.startsWith('Not assigned') && said.endsWith(' up.')));
    assert.equal(projects.find(other)?.state.assignee?.name, 'Ada');
  });

  it('shows a damaged record and goes on with it', async () => {
    const record = recordPathOf(file);
    const damaged = (await readFile(record, 'utf8')).slice(0, -60);
    await writeFile(record, `${damaged}\n`);
    const { record: read, history } = await task(
      (one) => one.record.unread.length === 1 && one.record.events.length === 1,
    );
    assert.match(String(await description()), /damaged record/);
    assert.ok((await readFile(record, 'utf8')).startsWith(damaged));
    assert.equal(recordedText(history), FILE);
    assert.equal(read.unread[0]?.line, 1);
  });

  it('leaves a record of a newer version alone, and says so', async () => {
    const record = recordPathOf(file);
    await appendFile(record, '{"version":2,"id":"made","type":"edited"}\n');
    await task((one) => one.record.unread.some(({ isNewer }) => isNewer));
    assert.match(String(await description()), /newer record/);
    const before = await readFile(record, 'utf8');
    await writeFile(file, FILE + ADDED);
    await task((one) => one.text === FILE + ADDED);
    assert.equal(await readFile(record, 'utf8'), before);
  });

  it('shows where a file stops being UTF-8, leaves it as it is, and goes on with the others', async () => {
    const other = project.path('down');
    await writeFile(other, FILE.replace('Round numbers up.', 'Round numbers down.'));
    const before = (await task()).record.events.length;
    const bytes = Buffer.from(FILE.replace('Round numbers up.', 'Round up, déjà.'), 'latin1');
    await writeFile(file, bytes);
    const { refusal } = await task((one) => one.refusal !== undefined);
    assert.equal(refusal?.line, 7);
    assert.match(refusal.reason, /^not UTF-8: byte 0xE9 at offset \d+\. Save the file as UTF-8\.$/);
    assert.match(String(await description()), /not UTF-8/);
    const { projects, proposer } = await studio();
    const sound = await eventually(projects.onDidChange, () => projects.find(other));
    assert.equal(recordedText(sound.history), sound.text);
    const problems = (): vscode.Diagnostic[] =>
      vscode.languages
        .getDiagnostics(vscode.Uri.file(file))
        .filter(({ code }) => code === 'refused');
    assert.deepEqual(
      problems().map(({ range }) => range.start.line),
      [6],
    );
    await command('restoreTask', vscode.Uri.file(file));
    // An editor has no sign for the bytes, and would save another in their place.
    const { document } = await vscode.window.showTextDocument(vscode.Uri.file(file));
    const edit = new vscode.WorkspaceEdit();
    edit.insert(document.uri, new vscode.Position(0, 0), '# A note.\n');
    await vscode.workspace.applyEdit(edit);
    await assert.rejects(proposer.examine(await task()), /up\.py:7: not UTF-8/);
    assert.ok(document.isDirty);
    assert.deepEqual(await readFile(file), bytes);
    assert.equal((await task()).record.events.length, before);
    await vscode.commands.executeCommand('workbench.action.files.revert');
    await writeFile(file, bytes.toString('latin1'));
    const { history } = await task((one) => one.record.events.length === before + 1);
    assert.equal(recordedText(history), bytes.toString('latin1'));
    assert.deepEqual(problems(), []);
  });

  it('waits while a merge has left two versions in the file', async () => {
    const before = (await task()).record.events.length;
    const other = 'Take the ceiling of numbers.';
    const both = `<<<<<<< HEAD\n    Round numbers up.\n=======\n    ${other}\n>>>>>>> other`;
    await writeFile(file, FILE.replace('    Round numbers up.', both));
    const { record } = await task((one) => one.text?.includes('<<<<<<<') === true);
    assert.equal(record.events.length, before);
    assert.match(String(await description()), /merge conflict/);
    const resolved = FILE.replace('Round numbers up.', other);
    await writeFile(file, resolved);
    const { history } = await task((one) => one.record.events.length === before + 1);
    assert.equal(recordedText(history), resolved);
  });

  it('can be looked at where nothing may be written, and changes nothing there', async () => {
    const id = await propose(FILE + ADDED);
    const { projects, proposals } = await studio();
    await readOnly(async () => {
      await assert.rejects(proposals.accept(id), /cannot be written/);
      assert.equal(projects.find(file)?.text, FILE);
      assert.equal(await readFile(file, 'utf8'), FILE);
      assert.equal(proposals.of(file).length, 1);
    });
    await proposals.accept(id);
    assert.equal(await readFile(file, 'utf8'), FILE + ADDED);
  });

  it('leaves a comment where it was typed while it cannot be put on record', async () => {
    const uri = vscode.Uri.file(file);
    let isOpen = true;
    const thread = {
      ...{ uri, range: new vscode.Range(0, 0, 0, 0) },
      dispose: () => (isOpen = false),
    };
    const reply = (): Thenable<unknown> => command('replyComment', { thread, text: 'Say more.' });
    const before = (await task()).record.events.length;
    // VS Code empties the box of a command that does not fail.
    const said = await listeningIn(() =>
      readOnly(async () => assert.rejects(Promise.resolve(reply()))),
    );
    assert.ok(said.some((text) => text.includes('cannot be written')));
    assert.ok(isOpen);
    await reply();
    assert.ok(!isOpen);
    assert.equal((await task()).record.events.length, before + 1);
  });

  it('is told of once where its file cannot be read, and again when it breaks anew', async () => {
    const told: string[] = [];
    const projects = new CurationProjects((error) => told.push(messageOf(error)));
    const settings = join(folder, 'bigcodebench.json');
    const whole = await readFile(settings, 'utf8');
    try {
      for (const text of ['{', '{', whole, '{']) {
        await writeFile(settings, text);
        await projects.reload();
      }
    } finally {
      projects.dispose();
    }
    assert.equal(told.length, 2, told.join('\n'));
    assert.ok(told.every((message) => message.includes(settings)));
  });

  /** Does work while nothing of the project may be written. */
  async function readOnly(work: () => Promise<unknown>): Promise<void> {
    const isRoot = process.getuid?.() === 0;
    const tasks = join(folder, 'tasks');
    const forbid = async (isForbidden: boolean): Promise<void> => {
      if (!isForbidden && isRoot) process.seteuid?.(0);
      if (isRoot) {
        // The workspace lies in a folder of the tests' own, and git reads what is one's own.
        await chmod(join(folder, '../..'), 0o755);
        execFileSync('chown', ['-R', String(isForbidden ? NOBODY : 0), folder]);
      }
      await chmod(tasks, isForbidden ? 0o555 : 0o755);
      for (const one of [file, recordPathOf(file)]) await chmod(one, isForbidden ? 0o444 : 0o644);
      // Root may write everywhere.
      if (isForbidden && isRoot) process.seteuid?.(NOBODY);
    };
    await forbid(true);
    try {
      await work();
    } finally {
      await forbid(false);
    }
  }
});
