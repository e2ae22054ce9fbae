import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import type { Person } from '../../src/core/curation/events.js';
import { eventNow } from '../../src/core/curation/newEvents.js';
import { toRow } from '../../src/core/row.js';
import { recordOutsideEdits } from '../../src/node/curation/outsideEdits.js';
import {
  createProject,
  readProjectTasks,
  type ProjectFolder,
} from '../../src/node/curation/projectFolder.js';
import { appendEvents, recordPathOf } from '../../src/node/curation/recordFile.js';
import { releasesOf, writeRelease } from '../../src/node/curation/writeRelease.js';
import { openFile, temporaryFolder } from './datasetFiles.js';
import { TASK_FILE } from './tasks.js';

const ADA: Person = { kind: 'person', name: 'Ada', email: 'ada@example.org' };
const FILES = ['CHANGES.md', 'README.md', 'tasks.jsonl', 'tasks.jsonl.gz', 'tasks.parquet'];

/** A project of three tasks, the first two of them accepted. */
async function projectOf(t: TestContext): Promise<ProjectFolder> {
  const project = await createProject(await temporaryFolder(t));
  for (const name of ['task10', 'task9', 'draft']) {
    await writeFile(join(project.folder, 'tasks', `${name}.py`), TASK_FILE);
  }
  await recordOutsideEdits(project, () => Promise.resolve(ADA));
  for (const name of ['task10', 'task9']) await accept(project, name);
  return project;
}

async function accept(project: ProjectFolder, name: string): Promise<void> {
  await appendEvents(recordPathOf(join(project.folder, 'tasks', `${name}.py`)), [
    {
      ...{ ...eventNow(ADA, TASK_FILE), type: 'moved', from: 'cross-checked', to: 'accepted' },
      overridden: ['coverage'],
    },
  ]);
}

async function contentOf(folder: string): Promise<Record<string, string>> {
  const entries = FILES.map(async (name) => [
    name,
    createHash('sha256')
      .update(await readFile(join(folder, name)))
      .digest('hex'),
  ]);
  return Object.fromEntries(await Promise.all(entries)) as Record<string, string>;
}

describe('a release', () => {
  it('has the accepted tasks alone, the same in every form', async (t) => {
    const project = await projectOf(t);
    const { folder, taskIds } = await writeRelease(project, '0.1', ADA);
    assert.deepEqual(taskIds.toSorted(), ['task10', 'task9']);
    assert.deepEqual((await readdir(folder)).toSorted(), FILES);
    const [plain, packed, parquet] = await Promise.all(
      ['tasks.jsonl', 'tasks.jsonl.gz', 'tasks.parquet'].map(async (name) => {
        const { tasks, refused } = await openFile(join(folder, name));
        assert.deepEqual(refused, []);
        return tasks.map(({ task }) => toRow(task));
      }),
    );
    assert.deepEqual(
      plain?.map(({ task_id }) => task_id),
      ['task9', 'task10'],
    );
    assert.deepEqual(packed, plain);
    assert.deepEqual(parquet, plain);
  });

  it('is not made without an accepted task that is not UTF-8', async (t) => {
    const project = await projectOf(t);
    const file = join(project.folder, 'tasks', 'task9.py');
    await writeFile(file, Buffer.from(TASK_FILE.replace('median', 'm\xe9dian'), 'latin1'));
    await assert.rejects(writeRelease(project, '0.1', ADA), /task9\.py:\d+: not UTF-8: byte 0xE9/);
    await assert.rejects(readdir(join(project.folder, 'releases')), { code: 'ENOENT' });
  });

  it('is the same byte for byte when it is made again', async (t) => {
    const project = await projectOf(t);
    const first = await writeRelease(project, '0.1', ADA);
    const content = await contentOf(first.folder);
    const again = await createProject(await temporaryFolder(t));
    for (const { path, text, record } of await readProjectTasks(project)) {
      const copy = path.replace(project.folder, again.folder);
      await writeFile(copy, text ?? '');
      await appendEvents(recordPathOf(copy), record.events);
    }
    const named = { ...again, project: project.project };
    assert.deepEqual(await contentOf((await writeRelease(named, '0.1', ADA)).folder), content);
  });

  it('has a card with figures, process and checksums', async (t) => {
    const { folder } = await writeRelease(await projectOf(t), '0.1', ADA);
    const card = await readFile(join(folder, 'README.md'), 'utf8');
    assert.match(card, /^\| tasks \| 2 \|$/m);
    assert.match(card, /^\| test cases \| 4 \|$/m);
    assert.match(card, /^\| statistics \| 2 \|$/m);
    assert.match(card, /^\| gates overruled \| 2 \|$/m);
    assert.ok(card.includes(`${(await contentOf(folder))['tasks.parquet'] ?? '?'}  tasks.parquet`));
  });

  it('comes after its own pre-releases', async (t) => {
    const project = await projectOf(t);
    const versions = ['0.1-rc2', '0.1-rc10', '0.1', '0.1.1', '0.9', '0.10-rc1'];
    for (const version of versions.toReversed()) await writeRelease(project, version, ADA);
    assert.deepEqual(await releasesOf(project), versions);
    const { folder } = await writeRelease(project, '0.10', ADA);
    assert.match(await readFile(join(folder, 'CHANGES.md'), 'utf8'), /Compared with 0\.10-rc1\./);
    assert.deepEqual(await releasesOf(project), [...versions, '0.10']);
  });

  it('lists what has changed since the one before it', async (t) => {
    const project = await projectOf(t);
    await writeRelease(project, '0.9', ADA);
    const edited = TASK_FILE.replace('Take the median', 'Compute the median');
    await writeFile(join(project.folder, 'tasks', 'task9.py'), edited);
    await recordOutsideEdits(project, () => Promise.resolve(ADA));
    await accept(project, 'draft');
    const { folder } = await writeRelease(project, '0.10', ADA);
    const changes = await readFile(join(folder, 'CHANGES.md'), 'utf8');
    assert.match(changes, /Compared with 0\.9\./);
    assert.match(changes, /## Added \(1\)\n\n- draft/);
    assert.match(
      changes,
      /## Changed \(1\)\n\n- task9: complete_prompt, instruct_prompt, doc_struct/,
    );
  });

  it('is on the record of its tasks', async (t) => {
    const project = await projectOf(t);
    await writeRelease(project, '0.1', ADA);
    const released = (await readProjectTasks(project)).filter(({ record }) =>
      record.events.some((event) => event.type === 'released' && event.release === '0.1'),
    );
    assert.equal(released.length, 2);
  });

  it('is refused without a version, twice, and without an accepted task', async (t) => {
    const project = await projectOf(t);
    await assert.rejects(writeRelease(project, '../x', ADA), /is no version/);
    await writeRelease(project, '0.1', ADA);
    await assert.rejects(writeRelease(project, '0.1', ADA), /a release 0\.1 already/);
    const empty = await createProject(await temporaryFolder(t));
    await assert.rejects(writeRelease(empty, '0.1', ADA), /No task is accepted yet/);
  });
});
