/**
 * Task files split and joined without loss: the samples always, and the released rows where the
 * environment variable BCB_DATA names a dataset file of them.
 */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { domainsOf } from '../../src/core/domains.js';
import { locateLine, partText } from '../../src/core/parts.js';
import { programOf, programOfFile } from '../../src/core/program.js';
import { readRow, toRow } from '../../src/core/row.js';
import { summary } from '../../src/core/summary.js';
import type { Task } from '../../src/core/task.js';
import { joinTaskFile, splitTaskFile } from '../../src/core/taskFile.js';
import { testMethods } from '../../src/core/testMethods.js';
import { openFile, openFolder } from './datasetFiles.js';

const SAMPLES = join(import.meta.dirname, '../../samples');
const RELEASED = process.env['BCB_DATA'];

/** In the released rows the order of the libraries is arbitrary. */
function withSortedLibs(task: Task): Task {
  return { ...task, libs: task.libs.toSorted() };
}

function assertRoundTrip(task: Task): void {
  const text = joinTaskFile(task);
  const again = splitTaskFile(text, task.taskId);
  assert.deepEqual(withSortedLibs(again), withSortedLibs(task));
  const program = programOf(task);
  assert.equal(`${program.code}\n${program.test}`, text);
  assert.deepEqual(programOfFile(text, task.entryPoint), program);
}

/** Every line of the program is shown where the same text stands, and no line of a part is lost. */
function assertLinesFound(task: Task): void {
  const { code, test } = programOf(task);
  const separator = code.split('\n').length;
  const seen = new Set<string>();
  for (const [index, text] of `${code}\n${test}`.trimEnd().split('\n').entries()) {
    const { part, line } = locateLine(task, index + 1);
    if (index + 1 !== separator) {
      const shown = partText(task, part).split('\n')[line - 1];
      assert.equal(shown?.trimEnd(), text.trimEnd(), `${task.taskId}, line ${index + 1}`);
    }
    seen.add(`${part} ${line}`);
  }
  for (const part of ['solution', 'tests'] as const) {
    const lines = partText(task, part).trimEnd().split('\n').length;
    for (let line = 1; line <= lines; line++) {
      assert.ok(seen.has(`${part} ${line}`), `${task.taskId}: ${part} ${line}`);
    }
  }
}

function assertUsable(task: Task): void {
  assert.ok(testMethods(task.test).length > 0, `${task.taskId} has no test methods`);
  assert.ok(summary(task).length <= 80);
  assert.ok(domainsOf(task).length > 0, `${task.taskId} has no domain`);
}

describe('the samples', async () => {
  const { tasks, refused } = await openFolder(SAMPLES);

  it('are all read', () => {
    assert.deepEqual(refused, []);
    assert.equal(tasks.length, 21);
  });

  for (const { task, path } of tasks) {
    it(`are split and joined without loss: ${task.taskId}`, async () => {
      assert.ok(path !== undefined);
      assertRoundTrip(task);
      assertLinesFound(task);
      assertUsable(task);
      const program = programOfFile(await readFile(path, 'utf8'), task.entryPoint);
      assert.equal(`${program.code}\n${program.test}`, await readFile(path, 'utf8'));
      assert.deepEqual(readRow(JSON.parse(JSON.stringify(toRow(task)))), { ok: true, task });
    });
  }
});

const skip = RELEASED === undefined && 'BCB_DATA names no file of released rows';

describe('the released rows', { skip }, async () => {
  const tasks = RELEASED === undefined ? [] : (await openFile(RELEASED)).tasks;

  it('are all read', async () => {
    assert.ok(RELEASED !== undefined);
    assert.deepEqual((await openFile(RELEASED)).refused, []);
    assert.ok(tasks.length > 0);
  });

  it('are split and joined without loss', () => {
    for (const { task } of tasks) assertRoundTrip(task);
  });

  it('follow from their code alone, and are written as they were, byte for byte', async () => {
    for (const [index, row] of (await releasedRows()).entries()) {
      const { instruct_prompt, code_prompt, doc_struct, libs, ...bare } = row;
      const reading = readRow(bare);
      assert.ok(reading.ok);
      const derived = toRow(reading.task);
      assert.deepEqual(
        [derived.instruct_prompt, derived.code_prompt, derived.doc_struct],
        [instruct_prompt, code_prompt, doc_struct],
      );
      const given = tasks[index]?.task;
      assert.ok(given);
      assert.deepEqual(reading.task.libs.toSorted(), given.libs.toSorted());
      assert.deepEqual(toRow(given), { ...bare, instruct_prompt, code_prompt, doc_struct, libs });
    }
  });

  it('have each line of their programs shown', () => {
    for (const { task } of tasks) assertLinesFound(task);
  });

  it('have tests, a summary and a domain', () => {
    for (const { task } of tasks) assertUsable(task);
  });
});

async function releasedRows(): Promise<Record<string, unknown>[]> {
  assert.ok(RELEASED !== undefined);
  const bytes = await readFile(RELEASED);
  const text = (RELEASED.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8');
  return text
    .trimEnd()
    .split('\n')
    .map((line) => {
      const row: unknown = JSON.parse(line);
      assert.ok(typeof row === 'object' && row !== null);
      return { ...row };
    });
}
