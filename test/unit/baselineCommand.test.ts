/** `bcb baseline` on studies and records on the disk, and what it writes for others. */
import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import * as v from 'valibot';
import { baseline } from '../../src/cli/baseline.js';
import { evaluate } from '../../src/cli/evaluate.js';
import type { Surroundings } from '../../src/cli/surroundings.js';
import type { AttemptEvent } from '../../src/core/baseline/attemptEvents.js';
import { dataExport, withPseudonyms } from '../../src/core/baseline/exports.js';
import { studyChecksum, type Study } from '../../src/core/baseline/study.js';
import { splitTaskFile } from '../../src/core/taskFile.js';
import { toRow } from '../../src/core/row.js';
import { appendAttemptEvents, attemptRecordOf } from '../../src/node/baseline/attemptFiles.js';
import { readJson, writeJson } from '../../src/node/jsonFile.js';
import { readEvalResults, resultFilesOf } from '../../src/node/results/resultFiles.js';
import { BaselineReportSchema } from '../../src/shared/baseline.js';
import { jsonl, temporaryFolder } from './datasetFiles.js';
import { at, eventsOf, FAILURE, results, STUDY, type Told } from './studies.js';

const TASKS = [1, 2].map((number) =>
  splitTaskFile(
    `import math

def task_func(x):
    """Scale a number by ${String(number)}."""
    return math.floor(x) * ${String(number)}

import unittest

class TestCases(unittest.TestCase):
    def test_small(self):
        self.assertEqual(task_func(2), ${String(2 * number)})

    def test_large(self):
        self.assertEqual(task_func(1000), ${String(1000 * number)})
`,
    `Made/${String(number)}`,
  ),
);
const RIGHT = TASKS.map(
  ({ completePrompt, canonicalSolution }) => completePrompt + canonicalSolution,
);
/** Passes only below the code prompt, which imports math. */
const CALIBRATED = 'def task_func(x):\n    return math.floor(x)\n';
const WRONG = 'import math\n\ndef task_func(x):\n    return math.floor(x) - 1\n';

const PEOPLE: readonly Told[] = [
  { solver: 'ada lovelace', text: CALIBRATED },
  { solver: 'ada lovelace', taskId: 'Made/2', text: RIGHT[1] ?? '' },
  { solver: 'grace hopper', text: WRONG, verdict: FAILURE },
  { solver: 'grace hopper', attempt: 2, text: RIGHT[0] ?? '' },
  { solver: 'grace hopper', taskId: 'Made/2', end: 'gave-up', text: '', verdict: FAILURE },
];

/** A study of those two tasks, with everybody's records, and a way to run the command on it. */
async function pilot(t: TestContext, changes: Partial<Study> = {}) {
  const folder = await temporaryFolder(t);
  const study: Study = {
    ...{ ...STUDY, tasks: TASKS.map(({ taskId }) => taskId), ...changes },
    dataset: { source: 'tasks.jsonl', checksum: studyChecksum(TASKS) },
  };
  const file = { path: join(folder, `${study.name}.study.json`), study };
  await writeJson(file.path, study);
  await writeFile(join(folder, 'tasks.jsonl'), jsonl(...TASKS.map(toRow)));
  const { signal } = new AbortController();
  const surroundings: Surroundings = {
    ...{ packageDir: join(import.meta.dirname, '../..'), cacheDir: join(folder, 'cache'), signal },
  };
  return {
    ...{ file, surroundings, inside: (name: string) => join(folder, name) },
    record: async (told: Told) => {
      const { solver = 'ada', taskId = 'Made/1', attempt = 1 } = told;
      const path = attemptRecordOf({ study: file, solver, taskId, attempt });
      await appendAttemptEvents(path, eventsOf(told));
      return path;
    },
    run: (...args: readonly string[]) => baseline([file.path, ...args], surroundings),
  };
}

async function withPeople(t: TestContext) {
  const made = await pilot(t);
  for (const told of PEOPLE) await made.record(told);
  return made;
}

describe('bcb baseline', () => {
  it('reads studies and records, and writes the report as data, naming nobody', async (t) => {
    const { run, inside } = await withPeople(t);
    const out = inside('report.json');
    assert.equal(await run('--json', out), 0);
    const report = v.parse(BaselineReportSchema, await readJson(out));
    assert.deepEqual([report.passAt1.solved, report.passAt1.total], [2, 4]);
    assert.deepEqual(
      report.solvers.map(({ name }) => name),
      ['P1', 'P2'],
    );
    assert.deepEqual(
      report.domains.map(({ domain }) => domain),
      ['Computation'],
    );
    assert.equal(await run('--json', out, '--names'), 0);
    const named = v.parse(BaselineReportSchema, await readJson(out));
    assert.deepEqual(
      named.solvers.map(({ name }) => name),
      ['ada lovelace', 'grace hopper'],
    );
  });

  it('takes several studies together, and models’ results', async (t) => {
    const { run, inside, file } = await withPeople(t);
    const other = inside('Other.study.json');
    await writeJson(other, { ...file.study, name: 'Other', split: 'instruct' });
    const entry = { task_id: 'Made/1', solution: '', status: 'pass', details: {} };
    const model = inside('river_eval_results.json');
    await writeJson(model, { date: '', eval: { 'Made/1': [entry] } });
    const out = inside('report.json');
    assert.equal(await run(other, '--results', model, '--results', model, '--json', out), 0);
    const { studies, models } = v.parse(BaselineReportSchema, await readJson(out));
    assert.deepEqual(
      studies.map(({ name, passAt1 }) => [name, passAt1.total]),
      [
        ['Pilot', 4],
        ['Other', 0],
      ],
    );
    assert.deepEqual(
      models.map((one) => [one.model, one.pairs, one.onlyModel]),
      [
        ['river', 2, 1],
        ['river', 2, 1],
      ],
    );
  });

  it('reports what it could not read, by its exit code too', async (t) => {
    const { run, record } = await withPeople(t);
    await writeFile(await record({ solver: 'hedy' }), '{"version": 1, "type": "sta');
    assert.equal(await run(), 1);
  });

  it('says what is wrong with a call', async (t) => {
    const { run, inside, file, surroundings } = await pilot(t);
    await writeFile(inside('no.json'), '{}');
    const mixed = inside('Mixed.study.json');
    await writeJson(mixed, { ...file.study, split: 'instruct' });
    const changed = inside('Changed.study.json');
    await writeJson(changed, { ...file.study, tasks: ['Made/2', 'Made/1'] });
    const wrong: [string[], RegExp][] = [
      [[inside('none.study.json')], /none\.study\.json: there is no such file/],
      [[inside('no.json')], /no\.json: field version/],
      [[changed], /checksum differs/],
      [['--results', inside('none.json')], /There is no .*none\.json/],
      [['--results', inside('no.json')], /no\.json holds no results/],
      [['--samples', inside('samples.json')], /--samples: .*ends in \.jsonl/],
      [['--samples', inside('tasks.jsonl')], /tasks\.jsonl is there already/],
      [['--samples', inside('new.jsonl')], /No first attempt has ended/],
      [[mixed, '--samples', inside('new.jsonl')], /studies of one split/],
    ];
    for (const [args, message] of wrong) {
      await assert.rejects(run(...args), { name: 'UserError', message });
    }
    await assert.rejects(baseline([], surroundings), { name: 'UserError', message: /^STUDY is/ });
  });
});

describe('people’s samples', () => {
  it('are their first solutions, and an evaluation says of them what the records say', async (t) => {
    const { run, inside, surroundings } = await withPeople(t);
    const samples = inside('people.jsonl');
    assert.equal(await run('--samples', samples, '--names'), 0);
    const ada = 'ada lovelace';
    const grace = 'grace hopper';
    assert.equal(
      await readFile(samples, 'utf8'),
      jsonl(
        { task_id: 'Made/1', solution: CALIBRATED, solver: ada },
        { task_id: 'Made/1', solution: WRONG, solver: grace },
        { task_id: 'Made/2', solution: RIGHT[1], solver: ada },
        { task_id: 'Made/2', solution: '', solver: grace },
      ),
    );
    const call = ['--samples', samples, '--tasks', inside('tasks.jsonl'), '--workers', '1'];
    assert.equal(await evaluate(call, surroundings), 0);
    const evaluated = await readEvalResults(resultFilesOf(samples).results);
    const statuses = Object.values(evaluated?.eval ?? {}).flat();
    assert.deepEqual(
      statuses.map(({ status }) => status),
      ['pass', 'fail', 'pass', 'fail'],
    );
  });

  it('have no name unless asked', async (t) => {
    const { run, inside } = await withPeople(t);
    assert.equal(await run('--samples', inside('people.jsonl')), 0);
    const text = await readFile(inside('people.jsonl'), 'utf8');
    assert.doesNotMatch(text, /ada|grace/);
    assert.match(text, /"solver":"P2"/);
  });
});

describe('the data of a study', () => {
  const answered: AttemptEvent = {
    ...{ ...at(70), type: 'answered', question: 'tests-fair', answer: false },
    comment: 'As Ada I say no.',
  };
  const told: Told = {
    ...{ solver: 'ada', verdict: FAILURE, afterwards: [answered] },
    between: [
      { ...at(9), type: 'peeked', at: '/home/ada/tasks.jsonl' },
      { ...at(9), type: 'pasted', characters: 400, lines: 8 },
      { ...at(10), type: 'ran', what: 'tests', passed: 1, total: 2, cause: 'assertion' },
      {
        ...{ ...at(11), type: 'edited', edits: 5 },
        changes: [{ seconds: 8, offset: 0, deleted: 0, inserted: 'ada' }],
      },
    ],
  };
  const studies = [results([told, { solver: 'grace' }])];

  it('are without anything that tells who somebody is', () => {
    const data = dataExport(withPseudonyms(studies, 1), { personal: false });
    assert.doesNotMatch(JSON.stringify(data), /ada|grace|2026-|made\.completer|home/i);
    const [study] = data.studies;
    assert.equal(study?.dataset.source, 'tasks.jsonl');
    const attempt = study.attempts.find(({ solved }) => solved === false);
    assert.ok(attempt);
    assert.deepEqual([attempt.peeks, attempt.edits, attempt.counted_s], [1, 5, 60]);
    assert.deepEqual(attempt.pastes, [{ characters: 400, lines: 8, counted_s: 9 }]);
    assert.deepEqual(attempt.runs, [
      { what: 'tests', passed: 1, total: 2, cause: 'assertion', counted_s: 10 },
    ]);
    assert.deepEqual(attempt.answers, { 'tests-fair': false });
    assert.deepEqual(attempt.verdict?.calibrated, {
      ...{ status: 'fail', cause: 'assertion', tests_passed: 1, tests_total: 2 },
      failed: ['test_large'],
    });
  });

  it('have it where names are asked for', () => {
    const [study] = dataExport(studies, { personal: true }).studies;
    const [attempt] = study?.attempts ?? [];
    assert.equal(attempt?.solver, 'ada');
    assert.deepEqual(attempt.personal, {
      ...{ started: '2026-01-01T09:00:00.000Z', ended: '2026-01-01T09:01:00.000Z' },
      ...{ ai_extensions: ['made.completer'], peeks: ['/home/ada/tasks.jsonl'] },
      comments: { 'tests-fair': 'As Ada I say no.' },
      details: FAILURE.details,
      begun_with: 'def task_func():\n',
      changes: [{ seconds: 8, offset: 0, deleted: 0, inserted: 'ada' }],
    });
  });

  it('give each person one pseudonym in all studies, in an order that only the seed decides', () => {
    const both = [...studies, results([{ solver: 'grace' }, { solver: 'hedy' }])];
    const orders = Array.from({ length: 50 }, (_, seed) =>
      withPseudonyms(both, seed * 99_991).map(({ attempts }) =>
        attempts.map(({ started }) => started.solver),
      ),
    );
    for (const [first = [], second = []] of orders) {
      assert.equal(first[1], second[0]);
      assert.deepEqual([...first, second[1]].toSorted(), ['P1', 'P2', 'P3']);
    }
    assert.equal(new Set(orders.map((order) => order.join())).size, 6);
  });
});
