import assert from 'node:assert/strict';
import { appendFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import type { Person } from '../../src/core/curation/events.js';
import { recordedText } from '../../src/core/curation/replay.js';
import { readUpToDate } from '../../src/node/curation/outsideEdits.js';
import { createProject } from '../../src/node/curation/projectFolder.js';
import { ProjectReader } from '../../src/node/curation/projectReader.js';
import { temporaryFolder } from './datasetFiles.js';
import { TASK_FILE } from './tasks.js';

const ADA: Person = { kind: 'person', name: 'Ada', email: 'ada@example.org' };
/** For files that are written now to be old enough for their state to be believed. */
const later = (): number => Date.now() + 60_000;

async function projectOf(t: TestContext, ...names: string[]) {
  const { folder } = await createProject(await temporaryFolder(t));
  const file = (name: string): string => join(folder, 'tasks', `${name}.py`);
  for (const name of names) await writeFile(file(name), TASK_FILE);
  return { folder, file };
}

describe('a project that is read time and again', () => {
  it('gives the same objects until their files change', async (t) => {
    const { folder, file } = await projectOf(t, 'one', 'two');
    const reader = new ProjectReader(folder, later);
    const first = await reader.read();
    const again = await reader.read();
    assert.equal(again.project, first.project);
    assert.deepEqual(
      again.tasks.map((task, index) => task === first.tasks[index]),
      [true, true],
    );
    await appendFile(file('two'), '# A note.\n');
    const { tasks } = await reader.read();
    assert.equal(tasks[0], first.tasks[0]);
    assert.equal(tasks[1]?.text, `${TASK_FILE}# A note.\n`);
    await rm(file('one'));
    const left = await reader.read();
    assert.deepEqual(
      left.tasks.map(({ taskId }) => taskId),
      ['two'],
    );
  });

  it('is read anew when its own file changes', async (t) => {
    const { folder } = await projectOf(t, 'one');
    const reader = new ProjectReader(folder, later);
    const first = await reader.read();
    const changed = { version: 1, name: 'other', limits: { tests: 2 } };
    await writeFile(join(folder, 'bigcodebench.json'), JSON.stringify(changed));
    const { project, tasks } = await reader.read();
    assert.equal(project.project.limits.tests, 2);
    assert.notEqual(tasks[0], first.tasks[0]);
  });

  it('sees a change that its clock and its length do not tell', async (t) => {
    const { folder, file } = await projectOf(t, 'one');
    const reader = new ProjectReader(folder);
    for (const digit of ['4', '5', '6']) {
      const text = TASK_FILE.replace('LIMIT = 3', `LIMIT = ${digit}`);
      await writeFile(file('one'), text);
      assert.equal((await reader.read()).tasks[0]?.text, text);
    }
  });

  it('goes on with the other tasks while a file is not UTF-8, and has it back when it is', async (t) => {
    const { folder, file } = await projectOf(t, 'one', 'two');
    const reader = new ProjectReader(folder, later);
    const first = await reader.read();
    await writeFile(file('one'), Buffer.from('# One.\n# caf\xe9\n', 'latin1'));
    const { tasks } = await reader.read();
    assert.deepEqual(tasks[0]?.refusal, {
      file: file('one'),
      line: 2,
      reason: 'not UTF-8: byte 0xE9 at offset 12. Save the file as UTF-8.',
    });
    assert.equal(tasks[0].text, undefined);
    assert.equal(tasks[1], first.tasks[1]);
    assert.equal((await reader.read()).tasks[0], tasks[0]);
    await writeFile(file('one'), '# One.\n# café\n');
    const [mended] = (await reader.read()).tasks;
    assert.equal(mended?.text, '# One.\n# café\n');
    assert.equal(mended.refusal, undefined);
  });

  it('has up-to-date records, and asks for a name once', async (t) => {
    const { folder, file } = await projectOf(t, 'one', 'two', 'three');
    const reader = new ProjectReader(folder, later);
    let asked = 0;
    const whoIs = (): Promise<Person> => {
      asked += 1;
      return Promise.resolve(ADA);
    };
    const { recorded, tasks } = await readUpToDate(reader, whoIs);
    assert.equal(recorded.length, 3);
    assert.equal(asked, 1);
    for (const { history, text } of tasks) assert.equal(recordedText(history), text);
    await appendFile(file('two'), '# A note.\n');
    const next = await readUpToDate(reader, whoIs);
    assert.deepEqual(
      next.recorded.map(({ taskId }) => taskId),
      ['two'],
    );
    assert.deepEqual(
      next.tasks.map(({ record }) => record.events.length),
      [1, 1, 2],
    );
  });

  it('takes no half of a text for an edit while another program writes the file', async (t) => {
    const { folder, file } = await projectOf(t, 'one');
    const whoIs = (): Promise<Person> => Promise.resolve(ADA);
    await readUpToDate(new ProjectReader(folder), whoIs);
    const whole = `${TASK_FILE}# A note.\n`;
    await writeFile(file('one'), '');
    /** The other program goes on right after the first look at its file. */
    class WatchedReader extends ProjectReader {
      #isWritten = false;

      override async read() {
        const reading = await super.read();
        if (!this.#isWritten) await writeFile(file('one'), whole);
        this.#isWritten = true;
        return reading;
      }
    }
    const { recorded, tasks } = await readUpToDate(new WatchedReader(folder), whoIs);
    assert.equal(recorded.length, 1);
    assert.equal(tasks[0]?.text, whole);
    assert.deepEqual([...tasks[0].history.texts.values()], [TASK_FILE, whole]);
  });
});
