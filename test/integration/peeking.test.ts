/**
 * Someone who takes part in a study looks for the solution and the tests of a task that is still to
 * be solved, everywhere the extension shows, finds, runs or hands out anything.
 */
import assert from 'node:assert/strict';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import { studyChecksum, type Study } from '../../src/core/baseline/study.js';
import { contentKey } from '../../src/core/contentKey.js';
import type { TaskPart } from '../../src/core/parts.js';
import type { Task } from '../../src/core/task.js';
import { joinTaskFile } from '../../src/core/taskFile.js';
import { givesAway } from '../../src/host/baseline/givesAway.js';
import type { StudyTask } from '../../src/host/baseline/studies.js';
import { exportResults } from '../../src/host/baseline/exportResults.js';
import { studyUri } from '../../src/host/baseline/studyDocuments.js';
import { COMMANDS } from '../../src/host/commands.js';
import type { OpenDataset, ShownTask } from '../../src/host/datasets/openDatasets.js';
import { partUri } from '../../src/host/documents/showTask.js';
import {
  appendAttemptEvents,
  attemptFileOf,
  attemptRecordOf,
  readEvents,
} from '../../src/node/baseline/attemptFiles.js';
import { readStudyResults } from '../../src/node/baseline/studyResults.js';
import { createProject } from '../../src/node/curation/projectFolder.js';
import { writeJson } from '../../src/node/jsonFile.js';
import { at, eventsOf, FAILURE } from '../unit/studies.js';
import { listeningIn, textsIn, treeTexts } from './listening.js';
import { command, eventually, studio, target, task } from './studio.js';

/** Two tasks to be hidden, whose solutions and tests have words that stand nowhere else, and one that is not. */
const DATASET = path.resolve(__dirname, '..', '..', 'test', 'fixtures', 'datasets', 'peek.jsonl');
const PARTS: readonly TaskPart[] = ['complete', 'instruct', 'solution', 'tests'];
const SOLVER = 'solver-peeking';
const ANSWER = /peeked_(?:solution|test)/;
/** Those, and what only their prompts say. */
const SECRET = /peeked_(?:solution|test)|PEEKED_PARAMETER_[12]|stand twice|read the same from/;

/** What leaves the editor, changes the machine or the datasets that are open, or is tried by itself. */
const NOT_TRIED = new Set<string>([
  ...['createEnvironment', 'installMissing', 'mendProblem', 'openTerminal', 'selectInterpreter'],
  ...['openSamples', 'closeDataset'],
  // VS Code alone sends comments, and is to hear where that fails.
  'replyComment',
  ...['runShown', 'runShownWithoutCache', 'coverShown', 'checkEnvironment'],
]);

describe('Peeking at a task that a study hides', () => {
  let folder = '';
  let real: readonly Task[] = [];
  const dataset = async (): Promise<OpenDataset> => {
    const { datasets } = await studio();
    const found = datasets.all.find(({ dataset: { label } }) => label === 'peek.jsonl');
    assert.ok(found);
    return found;
  };
  const peeked = async (): Promise<ShownTask> => task(await dataset(), 'Peek/1');
  const studyPath = (): string => path.join(folder, 'people.study.json');
  const studyTask = async (taskId: string): Promise<StudyTask> => {
    const { studies } = await studio();
    return studies.findTask(studyPath(), taskId) ?? assert.fail();
  };

  /** Takes part in a study of the first two tasks. */
  async function join(split: Study['split']): Promise<void> {
    const { studies } = await studio();
    const tasks = real.filter(({ taskId }) => taskId !== 'Peek/3');
    const checksum = studyChecksum(tasks);
    const study: Study = {
      ...{ version: 1, name: 'people', split },
      dataset: { source: DATASET, checksum },
      selection: { kind: 'list', from: 'a test' },
      tasks: tasks.map(({ taskId }) => taskId),
      ...{ minutes: 60, attempts: 1, runs: { kind: 'none' } },
      ...{ pauses: true, documentation: true, ai: true },
    };
    await writeJson(studyPath(), study);
    await studies.reload();
    const membership = { path: studyPath(), name: 'people', split, checksum };
    await studies.join(
      studies.find(studyPath()) ?? assert.fail(),
      { ...membership, solver: SOLVER, recorded: false },
      tasks,
    );
  }

  async function leave(): Promise<void> {
    const { attempts, studies } = await studio();
    await attempts.letGo();
    for (const membership of studies.memberships) await studies.leave(membership);
  }

  before(async () => {
    const [workspace] = vscode.workspace.workspaceFolders ?? [];
    assert.ok(workspace);
    folder = path.join(workspace.uri.fsPath, 'peeking');
    await mkdir(folder);
    const { datasets, verdicts } = await studio();
    const opened = await datasets.open({ kind: 'file', path: DATASET });
    real = [...opened.tasks.values()].map((entry) => entry.task);

    // Who has looked before finds nothing of it later.
    const shown = await peeked();
    await command('coverTask', target(shown));
    assert.equal(verdicts.get(shown)?.status, 'pass');
    for (const part of PARTS) await command(`show${nameOf(part)}`, target(shown));
    await join('complete');
  });

  after(async () => {
    const { datasets, projects, studies } = await studio();
    await leave();
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await datasets.close((await dataset()).id);
    await rm(folder, { recursive: true });
    await projects.reload();
    await studies.reload();
  });

  it('finds nothing in the documents that were open, nor in any that is opened by its address', async () => {
    const shown = await peeked();
    for (const id of ['Peek/1', 'Peek/2']) {
      for (const part of PARTS) {
        const uri = partUri(task(shown.dataset, id), part);
        const document = await vscode.workspace.openTextDocument(uri);
        await eventually(vscode.workspace.onDidChangeTextDocument, () =>
          SECRET.test(document.getText()) ? undefined : document,
        );
        assert.doesNotMatch(
          Buffer.from(await vscode.workspace.fs.readFile(uri)).toString(),
          SECRET,
        );
      }
    }
    const prompt = await vscode.workspace.openTextDocument(partUri(shown, 'complete'));
    assert.match(prompt.getText(), /“Start Attempt” shows the prompt while the attempt runs/);
    const solution = await vscode.workspace.openTextDocument(partUri(shown, 'solution'));
    assert.match(solution.getText(), /Hidden while you take part in the study “people”/);
    await vscode.window.showTextDocument(solution);
    await vscode.commands.executeCommand('undo');
    assert.doesNotMatch(solution.getText(), SECRET);
    const own = await studyTask('Peek/1');
    const answer = studyUri(own, 'solution');
    await assert.rejects(Promise.resolve(vscode.workspace.openTextDocument(answer)));
    const asked = await vscode.workspace.openTextDocument(studyUri(own, 'prompt'));
    assert.match(asked.getText(), /shown while an attempt runs.*Start Attempt/);
  });

  it('finds nothing in the Tasks view, where a lock says why', async () => {
    const { view, arrangement } = await studio();
    for (const grouping of ['domain', 'library', 'verdict', 'none'] as const) {
      await arrangement.change({ grouping });
      const texts = [...treeTexts(view)];
      noSecrets(texts);
      assert.ok(texts.includes('lock'));
      assert.ok(texts.some((text) => text.includes('Hidden while you take part')));
    }
    await arrangement.change({ grouping: 'domain' });
  });

  it('finds nothing by searching for words of the solution or the prompt', async () => {
    const { view, arrangement } = await studio();
    for (const filter of ['peeked_solution_1', 'stand twice']) {
      await arrangement.change({ filter });
      assert.deepEqual(view.shownTasks, []);
    }
    await arrangement.change({ filter: 'id:Peek/1 lib:re' });
    assert.equal(view.shownTasks.length, 1);
    await arrangement.change({ filter: '' });
  });

  it('finds no item in the Testing view', async () => {
    const { tests } = await studio();
    const shown = await peeked();
    assert.equal(tests.taskItem(shown), undefined);
    const other = task(shown.dataset, 'Peek/3');
    await tests.resolveMethods(other);
    const texts = itemTexts(tests.controller.items);
    assert.ok(texts.includes('test_words'));
    noSecrets(texts);
    assert.ok(!texts.some((text) => /Peek\/[12]/.test(text)));
    assert.deepEqual(
      tests.selected(new vscode.TestRunRequest()).filter(({ shown: { entry } }) => entry.hiddenBy),
      [],
    );
  });

  it('finds nothing by what the editor offers at a document or for a word', async () => {
    const shown = await peeked();
    const found: unknown[] = [];
    for (const part of PARTS) {
      const uri = partUri(shown, part);
      const document = await vscode.workspace.openTextDocument(uri);
      const position = document.positionAt(document.getText().indexOf('task_func'));
      for (const name of ['CodeLens', 'DocumentSymbol', 'Link', 'FoldingRange']) {
        found.push(await vscode.commands.executeCommand(`vscode.execute${name}Provider`, uri));
      }
      for (const name of ['Definition', 'Hover', 'Reference', 'Implementation', 'CompletionItem']) {
        found.push(
          await vscode.commands.executeCommand(`vscode.execute${name}Provider`, uri, position),
        );
      }
    }
    for (const word of ['peeked', 'test_peeked', 'task_func']) {
      found.push(
        await vscode.commands.executeCommand('vscode.executeWorkspaceSymbolProvider', word),
      );
    }
    const texts = [...textsIn(found)];
    noSecrets(texts);
    // Nothing of a task that is not here to be run offers to run it.
    assert.ok(!texts.some((text) => text.startsWith('bigcodebench.run')));
  });

  it('is refused, or shown no more than why, by every command', async () => {
    const shown = await peeked();
    const { verdicts, view, arrangement } = await studio();
    await arrangement.change({ grouping: 'none' });
    const roots = view.getChildren();
    const node = roots
      .flatMap((root) => view.getChildren(root))
      .find(({ id }) => id.endsWith('/1'));
    assert.ok(node);
    for (const name of COMMANDS.filter((each) => !NOT_TRIED.has(each))) {
      for (const at of [target(shown), node, partUri(shown, 'solution'), undefined]) {
        let failure: unknown;
        const heard = await listeningIn(async () => {
          // Sending a comment fails for VS Code, too.
          await command(name, at).then(undefined, (error: unknown) => (failure = error));
        });
        noSecrets([...heard, String(failure)], name);
        noSecrets(shownTexts(), name);
      }
    }
    await vscode.commands.executeCommand('workbench.action.closePanel');
    await arrangement.change({ grouping: 'domain', filter: '' });
    assert.equal(verdicts.get(await peeked()), undefined);
    const refusals = ['runTask', 'coverTask', 'debugTask', 'runExamples'];
    for (const name of [...refusals, ...PARTS.map((part) => `show${nameOf(part)}`)]) {
      const heard = await listeningIn(async () => command(name, target(shown)));
      assert.ok(
        heard.some((text) => text.includes('is hidden while you take part in the study “people”')),
        name,
      );
    }
  });

  it('runs the tasks that are shown without the hidden ones, and says so', async () => {
    const { verdicts } = await studio();
    const heard = await listeningIn(async () => command('runShown'));
    assert.ok(heard.some((text) => text.includes('2 hidden tasks are left out')));
    assert.equal(verdicts.get(task(await dataset(), 'Peek/3'))?.status, 'pass');
    assert.equal(verdicts.get(await peeked()), undefined);
  });

  it('finds nothing on the Overview page, in what it counts neither', async () => {
    const { view } = await studio();
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    const own = await dataset();
    const at = view.getChildren().find((node) => node.dataset === own);
    const heard = await listeningIn(async (onDidHear) => {
      const drawn = new Promise((resolve) => {
        onDidHear((texts) => {
          if (texts.includes('show')) resolve(undefined);
        });
      });
      await command('showOverview', at);
      await drawn;
    });
    assert.ok(heard.includes('domains'));
    noSecrets(heard);
  });

  it('finds nothing in the results of the study, nor in replays and exports of others’ attempts', async () => {
    const { hidden } = await studio();
    const [first] = real;
    assert.ok(first);
    const solved = first.completePrompt + first.canonicalSolution;
    const edit = { seconds: 30, offset: 0, deleted: 0, inserted: solved };
    const unfair = {
      question: 'tests-fair',
      answer: false,
      comment: 'test_peeked_test_1',
    } as const;
    const record = attemptRecordOf({
      study: { path: studyPath(), study: (await studyTask('Peek/1')).study.study },
      ...{ solver: 'another', taskId: 'Peek/1', attempt: 1 },
    });
    await appendAttemptEvents(
      record,
      eventsOf({
        ...{ solver: 'another', taskId: 'Peek/1', begin: '', text: solved, recorded: true },
        verdict: { ...FAILURE, details: { test_peeked_test_1: 'peeked_test' } },
        between: [{ ...at(30), type: 'edited', edits: 1, changes: [edit] }],
        afterwards: [{ ...at(90), type: 'answered', ...unfair }],
      }),
    );
    const heard = await listeningIn(async (onDidHear) => {
      const drawn = new Promise((resolve) => {
        onDidHear((texts) => {
          if (texts.includes('show')) resolve(undefined);
        });
      });
      await command('showBaselineResults', vscode.Uri.file(studyPath()));
      await drawn;
    });
    assert.ok(heard.includes('failedTasks') && heard.includes('another'));
    noSecrets(heard);

    const replayed = { path: studyPath(), solver: 'another', taskId: 'Peek/1', attempt: 1 };
    const told = await listeningIn(async () => command('replayAttempt', replayed));
    assert.ok(told.some((text) => text.includes('is hidden while you take part')));
    noSecrets(told);

    const { results } = await readStudyResults(
      studyPath(),
      () => Promise.resolve(real.slice(0, 2)),
      (one) => hidden.hidingOf(one) !== undefined,
    );
    await assert.rejects(exportResults([results], folder), /hidden from you/);
  });

  it('finds nothing in a copy of the dataset under another name, with other ids or another form', async () => {
    const { datasets, view } = await studio();
    const rows = (await readFile(DATASET, 'utf8')).replaceAll('Peek/', 'Copy/');
    const copy = path.join(folder, 'copy.jsonl');
    await writeFile(copy, rows);
    const opened = await datasets.open({ kind: 'file', path: copy });
    noSecrets(textsIn(opened));
    assert.equal([...opened.tasks.values()].filter(({ hiddenBy }) => hiddenBy).length, 2);

    const files = path.join(folder, 'files');
    await mkdir(files);
    for (const each of real) {
      const name = `${each.taskId.replace('/', '-')}.py`;
      await writeFile(path.join(files, name), joinTaskFile(each));
    }
    const own = await datasets.open({ kind: 'folder', path: files });
    noSecrets(textsIn(own));
    noSecrets(treeTexts(view));
    const file = task(own, 'Peek-1');
    const heard = await listeningIn(async () => command('runTask', target(file)));
    assert.ok(heard.some((text) => text.includes('is hidden while you take part')));
    await command('openTask', target(file));
    assert.equal(vscode.window.activeTextEditor?.document.uri.scheme, 'bcb');
    for (const { id } of [opened, own]) await datasets.close(id);
  });

  it('cannot copy a hidden task, nor ask how near a text comes to it', async () => {
    const { projects } = await studio();
    await createProject(folder);
    const near = vscode.Uri.file(path.join(folder, 'tasks', 'near.py'));
    await writeFile(near.fsPath, joinTaskFile(real[0] ?? assert.fail()));
    await projects.reload();
    const heard = await listeningIn(
      async () => command('newTask'),
      (labels) => labels.find((label) => label.includes('Copy of a Task')),
    );
    assert.ok(heard.includes('Peek/3'));
    assert.ok(!heard.some((text) => /Peek\/[12]/.test(text)));
    noSecrets(heard);
    const asked = await listeningIn(async () => command('checkGates', near));
    assert.ok(asked.some((text) => text.includes('No Near Duplicate')));
    assert.ok(!asked.some((text) => /Peek\/[12]/.test(text)));
    // The file itself is the person's own, and the project shows it.
    await rm(near.fsPath);
    await rm(near.fsPath.replace(/py$/, 'events.jsonl'), { force: true });
    await projects.reload();
  });

  it('finds nothing in what other extensions are given, nor in what is kept between sessions', async () => {
    const texts = [...textsIn(await studio())];
    assert.ok(texts.some((text) => text.includes('Hidden while you take part')));
    assert.ok(texts.includes('hiddenTasks'));
    noSecrets(texts);
  });

  it('opens a file that gives the answer away, and it can be told', async () => {
    const { datasets, hidden } = await studio();
    const away = (uri: vscode.Uri): Promise<boolean> => givesAway(uri, { datasets, hidden });
    const file = async (name: string, content: string): Promise<vscode.Uri> => {
      const uri = vscode.Uri.file(path.join(folder, name));
      await writeFile(uri.fsPath, content);
      await vscode.workspace.openTextDocument(uri);
      return uri;
    };
    const [hiddenTask, , other] = real;
    assert.ok(hiddenTask && other);
    assert.equal(await away(vscode.Uri.file(DATASET)), true);
    assert.equal(await away(await file('mine.py', joinTaskFile(hiddenTask))), true);
    assert.equal(await away(await file('rows.txt', await readFile(DATASET, 'utf8'))), true);
    assert.equal(await away(await file('other.py', joinTaskFile(other))), false);
    assert.equal(await away(await file('prompt.py', hiddenTask.completePrompt)), false);
    assert.equal(await away(partUri(await peeked(), 'solution')), false);
  });

  it('reads the prompt in the editors of the attempt while it runs, and in a pause nowhere', async () => {
    const { attempts, view } = await studio();
    const begun = await studyTask('Peek/1');
    await attempts.start(begun, { recorded: false, ai_extensions: [] });
    const attempt = attempts.current ?? assert.fail();
    await attempt.show();
    const prompt = studyUri(begun, 'prompt');
    const read = (await vscode.workspace.openTextDocument(prompt)).getText();
    assert.equal(read, real[0]?.completePrompt);
    noSecrets([...textsIn(await peeked()), ...treeTexts(view)]);

    await attempts.pause();
    assert.equal(attempt.state, 'paused');
    await vscode.workspace.openTextDocument(prompt);
    const veiledPrompt = await eventually(vscode.workspace.onDidChangeTextDocument, () => {
      const now = vscode.workspace.textDocuments.find(
        ({ uri }) => uri.toString() === prompt.toString(),
      );
      return now && !SECRET.test(now.getText()) ? now : undefined;
    });
    assert.match(veiledPrompt.getText(), /shown while an attempt runs/);
    await command('openTask', target(await peeked()));
    const opened = vscode.window.activeTextEditor?.document;
    assert.equal(opened?.uri.scheme, 'bcb');
    noSecrets([opened.getText()]);
    assert.equal(attempt.state, 'paused');

    // The record tells of the prompt like the file: whoever looks goes on, and the time counts.
    await vscode.window.showTextDocument(vscode.Uri.file(attemptRecordOf(attempt.place)));
    await eventually(attempts.onDidChange, () => attempt.state === 'running' || undefined);
    await vscode.window.showTextDocument(prompt);
    await eventually(vscode.workspace.onDidChangeTextDocument, () =>
      vscode.window.activeTextEditor?.document.getText() === read ? true : undefined,
    );
  });

  it('is asked before an attempt is handed in, and goes on where the question is dismissed', async () => {
    const { attempts } = await studio();
    const heard = await listeningIn(async () => command('submitAttempt'));
    assert.ok(heard.some((text) => text.includes('the task is decided by it')));
    assert.ok(heard.indexOf('Go On Writing') < heard.indexOf('Submit Anyway'));
    assert.equal(attempts.current?.state, 'running');
  });

  it('finds nothing in a study of the Instruct split, either', async () => {
    const { view } = await studio();
    await leave();
    await join('instruct');
    const shown = await peeked();
    noSecrets([...textsIn(shown), ...treeTexts(view)]);
    for (const name of ['showComplete', 'showInstruct']) {
      const heard = await listeningIn(async () => command(name, target(shown)));
      assert.ok(heard.some((text) => text.includes('is hidden while you take part')));
    }
  });

  it('finds nothing in what environments were once compared by', async () => {
    const { drifts } = await studio();
    const file = path.join(folder, 'comparison.json');
    const outcome = {
      ...{ status: 'fail', cause: 'assertion', message: 'peeked_test' },
      failures: [{ test: 'test_peeked_test_1', message: 'peeked_test', suspects: [] }],
    };
    const side = { python: 'python', version: '3.10.1', isolation: 'limits', packages: {} };
    await writeJson(file, {
      ...{ version: 1, when: '2026-01-01T00:00:00.000Z', dataset: 'peek.jsonl', timeout_s: 60 },
      environments: [side, side],
      tasks: real.map((one) => {
        const named = { task_id: one.taskId, key: contentKey(one), libraries: [] };
        return { ...named, outcomes: [outcome, outcome] };
      }),
    });
    const { comparison } = await drifts.read(file);
    assert.deepEqual(
      comparison.tasks.map(({ task_id: id }) => id),
      ['Peek/3'],
    );
  });

  it('looks at the dataset or at others’ attempts during an attempt, and that is on record', async () => {
    const { attempts } = await studio();
    await attempts.start(await studyTask('Peek/1'), { recorded: false, ai_extensions: [] });
    await attempts.current?.show();
    const place = attempts.current?.place ?? assert.fail();
    const theirs = attemptFileOf({ ...place, solver: 'another' });
    await mkdir(path.dirname(theirs), { recursive: true });
    await writeFile(theirs, 'def task_func(text):\n    return []\n');
    const harmless = path.join(folder, 'notes.txt');
    await writeFile(harmless, 'Words that stand twice.');
    for (const file of [harmless, DATASET, theirs]) {
      await vscode.window.showTextDocument(vscode.Uri.file(file));
    }
    await eventually(attempts.onDidChange, () => attempts.current?.peeks === 2 || undefined);
    await attempts.end('gave-up');
    const events = await readEvents(attemptRecordOf(place));
    assert.deepEqual(
      events.flatMap((event) => (event.type === 'peeked' ? path.basename(event.at) : [])),
      [path.basename(DATASET), path.basename(theirs)],
    );
  });

  it('sees everything again of the task that is given up, and nothing of the other', async () => {
    const { tests } = await studio();
    const shown = await peeked();
    assert.equal(shown.entry.hiddenBy, undefined);
    assert.deepEqual(shown.entry.task, real[0]);
    await tests.resolveMethods(shown);
    assert.ok(tests.taskItem(shown)?.children.get('test_peeked_test_1'));
    const document = await vscode.workspace.openTextDocument(partUri(shown, 'solution'));
    await eventually(vscode.workspace.onDidChangeTextDocument, () =>
      ANSWER.test(document.getText()) ? document : undefined,
    );
    noSecrets(textsIn(task(shown.dataset, 'Peek/2').entry));
  });
});

function noSecrets(texts: Iterable<string>, where = ''): void {
  for (const text of texts) assert.doesNotMatch(text, SECRET, where);
}

/** What the editors and their tabs show, and what is marked in them. */
function* shownTexts(): Generator<string> {
  for (const document of vscode.workspace.textDocuments) {
    if (document.uri.scheme !== 'file') yield document.getText();
  }
  for (const { tabs } of vscode.window.tabGroups.all) yield* tabs.map(({ label }) => label);
  for (const [, problems] of vscode.languages.getDiagnostics()) {
    yield* problems.map(({ message }) => message);
  }
}

function itemTexts(items: vscode.TestItemCollection): string[] {
  return [...items].flatMap(([id, { label, description, error, uri, children }]) => [
    ...[id, label, description ?? '', uri?.toString() ?? ''],
    ...textsIn(error),
    ...itemTexts(children),
  ]);
}

function nameOf(part: TaskPart): string {
  return part.replace(/^./, (first) => first.toUpperCase());
}
