import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { recordedText, replay } from '../../src/core/curation/replay.js';
import type { InstructionId } from '../../src/core/models/instructions.js';
import type { CuratedTask } from '../../src/host/curation/curationProjects.js';
import { chooseModel } from '../../src/host/curation/proposals/chooseModel.js';
import { draftTasks } from '../../src/host/curation/proposals/draftTasks.js';
import { proposalIdOf } from '../../src/host/curation/proposals/taskProposals.js';
import { readRecord, recordPathOf } from '../../src/node/curation/recordFile.js';
import type { Reaction } from '../unit/modelServer.js';
import { command, studio } from './studio.js';
import { answerOf, TestProject } from './testProject.js';

const KEY = 'sk-a-secret-of-the-integration-tests';

/** One of its two branches is never taken, and the docstring is one that can be said better. */
const FILE = `import statistics
from collections import Counter


def task_func(words):
    """
    Count words and give the mean of the counts.

    Parameters:
    - words (list): The words.

    Returns:
    - float: The mean count, 0.0 without words.

    Requirements:
    - statistics
    - collections

    Example:
    >>> task_func(["a", "b", "a"])
    1.5
    """
    counts = Counter(words)
    if not counts:
        return 0.0
    return float(statistics.mean(counts.values()))


import unittest


class TestCases(unittest.TestCase):
    def test_example(self):
        self.assertEqual(task_func(["a", "b", "a"]), 1.5)
`;
const STRONGER = `${FILE}
    def test_nothing(self):
        self.assertEqual(task_func([]), 0.0)
`;
const REVISED = STRONGER.replace('Count words and', 'Count how often each word occurs and');

describe('Proposals', () => {
  const project = new TestProject('proposals');
  const path = (name: string): string => project.path(name);
  const task = (name: string): Promise<CuratedTask> => project.task(name);
  const serve = (...reactions: Reaction[]) => project.serve(KEY, ...reactions);

  before(() => project.create(FILE, 'mean', 'first', 'second'));
  after(() => project.remove());

  /** Asks the model of the settings, as the command does once it knows what for. */
  async function propose(name: string, instruction: InstructionId): Promise<string> {
    const { proposer, proposals, modelKeys } = await studio();
    const examined = await proposer.examine(await task(name));
    const model = await chooseModel(modelKeys);
    const id = await proposer.propose(examined, { instruction }, model, () => undefined);
    await proposals.refresh();
    return id;
  }

  const activeProposal = (): string | undefined =>
    proposalIdOf(vscode.window.tabGroups.activeTabGroup.activeTab);

  it('opens a model’s answer as a diff, and takes and leaves it hunk by hunk', async () => {
    const server = await serve(answerOf(REVISED));
    const { proposals } = await studio();
    const id = await propose('mean', 'strengthen-tests');
    const proposal = proposals.get(id);
    assert.equal(server.asked[0]?.authorization, `Bearer ${KEY}`);
    assert.match(JSON.stringify(server.asked), /from line 24 .* to line 25/);
    assert.equal(await readFile(path('mean'), 'utf8'), FILE);
    await command('showProposal', vscode.Uri.file(path('mean')));
    assert.equal(activeProposal(), id);
    const { before, after } = proposal.event;
    assert.deepEqual([before?.testsPassed, before?.branchPercent], [1, 50]);
    assert.deepEqual([after?.testsPassed, after?.branchPercent], [2, 100]);
    const failed = (gates: typeof proposal.event.gatesBefore): unknown =>
      gates?.filter(({ outcome }) => outcome === 'fail').map(({ gate }) => gate);
    assert.deepEqual(failed(proposal.event.gatesBefore), ['test-count', 'coverage']);
    assert.deepEqual(failed(proposal.event.gatesAfter), ['test-count']);
    assert.deepEqual(
      proposal.open.map(({ number }) => number),
      [1, 2],
    );
    const shown = vscode.workspace.textDocuments.find(({ uri }) => uri.scheme === 'bcb-proposal');
    assert.ok(shown);
    assert.equal(shown.getText(), REVISED);
    const lenses = await vscode.commands.executeCommand<vscode.CodeLens[]>(
      'vscode.executeCodeLensProvider',
      shown.uri,
    );
    const titles = lenses.map((lens) => lens.command?.title);
    assert.ok(titles.includes('tests 1/1 → 2/2 · branches 50 % → 100 %'), titles.join());
    assert.ok(titles.includes('failing gates 2/8 → 1/8'), titles.join());
    const [checksAt, decisionsAt] = [/^tests/, /Accept$/].map((pattern) =>
      lenses.find((lens) => pattern.test(lens.command?.title ?? '')),
    );
    assert.notEqual(checksAt?.range.start.line, decisionsAt?.range.start.line);
    assert.equal(titles.filter((title) => title === '$(check) Accept').length, 2);

    await command('acceptHunk', { proposal: id, hunk: 2 });
    assert.equal(await readFile(path('mean'), 'utf8'), STRONGER);
    await command('rejectHunk', { proposal: id, hunk: 1 });
    assert.equal(await readFile(path('mean'), 'utf8'), STRONGER);
    assert.deepEqual(proposals.of(path('mean')), []);
    assert.equal(activeProposal(), undefined, 'the diff is closed when nothing is left to decide');

    const { events } = await readRecord(recordPathOf(path('mean')));
    assert.deepEqual(
      events.map(({ type }) => type),
      ['created', 'proposed', 'accepted', 'rejected'],
    );
    assert.equal(recordedText(replay(events)), STRONGER);
    const [, proposed] = events;
    assert.ok(proposed?.type === 'proposed' && proposed.actor.kind === 'model');
    assert.equal(proposed.actor.askedBy.name, 'Ada');
    assert.deepEqual(
      proposed.conversation.map(({ role }) => role),
      ['system', 'user', 'assistant'],
    );
  });

  it('is answered by keys at the cursor, and brings an edit of the file along', async () => {
    const { proposals, proposer } = await studio();
    const id = await proposer.paste(
      await proposer.examine(await task('mean')),
      REVISED.replace('0.0)', '0)'),
      () => undefined,
    );
    await proposals.refresh();
    assert.equal(proposals.get(id).event.actor.kind, 'person');
    await proposals.show(id);
    const document = await vscode.workspace.openTextDocument(path('mean'));
    const edit = new vscode.WorkspaceEdit();
    edit.insert(document.uri, new vscode.Position(0, 0), '# A note.\n');
    await vscode.workspace.applyEdit(edit);
    // The file has unsaved changes: they are saved first, and stay.
    const right = vscode.window.visibleTextEditors.find(
      ({ document: { uri } }) => uri.query === id,
    );
    assert.ok(right);
    right.selection = new vscode.Selection(0, 0, 0, 0);
    await command('nextHunk');
    assert.ok(right.selection.active.line > 0);
    await command('rejectHunk');
    assert.equal(document.isDirty, false);
    await command('acceptHunk');
    const expected = `# A note.\n${STRONGER.replace('0.0)', '0)')}`;
    assert.equal(await readFile(path('mean'), 'utf8'), expected);
    const { record, history } = await task('mean');
    assert.deepEqual(
      record.events.slice(-4).map(({ type }) => type),
      ['proposed', 'edited', 'rejected', 'accepted'],
    );
    assert.equal(recordedText(history), expected);
  });

  it('drafts several tasks in the background', async () => {
    await serve(answerOf(REVISED));
    const { proposals, proposer, modelKeys } = await studio();
    const tasks = [await task('first'), await task('second')];
    const model = await chooseModel(modelKeys);
    const told: string[] = [];
    const wish = { instruction: 'write-tests' } as const;
    const without = await draftTasks(tasks, wish, model, proposer, (what) => told.push(what));
    assert.deepEqual(without, []);
    assert.deepEqual(told, ['1 of 2 done', '2 of 2 done']);
    await proposals.refresh();
    for (const { path } of tasks) assert.equal(proposals.of(path)[0]?.open.length, 2);
    // A proposal is in the record alone, so that a window that opens anew finds it.
    await (await studio()).projects.reload();
    await command('showProposal', vscode.Uri.file(path('second')));
    await command('rejectAllHunks');
    assert.deepEqual(proposals.of(path('second')), []);
    assert.equal(await readFile(path('second'), 'utf8'), FILE);
  });

  it('says what a server does wrong, and keeps the key to itself', async () => {
    await serve({ status: 401, message: `no such key: ${KEY}` });
    const records = async (): Promise<string> => readFile(recordPathOf(path('mean')), 'utf8');
    const before = await records();
    await assert.rejects(propose('mean', 'shorten'), /does not accept the key \(.*…/);
    await serve({ say: ['I would rather not.'] });
    await assert.rejects(propose('mean', 'shorten'), /gave no code but: “I would rather not.”/);
    assert.equal(await records(), before);
    // Beside the workspace lie the logs and settings of this very window.
    assert.deepEqual(await filesWith(join(project.folder, '../..'), KEY), []);
  });
});

/** The files below a folder that have a text. */
async function filesWith(folder: string, text: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const found: string[] = [];
  for (const { parentPath, name } of entries.filter((one) => one.isFile())) {
    const content = await readFile(join(parentPath, name), 'latin1').catch(() => '');
    if (content.includes(text)) found.push(join(parentPath, name));
  }
  return found;
}
