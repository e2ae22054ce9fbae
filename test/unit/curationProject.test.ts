/** Curation projects in real folders and, for what git does to them, in real repositories. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { appendFile, chmod, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import type { Person } from '../../src/core/curation/events.js';
import { recordedText } from '../../src/core/curation/replay.js';
import { UserError } from '../../src/core/errors.js';
import { gitIdentity } from '../../src/node/curation/gitIdentity.js';
import { recordOutsideEdits } from '../../src/node/curation/outsideEdits.js';
import {
  createProject,
  findProject,
  openProject,
  readProjectTasks,
  type ProjectFolder,
  type ProjectTask,
} from '../../src/node/curation/projectFolder.js';
import { recordPathOf } from '../../src/node/curation/recordFile.js';
import { temporaryFolder } from './datasetFiles.js';
import { TASK_FILE } from './tasks.js';

const ADA: Person = { kind: 'person', name: 'Ada', email: 'ada@example.org' };
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

async function edit(file: string, from: string, to: string): Promise<void> {
  const text = await readFile(file, 'utf8');
  assert.ok(text.includes(from));
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
    assert.equal(recorded.event.reason, 'edited elsewhere');
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

  it('refuses a file that is not UTF-8, by name', async (t) => {
    const project = await projectOf(t);
    await writeFile(project.file, Buffer.from('# caf\xe9\n', 'latin1'));
    await assert.rejects(readProjectTasks(project), /one\.py is not UTF-8/);
  });

  it(
    'says so where its folder cannot be written',
    { skip: process.getuid?.() === 0 && 'root may write everywhere' },
    async (t) => {
      const project = await projectOf(t);
      await edit(project.file, 'LIMIT = 3', 'LIMIT = 4');
      await chmod(recordPathOf(project.file), 0o444);
      await assert.rejects(recordOutsideEdits(project, whoIs(ADA)), /EACCES/);
    },
  );
});

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
