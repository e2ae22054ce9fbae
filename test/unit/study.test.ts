import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { submissionText } from '../../src/core/baseline/conditions.js';
import { parseStudy, studyChecksum, studyTasks } from '../../src/core/baseline/study.js';
import { toRow } from '../../src/core/row.js';
import { attemptsFolder, readStudy, readStudyTasks } from '../../src/node/baseline/studyFiles.js';
import { jsonl, temporaryFolder } from './datasetFiles.js';
import { STUDY } from './studies.js';
import { aTask } from './tasks.js';

const TASKS = STUDY.tasks.map((taskId) => aTask({ taskId, libs: ['statistics', 'json'] }));
const CHECKSUM = studyChecksum(TASKS);
const byId = (tasks: typeof TASKS) => new Map(tasks.map((task) => [task.taskId, task]));

describe('a study file', () => {
  it('says what the study is', () => {
    assert.deepEqual(parseStudy(JSON.parse(JSON.stringify(STUDY)), 'p.study.json'), STUDY);
    const limited = { ...STUDY, runs: { kind: 'tests', limit: 2 }, python: '3.10' };
    assert.deepEqual(parseStudy(limited, 'p.study.json'), limited);
  });

  it('is refused with the field that is wrong', () => {
    const wrong: [object, string][] = [
      [{ version: 2 }, 'version'],
      [{ name: '' }, 'name'],
      [{ split: 'both' }, 'split'],
      [{ dataset: { source: 'samples', checksum: 'abc' } }, 'dataset.checksum'],
      [{ selection: { kind: 'stratified', count: 0, seed: 1 } }, 'selection.count'],
      [{ selection: { kind: 'all' } }, 'selection.kind'],
      [{ tasks: [] }, 'tasks'],
      [{ tasks: ['Made/1', 'Made/2', 'Made/1'] }, 'tasks: Made/1 stands twice'],
      [{ minutes: 0 }, 'minutes'],
      [{ minutes: Infinity }, 'minutes: expected a number of minutes'],
      [{ attempts: 1.5 }, 'attempts'],
      [{ runs: { kind: 'tests', limit: 0 } }, 'runs.limit'],
      [{ python: '3' }, 'python: expected a version such as 3.10'],
      [{ minuets: 30 }, 'minuets'],
    ];
    for (const [change, field] of wrong) {
      assert.throws(() => parseStudy({ ...STUDY, ...change }, 'p.study.json'), {
        name: 'UserError',
        message: new RegExp(`^p\\.study\\.json: field ${field.replaceAll('.', '\\.')}`),
      });
    }
    assert.throws(() => parseStudy([], 'p.study.json'), { name: 'UserError' });
  });

  it('has its attempts beside it', () => {
    const path = join('studies', 'pilot.study.json');
    assert.equal(attemptsFolder({ path }), join('studies', 'pilot.attempts'));
  });
});

describe('what is said before an attempt is submitted', () => {
  it('is whether it decides, and else how many are left', () => {
    const said = (attempts: number, attempt: number) =>
      submissionText({ ...STUDY, attempts }, attempt);
    assert.match(said(3, 1), /does not pass, 2 more attempts are left/);
    assert.match(said(3, 2), /does not pass, 1 more attempt is left/);
    assert.match(said(3, 3), /last attempt: the task is decided by it/);
    assert.match(said(1, 1), /one attempt: the task is decided by it/);
  });
});

describe('the tasks of a study', () => {
  const study = { ...STUDY, dataset: { ...STUDY.dataset, checksum: CHECKSUM } };

  it('are found in its order, among others, whatever the order of their libraries', () => {
    const shelved = TASKS.map((task) => ({ ...task, libs: ['json', 'statistics'] }));
    const all = byId([aTask({ taskId: 'Made/3' }), ...shelved.toReversed()]);
    assert.deepEqual(
      studyTasks(study, all).map(({ taskId }) => taskId),
      STUDY.tasks,
    );
  });

  it('have a checksum of their contents and their order', () => {
    assert.match(CHECKSUM, /^[0-9a-f]{64}$/);
    const [first, ...rest] = TASKS;
    assert.ok(first);
    assert.notEqual(studyChecksum([...rest, first]), CHECKSUM);
    for (const change of [{ test: 'pass' }, { instructPrompt: 'Do it.' }, { libs: [] }]) {
      assert.notEqual(studyChecksum([{ ...first, ...change }, ...rest]), CHECKSUM);
    }
  });

  it('are refused where one is missing or not what it was', () => {
    assert.throws(() => studyTasks(study, byId(TASKS.slice(1))), {
      name: 'UserError',
      message: /has no Made\/1, which the study “Pilot” asks for/,
    });
    const changed = TASKS.map((task) => ({ ...task, test: `${task.test}\n` }));
    assert.throws(() => studyTasks(study, byId(changed)), {
      name: 'UserError',
      message: /their checksum differs/,
    });
  });

  it('are read from the dataset, with a path from the study’s folder', async (t) => {
    const folder = await temporaryFolder(t);
    const path = join(folder, 'pilot.study.json');
    await writeFile(join(folder, 'tasks.jsonl'), jsonl(...TASKS.map(toRow)));
    const value = { ...study, dataset: { ...study.dataset, source: './tasks.jsonl' } };
    await writeFile(path, JSON.stringify(value));
    const file = await readStudy(path);
    const tasks = await readStudyTasks(file, { samplesDir: '', cacheDir: '' });
    assert.equal(studyChecksum(tasks), CHECKSUM);
    await assert.rejects(readStudy(join(folder, 'none.study.json')), {
      name: 'UserError',
      message: /none\.study\.json: there is no such file/,
    });
  });
});
