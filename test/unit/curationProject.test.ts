/** Curation projects in real folders and, for what git does to them, in real repositories. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import {
  appendFile,
  chmod,
  mkdir,
  readdir,
  readFile,
  rename,
  rm,
  writeFile,
} from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { threadsOf } from '../../src/core/curation/comments.js';
import type { CurationEvent, Person } from '../../src/core/curation/events.js';
import { changeTo, eventNow } from '../../src/core/curation/newEvents.js';
import { recordedText, replay } from '../../src/core/curation/replay.js';
import { partHashes, standingReviews } from '../../src/core/curation/reviews.js';
import { taskState } from '../../src/core/curation/taskState.js';
import { UserError } from '../../src/core/errors.js';
import { splitTaskFile } from '../../src/core/taskFile.js';
import { gitIdentity } from '../../src/node/curation/gitIdentity.js';
import { readUpToDate, recordOutsideEdits } from '../../src/node/curation/outsideEdits.js';
import { ProjectReader } from '../../src/node/curation/projectReader.js';
import {
  createProject,
  findProject,
  openProject,
  readProjectTasks,
  type ProjectFolder,
  type ProjectTask,
} from '../../src/node/curation/projectFolder.js';
import { appendEvents, recordPathOf, writeTaskFile } from '../../src/node/curation/recordFile.js';
import { asNobody, temporaryFolder } from './datasetFiles.js';
import { TASK_FILE } from './tasks.js';

const ADA: Person = { kind: 'person', name: 'Ada', email: 'ada@example.org' };
/** A file that is not UTF-8. */
const LATIN1 = Buffer.from('# caf\xe9\n', 'latin1');
const GRACE: Person = { kind: 'person', name: 'Grace', email: 'grace@example.org' };
const whoIs = (person: Person) => (): Promise<Person> => Promise.resolve(person);

function git(folder: string, ...args: readonly string[]): string {
  const settings = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.org'];
  return execFileSync('git', [...settings, ...args], { cwd: folder, encoding: 'utf8' });
}

/** A project with one task, `tasks/one.py`, all on record. */
async function projectOf(t: TestContext): Promise<ProjectFolder & { readonly file: string }> {
  const folder = await temporaryFolder(t);
  const project = await createProject(folder);
  const file = join(folder, 'tasks', 'one.py');
  await writeFile(file, TASK_FILE);
  await recordOutsideEdits(project, whoIs(ADA));
  return { ...project, file };
}

async function onlyTask(project: ProjectFolder): Promise<ProjectTask> {
  const [task, ...others] = await readProjectTasks(project);
  assert.ok(task);
  assert.deepEqual(others, []);
  return task;
}

async function assertReplayed(project: ProjectFolder): Promise<void> {
  for (const { path, history } of await readProjectTasks(project)) {
    assert.equal(recordedText(history), await readFile(path, 'utf8'));
  }
}

async function edit(file: string, from: string | RegExp, to: string): Promise<void> {
  const text = await readFile(file, 'utf8');
  assert.ok(typeof from === 'string' ? text.includes(from) : from.test(text));
  await writeFile(file, text.replace(from, to));
}

describe('a curation project', () => {
  it('is found from anywhere in it, and its file says what is wrong with it', async (t) => {
    const { folder } = await projectOf(t);
    assert.equal((await findProject(join(folder, 'tasks')))?.folder, folder);
    assert.equal(await findProject(join(folder, '..')), undefined);
    await writeFile(join(folder, 'bigcodebench.json'), '{"version": 1, "name": "x", "task": "t"}');
    await assert.rejects(openProject(folder), /bigcodebench\.json: .*task/);
    const unknown = { version: 1, name: 'x', gates: { refined: ['structre'] } };
    await writeFile(join(folder, 'bigcodebench.json'), JSON.stringify(unknown));
    await assert.rejects(openProject(folder), /gates\.refined: there is no gate “structre”/);
    await writeFile(join(folder, 'bigcodebench.json'), '{');
    await assert.rejects(openProject(folder), /no JSON/);
  });

  it('is not made twice, and leaves what is there', async (t) => {
    const folder = await temporaryFolder(t);
    await writeFile(join(folder, '.gitattributes'), '*.png binary');
    await createProject(folder);
    assert.match(
      await readFile(join(folder, '.gitattributes'), 'utf8'),
      /^\*\.png binary\n\*\.events\.jsonl merge=union/,
    );
    await assert.rejects(createProject(folder), UserError);
  });

  it('puts a new file and edits by other programs on record', async (t) => {
    const project = await projectOf(t);
    await edit(project.file, 'LIMIT = 3', 'LIMIT = 4');
    const [recorded] = await recordOutsideEdits(project, whoIs(ADA));
    assert.equal(recorded?.event.type, 'edited');
    assert.equal(recorded.event.reason, 'edited by hand');
    await assertReplayed(project);
    assert.deepEqual(await recordOutsideEdits(project, whoIs(ADA)), []);
  });

  it('follows a file to its new name, with and without its record, edited or not', async (t) => {
    const project = await projectOf(t);
    const moved = join(project.folder, 'tasks', 'group', 'two.py');
    await mkdir(join(project.folder, 'tasks', 'group'));
    await rename(project.file, moved);
    await edit(moved, 'LIMIT = 3', 'LIMIT = 4');
    const types = (await recordOutsideEdits(project, whoIs(ADA))).map(({ event }) => event.type);
    assert.deepEqual(types, ['renamed', 'edited']);
    const task = await onlyTask(project);
    assert.equal(task.taskId, 'group/two');
    assert.equal(task.record.events.length, 3);
    await assertReplayed(project);
  });

  for (const [what, line] of [
    ['of a newer version', { version: 2, id: 'x', type: 'created', how: 'otherwise' }],
    ['that is damaged', { version: 1, id: 'x', type: 'created' }],
  ] as const) {
    it(`puts no record that has vanished over one ${what}`, async (t) => {
      const project = await projectOf(t);
      const vanished = await readFile(recordPathOf(project.file));
      const file = join(project.folder, 'tasks', 'two.py');
      await writeFile(file, TASK_FILE);
      await writeFile(recordPathOf(file), `${JSON.stringify(line)}\n`);
      await rm(project.file);
      await recordOutsideEdits(project, whoIs(ADA));
      const kept = await readFile(recordPathOf(file), 'utf8');
      assert.ok(kept.startsWith(`${JSON.stringify(line)}\n`), kept);
      assert.deepEqual(await readFile(recordPathOf(project.file)), vanished);
    });
  }

  it('keeps the record of a deleted file, with its text', async (t) => {
    const project = await projectOf(t);
    await rm(project.file);
    assert.deepEqual(await recordOutsideEdits(project, whoIs(ADA)), []);
    const task = await onlyTask(project);
    assert.equal(task.text, undefined);
    assert.equal(recordedText(task.history), TASK_FILE);
  });

  it('takes another task of the same name for an edit, not for a rename', async (t) => {
    const project = await projectOf(t);
    await writeFile(join(project.folder, 'tasks', 'two.py'), 'print("something else")\n');
    await rm(project.file);
    const types = (await recordOutsideEdits(project, whoIs(ADA))).map(({ event }) => event.type);
    assert.deepEqual(types, ['created']);
    assert.equal((await readProjectTasks(project)).length, 2);
  });

  it('loses nothing to a crash in mid-write', async (t) => {
    const project = await projectOf(t);
    await appendFile(recordPathOf(project.file), '{"version":1,"id":"half');
    await edit(project.file, 'LIMIT = 3', 'LIMIT = 4');
    await recordOutsideEdits(project, whoIs(ADA));
    const { record } = await onlyTask(project);
    assert.equal(record.events.length, 2);
    assert.equal(record.unread.length, 1);
    await assertReplayed(project);
  });

  it('shows what is wrong with a file that is not UTF-8, and goes on with the others', async (t) => {
    const project = await projectOf(t);
    const record = await readFile(recordPathOf(project.file));
    await writeFile(project.file, LATIN1);
    const other = join(project.folder, 'tasks', 'other.py');
    await writeFile(other, 'print("something else")\n');
    await assert.rejects(recordOutsideEdits(project, whoIs(ADA)), (error: Error) => {
      assert.ok(error instanceof UserError);
      assert.ok(error.message.includes(`${project.file}:1: not UTF-8: byte 0xE9`), error.message);
      return true;
    });
    const [broken, sound] = await readProjectTasks(project);
    assert.equal(broken?.text, undefined);
    assert.equal(broken?.record.events.length, 1);
    assert.equal(broken.refusal?.line, 1);
    assert.equal(sound?.text, recordedText(sound?.history ?? assert.fail()));
    assert.deepEqual(await readFile(project.file), LATIN1);
    assert.deepEqual(await readFile(recordPathOf(project.file)), record);
    await writeFile(project.file, LATIN1.toString('latin1'));
    const [recorded] = await recordOutsideEdits(project, whoIs(ADA));
    assert.equal(recorded?.event.type, 'edited');
    await assertReplayed(project);
  });

  it('takes a file that is not UTF-8 for no file that has vanished', async (t) => {
    const project = await projectOf(t);
    await writeFile(project.file, Buffer.from(TASK_FILE.replace('median', 'm\xe9dian'), 'latin1'));
    await writeFile(join(project.folder, 'tasks', 'two.py'), TASK_FILE);
    const { recorded, tasks } = await readUpToDate(new ProjectReader(project.folder), whoIs(ADA));
    assert.deepEqual(
      recorded.map(({ taskId, event }) => [taskId, event.type]),
      [['two', 'created']],
    );
    assert.equal(tasks[0]?.record.events.length, 1);
  });

  it('is never given a text over a file that is not UTF-8', async (t) => {
    const project = await projectOf(t);
    await writeFile(project.file, LATIN1);
    const event = { ...eventNow(ADA, ''), ...changeTo('', replay([])), type: 'edited' as const };
    await assert.rejects(writeTaskFile(project.file, '', event), /one\.py:1: not UTF-8/);
    assert.deepEqual(await readFile(project.file), LATIN1);
  });

  it('goes on with the other tasks where a file, or its record, may not be read', async (t) => {
    const project = await projectOf(t);
    const other = join(project.folder, 'tasks', 'two.py');
    await writeFile(other, TASK_FILE);
    for (const file of [project.file, recordPathOf(project.file)]) {
      const { recorded, tasks } = await unread(file, project.folder, () =>
        readUpToDate(new ProjectReader(project.folder), whoIs(ADA)),
      );
      assert.deepEqual(recorded, []);
      const [one, two] = tasks;
      assert.equal(one?.text, undefined);
      assert.equal(one?.refusal?.file, file);
      assert.match(one.refusal.reason, /^cannot be read: EACCES/);
      assert.equal(two?.text, TASK_FILE);
    }
    await recordOutsideEdits(project, whoIs(ADA));
    await assertReplayed(project);
  });

  it('is read where its folder cannot be written, and catches up when it can', async (t) => {
    const project = await projectOf(t);
    await edit(project.file, 'LIMIT = 3', 'LIMIT = 4');
    await readOnly(project.folder, async () => {
      await assert.rejects(recordOutsideEdits(project, whoIs(ADA)), (error: Error) => {
        assert.ok(error instanceof UserError);
        assert.match(error.message, /one\.events\.jsonl cannot be written \(EACCES\).*writable/);
        return true;
      });
      const { tasks, recorded } = await readUpToDate(new ProjectReader(project.folder), whoIs(ADA));
      assert.equal(tasks.length, 1);
      assert.deepEqual(recorded, []);
      const [task] = tasks;
      assert.ok(task?.text !== undefined);
      const text = `${task.text}# More.\n`;
      const event = { ...eventNow(ADA, text), ...changeTo(text, task.history) };
      await assert.rejects(writeTaskFile(project.file, text, { ...event, type: 'edited' }));
      assert.equal(await readFile(project.file, 'utf8'), task.text);
    });
    assert.equal((await recordOutsideEdits(project, whoIs(ADA))).length, 1);
    await assertReplayed(project);
  });

  it('can be looked at by somebody whom git does not know', async (t) => {
    const project = await projectOf(t);
    await edit(project.file, 'LIMIT = 3', 'LIMIT = 4');
    const nobody = (): Promise<Person> => Promise.reject(new UserError('Who are you?'));
    const { tasks, failure } = await readUpToDate(new ProjectReader(project.folder), nobody);
    assert.equal(tasks.length, 1);
    assert.match(String(failure), /Who are you\?/);
  });

  it('leaves records of a newer version to that version', async (t) => {
    const project = await projectOf(t);
    const record = recordPathOf(project.file);
    const newer = `${JSON.stringify({ version: 2, id: 'x', type: 'edited', how: 'otherwise' })}\n`;
    await appendFile(record, newer);
    await edit(project.file, 'LIMIT = 3', 'LIMIT = 4');
    const before = await readFile(record, 'utf8');
    assert.deepEqual(await recordOutsideEdits(project, whoIs(ADA)), []);
    assert.equal(await readFile(record, 'utf8'), before);
    const { text, record: read } = await onlyTask(project);
    assert.match(text ?? '', /LIMIT = 4/);
    assert.match(read.unread[0]?.reason ?? '', /newer version/);
  });

  it('goes on after any line of a record is spoilt, and keeps that line', async (t) => {
    const project = await projectOf(t);
    const record = recordPathOf(project.file);
    for (const limit of ['4', '5', '6']) {
      await edit(project.file, /LIMIT = \d/, `LIMIT = ${limit}`);
      await recordOutsideEdits(project, whoIs(ADA));
    }
    const lines = (await readFile(record, 'utf8')).trimEnd().split('\n');
    for (const spoilt of lines.keys()) {
      const damaged = lines.map((line, index) => (index === spoilt ? line.slice(0, -40) : line));
      await writeFile(record, `${damaged.join('\n')}\n`);
      await recordOutsideEdits(project, whoIs(ADA));
      assert.ok((await readFile(record, 'utf8')).startsWith(`${damaged.join('\n')}\n`));
      assert.equal((await onlyTask(project)).record.unread.length, 1);
      await assertReplayed(project);
    }
  });
});

/** Does work as somebody who may read a folder and not write it; root could. */
async function readOnly(folder: string, work: () => Promise<void>): Promise<void> {
  await chmodAll(folder, 0o555, 0o444);
  try {
    await asNobody(work);
  } finally {
    await chmodAll(folder, 0o755, 0o644);
  }
}

/** As somebody who may read all of a folder but this file. */
async function unread<T>(file: string, folder: string, work: () => Promise<T>): Promise<T> {
  await chmodAll(folder, 0o555, 0o444);
  await chmod(file, 0);
  try {
    return await asNobody(work);
  } finally {
    await chmodAll(folder, 0o755, 0o644);
  }
}

async function chmodAll(folder: string, folders: number, files: number): Promise<void> {
  await chmod(folder, folders);
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    await chmod(join(entry.parentPath, entry.name), entry.isDirectory() ? folders : files);
  }
}

/** A project in a repository of its own, and a second person's clone of it. */
async function twoClones(t: TestContext): Promise<readonly [Clone, Clone]> {
  const { folder } = await projectOf(t);
  git(folder, 'init', '--quiet', '--initial-branch=main');
  git(folder, 'add', '.');
  git(folder, 'commit', '--quiet', '--message=start');
  const shared = join(await temporaryFolder(t), 'shared.git');
  git(folder, 'clone', '--quiet', '--bare', folder, shared);
  return [await cloneOf(t, shared, ADA), await cloneOf(t, shared, GRACE)];
}

interface Clone {
  readonly project: ProjectFolder;
  readonly file: string;
  readonly person: Person;
  /** Commits all and brings it together with what the other has published. */
  readonly publish: () => void;
}

async function cloneOf(t: TestContext, shared: string, person: Person): Promise<Clone> {
  const folder = join(await temporaryFolder(t), 'project');
  git(shared, 'clone', '--quiet', shared, folder);
  git(folder, 'config', 'user.name', person.name);
  git(folder, 'config', 'user.email', person.email);
  git(folder, 'config', 'pull.rebase', 'false');
  const publish = (): void => {
    execFileSync('git', ['add', '.'], { cwd: folder });
    execFileSync('git', ['commit', '--quiet', '--message', person.name], { cwd: folder });
    execFileSync('git', ['pull', '--quiet', '--no-edit'], { cwd: folder });
    execFileSync('git', ['push', '--quiet'], { cwd: folder });
  };
  return {
    project: await openProject(folder),
    file: join(folder, 'tasks', 'one.py'),
    person,
    publish,
  };
}

/** The files that git leaves to people. */
function unmerged(folder: string): readonly string[] {
  return git(folder, 'diff', '--name-only', '--diff-filter=U').trim().split('\n');
}

describe('two people on two branches', () => {
  it('merge without a conflict in the records, and replay to the merged file', async (t) => {
    const project = await projectOf(t);
    const { folder, file } = project;
    git(folder, 'init', '--quiet', '--initial-branch=main');
    git(folder, 'add', '.');
    git(folder, 'commit', '--quiet', '--message=start');
    git(folder, 'checkout', '--quiet', '-b', 'other');
    await edit(file, 'Take the median', 'Compute the median');
    await recordOutsideEdits(project, whoIs({ ...ADA, name: 'Grace', email: 'grace@example.org' }));
    git(folder, 'commit', '--quiet', '--all', '--message=theirs');
    git(folder, 'checkout', '--quiet', 'main');
    await edit(file, "task_func('missing'), 0.0", "task_func('nowhere'), 0.0");
    await recordOutsideEdits(project, whoIs(ADA));
    git(folder, 'commit', '--quiet', '--all', '--message=ours');
    git(folder, 'merge', '--quiet', '--no-edit', 'other');
    const merged = await onlyTask(project);
    assert.equal(merged.record.events.length, 3);
    assert.equal(merged.history.heads.length, 2);
    const [recorded] = await recordOutsideEdits(project, whoIs(ADA));
    assert.equal(recorded?.event.reason, 'branches merged');
    await assertReplayed(project);
    const authors = (await onlyTask(project)).record.events.map(({ actor }) => actor.name);
    assert.deepEqual(authors.toSorted(), ['Ada', 'Ada', 'Ada', 'Grace']);
  });

  it('edit, review, comment and move in clones of their own, and nothing of it is lost', async (t) => {
    const [ada, grace] = await twoClones(t);
    const happens = async (clone: Clone, ...events: readonly CurationEvent[]): Promise<void> =>
      appendEvents(recordPathOf(clone.file), events);
    await edit(ada.file, 'LIMIT = 3', 'LIMIT = 4');
    await recordOutsideEdits(ada.project, () => gitIdentity(ada.project.folder));
    const { text: mine = '' } = await onlyTask(ada.project);
    const moved = { ...eventNow(ADA, mine), type: 'moved', from: 'draft', to: 'refined' } as const;
    await happens(ada, moved);
    const { text: theirs = '' } = await onlyTask(grace.project);
    const line = theirs.split('\n').findIndex((one) => one.includes('Returns:')) + 1;
    const comment: CurationEvent = {
      ...{ ...eventNow(GRACE, theirs), type: 'commented', thread: 'made', line },
      body: 'In which unit?',
    };
    const covered = partHashes(splitTaskFile(theirs, 'one'));
    await happens(grace, comment, {
      ...{ ...eventNow(GRACE, theirs), type: 'reviewed', verdict: 'approve' },
      ...{ checklist: { clear: 'yes' }, covered: { tests: covered.tests } },
    });
    ada.publish();
    grace.publish();
    execFileSync('git', ['pull', '--quiet'], { cwd: ada.project.folder });
    for (const { project, person } of [grace, ada]) {
      assert.deepEqual(await recordOutsideEdits(project, whoIs(person)), []);
      const { record, history, text = '' } = await onlyTask(project);
      assert.deepEqual(record.unread, []);
      assert.equal(record.events.length, 5);
      const { stage, authors } = taskState(record.events);
      assert.deepEqual([stage, [...authors]], ['refined', [ADA.email]]);
      const [thread] = threadsOf(record.events, history, text);
      assert.deepEqual([thread?.place?.line, thread?.comments[0]?.author.name], [line, 'Grace']);
      // The review covers the tests, which nobody has changed.
      const [review] = standingReviews(record.events, splitTaskFile(text, 'one'));
      assert.equal(review?.reviewer.name, 'Grace');
      await assertReplayed(project);
    }
  });

  it('edit the same task and resolve the conflict, with every version on record', async (t) => {
    const [ada, grace] = await twoClones(t);
    await edit(ada.file, 'LIMIT = 3', 'LIMIT = 4');
    await edit(grace.file, 'LIMIT = 3', 'LIMIT = 5');
    await edit(grace.file, 'Take the median', 'Compute the median');
    for (const { project, person } of [ada, grace]) {
      await recordOutsideEdits(project, whoIs(person));
    }
    ada.publish();
    assert.throws(grace.publish);
    const { folder } = grace.project;
    // The record is not in conflict, and the window that is open on it writes nothing half-done.
    assert.deepEqual(unmerged(folder), ['tasks/one.py']);
    assert.deepEqual(await recordOutsideEdits(grace.project, whoIs(GRACE)), []);
    const conflict = await readFile(grace.file, 'utf8');
    await writeFile(grace.file, conflict.replace(/<<<<<<<[^]*?=======\n([^]*?)>>>>>>>.*\n/, '$1'));
    const [joined] = await recordOutsideEdits(grace.project, whoIs(GRACE));
    assert.equal(joined?.event.reason, 'branches merged');
    execFileSync('git', ['add', '.'], { cwd: folder });
    execFileSync('git', ['commit', '--quiet', '--no-edit'], { cwd: folder });
    execFileSync('git', ['push', '--quiet'], { cwd: folder });
    execFileSync('git', ['pull', '--quiet'], { cwd: ada.project.folder });
    await assertReplayed(ada.project);
    const { history, text = '' } = await onlyTask(ada.project);
    assert.match(text, /Compute the median[^]*LIMIT = 4|LIMIT = 4[^]*Compute the median/);
    const limits = [...history.texts.values()].map((one) => /LIMIT = (\d)/.exec(one)?.[1]);
    assert.deepEqual([...new Set(limits)].toSorted(), ['3', '4', '5']);
  });

  it('rename and edit the same task at once', async (t) => {
    const [ada, grace] = await twoClones(t);
    const renamed = join(ada.project.folder, 'tasks', 'two.py');
    await rename(ada.file, renamed);
    await recordOutsideEdits(ada.project, whoIs(ADA));
    await edit(grace.file, 'LIMIT = 3', 'LIMIT = 4');
    await recordOutsideEdits(grace.project, whoIs(GRACE));
    ada.publish();
    grace.publish();
    await recordOutsideEdits(grace.project, whoIs(GRACE));
    const task = await onlyTask(grace.project);
    assert.equal(task.taskId, 'two');
    assert.deepEqual(task.record.events.map(({ type }) => type).toSorted(), [
      ...['created', 'edited', 'renamed'],
    ]);
    await assertReplayed(grace.project);
  });

  it('delete and edit the same task: its record stays, and brings back either text', async (t) => {
    const [ada, grace] = await twoClones(t);
    await rm(ada.file);
    ada.publish();
    await edit(grace.file, 'LIMIT = 3', 'LIMIT = 4');
    await recordOutsideEdits(grace.project, whoIs(GRACE));
    assert.throws(grace.publish);
    const { folder } = grace.project;
    assert.deepEqual(unmerged(folder), ['tasks/one.py']);
    git(folder, 'rm', '--quiet', 'tasks/one.py');
    execFileSync('git', ['commit', '--quiet', '--no-edit'], { cwd: folder });
    assert.deepEqual(await recordOutsideEdits(grace.project, whoIs(GRACE)), []);
    const task = await onlyTask(grace.project);
    assert.equal(task.text, undefined);
    assert.match(recordedText(task.history) ?? '', /LIMIT = 4/);
  });

  it('begin a task of the same name, each in a way of their own', async (t) => {
    const [ada, grace] = await twoClones(t);
    const made = [ada, grace].map(({ project }) => join(project.folder, 'tasks', 'new.py'));
    const [mine = '', theirs = ''] = made;
    await writeFile(mine, TASK_FILE);
    await writeFile(theirs, TASK_FILE.replace('LIMIT = 3', 'LIMIT = 4'));
    for (const { project, person } of [ada, grace]) {
      await recordOutsideEdits(project, whoIs(person));
    }
    ada.publish();
    assert.throws(grace.publish);
    assert.deepEqual(unmerged(grace.project.folder), ['tasks/new.py']);
    await writeFile(theirs, TASK_FILE);
    await recordOutsideEdits(grace.project, whoIs(GRACE));
    const tasks = await readProjectTasks(grace.project);
    const task = tasks.find(({ taskId }) => taskId === 'new');
    assert.deepEqual(task?.record.unread, []);
    assert.deepEqual(
      task.record.events.map(({ type }) => type),
      ['created', 'created', 'edited'],
    );
    await assertReplayed(grace.project);
  });

  it('are known by what git calls them', async (t) => {
    const folder = await temporaryFolder(t);
    git(folder, 'init', '--quiet');
    git(folder, 'config', 'user.name', 'Ada');
    git(folder, 'config', 'user.email', 'ada@example.org');
    assert.deepEqual(await gitIdentity(folder), ADA);
    git(folder, 'config', 'user.name', '');
    await assert.rejects(gitIdentity(folder), /git config --global user\.name/);
  });
});
