/** Reviews and cross-checks by somebody else than the author. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import * as vscode from 'vscode';
import type { CurationEvent } from '../../src/core/curation/events.js';
import { textHash } from '../../src/core/curation/diffs.js';
import { eventNow } from '../../src/core/curation/newEvents.js';
import { ReviewComments } from '../../src/host/curation/reviews/reviewComments.js';
import type { CurationProjects } from '../../src/host/curation/curationProjects.js';
import { listeningIn } from './listening.js';
import { command, eventually, studio } from './studio.js';
import { TestProject } from './testProject.js';

const SOLUTION = '    return math.ceil(number)\n';
const FILE = `import math


def task_func(number):
    """
    Round a number up.

    Parameters:
    - number (float): The number.

    Returns:
    - int: The next integer.

    Requirements:
    - math

    Example:
    >>> task_func(0.5)
    1
    """
${SOLUTION}

import unittest


class TestCases(unittest.TestCase):
    def test_example(self):
        self.assertEqual(task_func(0.5), 1)
`;

describe('Somebody else than the author', () => {
  const project = new TestProject('reviews');

  beforeEach(async () => {
    await project.create(FILE, 'a_b');
    await mkdir(dirname(project.path('a/b')));
    await writeFile(project.path('a/b'), FILE);
    for (const taskId of ['a_b', 'a/b']) await taskWith(taskId, FILE);
    become('Grace');
  });
  afterEach(() => project.remove());

  function become(name: string): void {
    for (const [key, value] of [
      ['user.name', name],
      ['user.email', `${name.toLowerCase()}@example.org`],
    ] as const) {
      execFileSync('git', ['config', key, value], { cwd: project.folder });
    }
  }

  /** Once what a task file holds is known. */
  async function taskWith(taskId: string, text: string) {
    const { projects } = await studio();
    return eventually(projects.onDidChange, () => {
      const task = projects.find(project.path(taskId));
      return task?.text === text && task.record.events.length > 0 ? task : undefined;
    });
  }

  /** Its author gives a task file another text. */
  async function change(taskId: string, text: string): Promise<void> {
    become('Ada');
    await writeFile(project.path(taskId), text);
    await taskWith(taskId, text);
    become('Grace');
  }

  async function begin(taskId: string): Promise<vscode.TextDocument> {
    await command('startCrossCheck', vscode.Uri.file(project.path(taskId)));
    return vscode.window.activeTextEditor?.document ?? assert.fail('nothing was opened');
  }

  /** Solves what is shown, as far as it is given. */
  async function solve(document: vscode.TextDocument, solution: string): Promise<void> {
    const edit = new vscode.WorkspaceEdit();
    const start = document.getText().lastIndexOf('    pass\n');
    assert.ok(start > 0);
    const range = new vscode.Range(document.positionAt(start), document.positionAt(start + 9));
    edit.replace(document.uri, range, solution);
    await vscode.workspace.applyEdit(edit);
  }

  /** Says yes to all, and what was said meanwhile. */
  async function finish(): Promise<readonly string[]> {
    return listeningIn(
      async () => {
        Reflect.set(vscode.window, 'showInputBox', () => Promise.resolve(''));
        await command('finishCrossCheck');
      },
      (labels) => labels[0],
    );
  }

  const lastEvent = async (taskId: string): Promise<CurationEvent | undefined> =>
    (await project.task(taskId)).record.events.at(-1);

  it('cross-checks by the prompt alone, each task and each time anew', async () => {
    const first = await begin('a_b');
    assert.ok(FILE.startsWith(first.getText().replace(/ {4}pass\n$/, '')));
    assert.ok(!first.getText().includes(SOLUTION));
    await solve(first, SOLUTION);
    const other = await begin('a/b');
    assert.match(other.getText(), / {4}pass\n$/);
    assert.equal(await begin('a_b'), first);
    assert.ok(first.getText().includes(SOLUTION));
    await finish();
    const event = await lastEvent('a_b');
    assert.ok(event?.type === 'cross-checked');
    assert.equal(event.verdict, 'agree');
    assert.equal(event.solution?.status, 'pass');
    const { activeTab } = vscode.window.tabGroups.activeTabGroup;
    assert.ok(activeTab?.input instanceof vscode.TabInputTextDiff);
    const { original, modified } = activeTab.input;
    assert.ok((await readFile(original.fsPath, 'utf8')).endsWith(SOLUTION));
    assert.equal(modified.fsPath, project.path('a_b'));
    assert.match((await begin('a_b')).getText(), / {4}pass\n$/);
  });

  it('cross-checks no prompt that has changed meanwhile', async () => {
    const before = await begin('a_b');
    const changed = FILE.replace('Round a number up.', 'Round a number up to an integer.');
    await change('a_b', changed);
    const said = await finish();
    assert.ok(
      said.some((text) => text.startsWith('The prompt of a_b has changed since')),
      said.join('\n'),
    );
    assert.notEqual((await lastEvent('a_b'))?.type, 'cross-checked');
    const after = await begin('a_b');
    assert.notEqual(after, before);
    assert.ok(after.getText().includes('Round a number up to an integer.'));
  });

  it('comments on, and applies, what the editor shows once it is saved', async () => {
    const { projects } = await studio();
    const file = vscode.Uri.file(project.path('a_b'));
    const document = await vscode.workspace.openTextDocument(file);
    const type = async (line: string): Promise<void> => {
      const edit = new vscode.WorkspaceEdit();
      edit.insert(file, new vscode.Position(0, 0), `${line}\n`);
      await vscode.workspace.applyEdit(edit);
      assert.ok(document.isDirty);
    };
    const { comments, threads } = listeningComments(projects);
    const controller = vscode.comments.createCommentController('typing', 'Typing');
    try {
      await type('# A note.');
      const typed = controller.createCommentThread(file, new vscode.Range(0, 0, 0, 0), []);
      await comments.reply({ thread: typed, text: '```suggestion\n# A longer note.\n```' });
      assert.ok(!document.isDirty);
      const event = await lastEvent('a_b');
      assert.ok(event?.type === 'commented' && event.line === 1);
      assert.equal(event.text, textHash(`# A note.\n${FILE}`));
      const thread = await eventually(projects.onDidChange, () =>
        threads.find(({ uri }) => uri.fsPath === file.fsPath),
      );
      await type('"""More above."""');
      await comments.applySuggestion(thread);
      assert.equal(
        await readFile(file.fsPath, 'utf8'),
        `"""More above."""\n# A longer note.\n${FILE}`,
      );
      assert.ok(!document.isDirty);
    } finally {
      comments.dispose();
      controller.dispose();
    }
  });

  /** Comments of their own, with the threads that they show. */
  function listeningComments(projects: CurationProjects) {
    const threads: vscode.CommentThread[] = [];
    const create = vscode.comments.createCommentController;
    Reflect.set(vscode.comments, 'createCommentController', (id: string, label: string) => {
      const controller = create(`${id}.test`, label);
      const createThread = (...args: Parameters<typeof controller.createCommentThread>) => {
        const thread = controller.createCommentThread(...args);
        threads.push(thread);
        return thread;
      };
      return Object.create(controller, { createCommentThread: { value: createThread } }) as unknown;
    });
    try {
      return { comments: new ReviewComments(projects), threads };
    } finally {
      Reflect.set(vscode.comments, 'createCommentController', create);
    }
  }

  it('is led to the next task to review past one that is broken', async () => {
    const { projects } = await studio();
    const ada = { kind: 'person', name: 'Ada', email: 'ada@example.org' } as const;
    for (const taskId of ['a/b', 'a_b']) {
      await projects.append(await project.task(taskId), {
        ...{ ...eventNow(ada, FILE), type: 'moved', from: 'draft', to: 'refined' },
      });
    }
    await change('a/b', FILE.replace('class TestCases', 'class Nothing'));
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await listeningIn(() => Promise.resolve(command('startReview')));
    assert.equal(vscode.window.activeTextEditor?.document.uri.fsPath, project.path('a_b'));
  });
});
