import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as v from 'valibot';
import { baselineText } from '../../src/cli/baselineText.js';
import type { AttemptEvent } from '../../src/core/baseline/attemptEvents.js';
import { baselineReport } from '../../src/core/baseline/report.js';
import { mergeCopies, modelResultsOf } from '../../src/core/baseline/results.js';
import type { EvalResults } from '../../src/core/evalResults.js';
import { BaselineReportSchema } from '../../src/shared/baseline.js';
import { at, FAILURE, results, STUDY } from './studies.js';

const no = (question: 'prompt-clear' | 'tests-fair', comment?: string): AttemptEvent => ({
  ...{ ...at(99), type: 'answered', question, answer: false },
  ...(comment !== undefined && { comment }),
});

/** Ada solves one at once and one at the second attempt; Grace gives up, runs out of time, and goes on. */
const PILOT = results([
  { solver: 'ada', taskId: 'Made/1', seconds: 100 },
  { solver: 'ada', taskId: 'Made/2', seconds: 200, verdict: FAILURE },
  { solver: 'ada', taskId: 'Made/2', seconds: 100, attempt: 2 },
  {
    ...{ solver: 'grace', taskId: 'Made/1', seconds: 250, end: 'gave-up', verdict: FAILURE },
    afterwards: [no('prompt-clear'), no('tests-fair', 'It wants a list.')],
  },
  { solver: 'grace', taskId: 'Made/2', seconds: 1800, end: 'timed-out', verdict: null },
  { solver: 'grace', taskId: 'Made/10', seconds: 50, end: 'running' },
  { solver: 'hedy', taskId: 'Made/10', seconds: 70, verdict: null },
]);

/** The first sample of each task. */
function model(fileName: string, statuses: Readonly<Record<string, 'pass' | 'fail'>>) {
  const file: EvalResults = { date: '', eval: {} };
  for (const [task_id, status] of Object.entries(statuses)) {
    file.eval[task_id] = [{ task_id, status, solution: '', details: {} }];
  }
  return modelResultsOf(fileName, file);
}

const rates = ({ solved, total }: { readonly solved: number; readonly total: number }) =>
  `${String(solved)}/${String(total)}`;

describe('the report of a study', () => {
  const report = baselineReport([PILOT], []);

  it('is what the page takes', () => {
    assert.deepEqual(v.parse(BaselineReportSchema, report), report);
  });

  it('counts first attempts that ended for Pass@1, and says which count nowhere yet', () => {
    assert.deepEqual(rates(report.passAt1), '1/4');
    assert.equal(report.passAt1.rate, 0.25);
    assert.ok(report.passAt1.low !== null && report.passAt1.low < 0.06);
    assert.deepEqual(report.open, { running: 1, unjudged: 1 });
    assert.deepEqual(rates(report.solved), '2/4', 'with a second attempt');
  });

  it('has them by solver, by split, and by domain, where a task counts in each of its own', () => {
    assert.deepEqual(
      report.solvers.map(({ name, passAt1 }) => [name, rates(passAt1)]),
      [
        ['ada', '1/2'],
        ['grace', '0/2'],
        ['hedy', '0/0'],
      ],
    );
    assert.equal(report.solvers[2]?.passAt1.rate, null);
    assert.deepEqual(
      report.domains.map(({ domain, passAt1 }) => [domain, rates(passAt1)]),
      [
        ['Computation', '1/2'],
        ['Time', '1/4'],
      ],
    );
    assert.deepEqual(
      report.splits.map(({ split, passAt1 }) => [split, rates(passAt1)]),
      [['complete', '1/4']],
    );
  });

  it('has the times of what was solved, over all attempts', () => {
    assert.deepEqual(report.times, [
      { percentile: 25, seconds: 150 },
      { percentile: 50, seconds: 200 },
      { percentile: 75, seconds: 250 },
      { percentile: 90, seconds: 280 },
    ]);
  });

  it('has a survival curve in which whatever is not solved is censored', () => {
    assert.deepEqual(
      report.survival.map(({ seconds, atRisk, solved, censored }) => [
        ...[seconds, atRisk, solved, censored],
      ]),
      [
        [50, 6, 0, 1],
        [70, 5, 0, 1],
        [100, 4, 1, 0],
        [250, 3, 0, 1],
        [300, 2, 1, 0],
        [1800, 1, 0, 1],
      ],
    );
    assert.equal(report.survival[4]?.unsolved, 0.375);
    assert.equal(report.medianSeconds, 300);
  });

  it('says how far people agree who tried the same tasks', () => {
    const { solvers, tasks, share, alpha } = report.agreement;
    assert.deepEqual([solvers, tasks, share], [2, 2, 0.5]);
    assert.ok(alpha !== null && Math.abs(alpha) < 1e-9);
    const { agreement } = baselineReport([results([{}])], []);
    assert.deepEqual(agreement, { solvers: 1, tasks: 0, share: null, alpha: null });
  });

  it('names the tasks that people fail, the hardest first, and why', () => {
    assert.deepEqual(report.failedTasks, [
      {
        ...{ study: 'Pilot', taskId: 'Made/2', domains: ['Time'], attempted: 2, failed: 2 },
        causes: [
          { value: 'Assertion failed', count: 1 },
          { value: 'Out of time', count: 1 },
        ],
        tests: [{ value: 'test_large', count: 1 }],
        ...{ unclear: 0, unfair: 0, comments: [] },
      },
      {
        ...{ study: 'Pilot', taskId: 'Made/1', domains: ['Computation', 'Time'] },
        ...{ attempted: 2, failed: 1, causes: [{ value: 'Gave up', count: 1 }] },
        tests: [{ value: 'test_large', count: 1 }],
        ...{ unclear: 1, unfair: 1, comments: ['It wants a list.'] },
      },
    ]);
  });

  it('names no test and no comment of a task that its reader is still to solve', () => {
    const { failedTasks } = baselineReport([{ ...PILOT, hidden: new Set(['Made/1']) }], []);
    assert.deepEqual(
      failedTasks.map(({ taskId, tests, comments }) => [taskId, tests.length, comments.length]),
      [
        ['Made/2', 1, 0],
        ['Made/1', 0, 0],
      ],
    );
  });

  it('has a row for each attempt', () => {
    assert.equal(report.attempts.length, 7);
    assert.deepEqual(report.attempts[1], {
      ...{ study: 'Pilot', solver: 'ada', taskId: 'Made/2', attempt: 1, end: 'submitted' },
      ...{ passed: false, passedPlain: false, cause: 'Assertion failed' },
      ...{ countedSeconds: 200, idleSeconds: 0, awaySeconds: 0, pausedSeconds: 0 },
      ...{ firstRunSeconds: null, runs: 0, edits: 0, pastes: 0, peeks: 0, recorded: false },
    });
  });

  it('of nobody is empty', () => {
    const empty = v.parse(BaselineReportSchema, baselineReport([results([])], []));
    assert.deepEqual([empty.passAt1.rate, empty.medianSeconds, empty.survival], [null, null, []]);
    assert.match(baselineText(empty), /0 solvers, 0 first attempts/);
  });
});

describe('several studies', () => {
  const instruct = results([{ solver: 'ada', taskId: 'Made/1', verdict: FAILURE }], {
    ...{ name: 'Other', split: 'instruct' },
  });
  const report = baselineReport([PILOT, instruct], []);

  it('are taken together and told apart', () => {
    assert.equal(rates(report.passAt1), '1/5');
    assert.deepEqual(
      report.studies.map(({ name, passAt1 }) => [name, rates(passAt1)]),
      [
        ['Pilot', '1/4'],
        ['Other', '0/1'],
      ],
    );
    assert.deepEqual(
      report.splits.map(({ passAt1 }) => rates(passAt1)),
      ['1/4', '0/1'],
    );
  });

  it('share no task: solving it with one prompt is not solving it with the other', () => {
    assert.equal(report.agreement.tasks, 2);
    assert.deepEqual(
      report.failedTasks.map(({ study, taskId }) => `${study} ${taskId}`),
      ['Pilot Made/2', 'Other Made/1', 'Pilot Made/1'],
    );
  });
});

describe('copies of a study', () => {
  const started = { solver: 'ada', taskId: 'Made/1' };
  const elsewhere = { dataset: { ...STUDY.dataset, source: './copy.jsonl' } };

  it('are one study, in which a record that lies in both counts once, as far as it goes', () => {
    const both = [
      results([{ ...started, end: 'running' }, { solver: 'grace' }]),
      results([started, { solver: 'hedy', verdict: FAILURE }], elsewhere),
    ];
    for (const copies of [both, both.toReversed()]) {
      const [merged, ...others] = mergeCopies(copies);
      assert.ok(merged);
      assert.equal(others.length, 0);
      assert.equal(rates(baselineReport([merged], []).passAt1), '2/3');
    }
    const { length } = mergeCopies([PILOT, results([], { minutes: 10 })]);
    assert.equal(length, 2, 'other conditions, another study');
  });

  it('are refused where two people have one name', () => {
    const later = results([started], elsewhere);
    const [attempt] = later.attempts;
    assert.ok(attempt);
    const time = '2026-02-02T00:00:00.000Z';
    const copy = { ...later, attempts: [{ ...attempt, started: { ...attempt.started, time } }] };
    assert.throws(() => mergeCopies([results([started]), copy]), {
      name: 'UserError',
      message: /Two people are “ada”.*both have begun Made\/1/,
    });
  });
});

describe('people against models', () => {
  const statuses = { 'Made/1': 'pass', 'Made/2': 'fail', 'Made/99': 'pass' } as const;

  it('are compared in pairs at the same tasks', () => {
    const [one] = baselineReport([PILOT], [model('river_eval_results.json', statuses)]).models;
    assert.ok(one);
    assert.deepEqual([one.model, one.split, one.pairs], ['river', null, 4]);
    assert.deepEqual([rates(one.people), rates(one.modelRate)], ['1/4', '2/4']);
    assert.deepEqual([one.onlyPeople, one.onlyModel, one.pValue], [0, 1, 1]);
  });

  it('are not compared across splits, where the file’s name tells the model’s', () => {
    const name = (split: string) =>
      `river--main--bigcodebench-hard-${split}--vllm-0-1-sanitized_calibrated_eval_results.json`;
    const models = ['complete', 'instruct'].map((split) => model(name(split), statuses));
    const compared = baselineReport([PILOT], models).models;
    assert.deepEqual(
      compared.map((one) => [one.model, one.split, one.pairs, one.pValue]),
      [
        ['river--main', 'complete', 4, 1],
        ['river--main', 'instruct', 0, null],
      ],
    );
  });
});

describe('the report in a terminal', () => {
  it('says it all in a few tables', () => {
    const text = baselineText(baselineReport([PILOT], [model('river.json', { 'Made/1': 'fail' })]));
    for (const part of [
      /^Pilot: Complete, 3 tasks, 30 minutes and 2 attempts each\n3 solvers, 4 first attempts that ended, 1 still running, 1 without a verdict\n/,
      /Pass@1 of people: 25\.0 % \(1 of 4\), 95 % interval 4\.6 to 69\.9 %\n/,
      /solved in any attempt: 50\.0 % \(2 of 4\)\n/,
      /^Time +25\.0 % +4\.6 to 69\.9 % +1 of 4\n/m,
      /^hedy +– +– +0 of 0\n/m,
      /percentiles: 25 % 2:30, 50 % 3:20, 75 % 4:10, 90 % 4:40\n/,
      /not solved after: 7:30 37\.5 %, .*; half after 5:00 \(Kaplan–Meier\)\n/,
      /^river +2 +50\.0 % +0\.0 % +1 +0 +1\.000\n/m,
      /^Made\/1 +1 of 2 +1 Gave up +1 test_large +1 found the prompt unclear, 1 found the tests unfair\n/m,
      /\nMade\/1: “It wants a list\.”\n/,
      /agreement of 2 solvers at 2 common tasks: 50\.0 %, Krippendorff's alpha 0\.00\n/,
    ]) {
      assert.match(text, part);
    }
    assert.doesNotMatch(text, /^(study|split) /m, 'nothing to tell apart');
  });
});
