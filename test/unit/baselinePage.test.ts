import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { AttemptRow, SurvivalStep } from '../../src/shared/baseline.js';
import { clockText } from '../../src/shared/clockText.js';
import { matching } from '../../webview/baseline/attemptRows.js';
import { censoredOf, cornersOf, curveInWords, minuteTicks } from '../../webview/baseline/curve.js';
import {
  conditionsText,
  flagsOf,
  intervalText,
  outcomeText,
  pValueText,
  rateText,
} from '../../webview/baseline/words.js';

const row: AttemptRow = {
  ...{ study: 'Pilot', solver: 'solver-4f2a', taskId: 'BigCodeBench/13', attempt: 1 },
  ...{ end: 'submitted', passed: true, passedPlain: true, cause: null },
  ...{ countedSeconds: 725, idleSeconds: 30, awaySeconds: 0, pausedSeconds: 0 },
  ...{ firstRunSeconds: 60, runs: 2, edits: 140, pastes: 0, peeks: 0, recorded: false },
};

describe('the words of the results', () => {
  it('say a rate with what it is of, and its interval', () => {
    const rate = { solved: 10, total: 12, rate: 10 / 12, low: 0.552, high: 0.953 };
    assert.equal(rateText(rate), '83 % (10 of 12)');
    assert.equal(intervalText(rate), '55 % to 95 %');
    const none = { solved: 0, total: 0, rate: null, low: null, high: null };
    assert.equal(rateText(none), '–');
    assert.equal(intervalText(none), '');
  });

  it('say a p value as exactly as it is known', () => {
    assert.equal(pValueText(null), '–');
    assert.equal(pValueText(0.0004), '< 0.001');
    assert.equal(pValueText(0.21875), '0.219');
    assert.equal(pValueText(1), '1.000');
  });

  it('say times as clocks do', () => {
    assert.equal(clockText(0), '0:00');
    assert.equal(clockText(44.4), '0:45');
    assert.equal(clockText(59.2), '1:00');
    assert.equal(clockText(725), '12:05');
    assert.equal(clockText(3723), '1:02:03');
  });

  it('say what people met', () => {
    const study = {
      ...({ name: 'Pilot', split: 'instruct', tasks: 12, minutes: 1, attempts: 2 } as const),
      passAt1: { solved: 0, total: 0, rate: null, low: null, high: null },
    };
    assert.equal(conditionsText(study), 'Instruct · 12 tasks · 1 minute each · 2 attempts');
  });

  it('say how an attempt went', () => {
    assert.equal(outcomeText(row), 'Passed');
    assert.equal(outcomeText({ ...row, passed: false, cause: 'Timed out' }), 'Failed: Timed out');
    assert.equal(outcomeText({ ...row, passed: null }), 'Not judged yet');
    assert.equal(outcomeText({ ...row, end: 'running', passed: null }), 'Running');
    assert.equal(outcomeText({ ...row, end: 'gave-up', passed: false }), 'Gave up');
    assert.equal(outcomeText({ ...row, end: 'timed-out' }), 'Out of time, passes');
  });

  it('say what to know before an attempt is taken at its word', () => {
    assert.deepEqual(flagsOf(row), []);
    assert.deepEqual(flagsOf({ ...row, pastes: 1, peeks: 2, passedPlain: false, recorded: true }), [
      '1 large paste',
      '2 peeks',
      'fails as it stands',
      'recorded',
    ]);
  });
});

describe('the table of attempts', () => {
  it('is filtered by every word, in person, task, outcome or flags', () => {
    const other = { ...row, solver: 'solver-99aa', passed: false, cause: 'Exception', pastes: 1 };
    const found = (filter: string) => matching([row, other], filter).map(({ solver }) => solver);
    assert.deepEqual(found(''), ['solver-4f2a', 'solver-99aa']);
    assert.deepEqual(found('PASSED'), ['solver-4f2a']);
    assert.deepEqual(found('bench/13  paste'), ['solver-99aa']);
    assert.deepEqual(found('exception 4f2a'), []);
  });
});

describe('the survival curve', () => {
  const step = (seconds: number, unsolved: number, censored = 0): SurvivalStep => ({
    ...{ seconds, unsolved, censored, atRisk: 4, solved: censored > 0 ? 0 : 1 },
  });
  const steps = [step(60, 0.75), step(120, 0.75, 1), step(240, 0.375)];

  it('is level between its steps and falls at each', () => {
    assert.deepEqual(cornersOf(steps, 600), [
      ...[
        { x: 0, y: 0 },
        { x: 10, y: 0 },
        { x: 10, y: 25 },
      ],
      ...[
        { x: 20, y: 25 },
        { x: 20, y: 25 },
      ],
      ...[
        { x: 40, y: 25 },
        { x: 40, y: 62.5 },
      ],
    ]);
  });

  it('has a tick where tasks were left unsolved', () => {
    assert.deepEqual(censoredOf(steps, 600), [{ x: 20, y: 25 }]);
  });

  it('is told in words', () => {
    assert.equal(
      curveInWords(steps),
      'After 4:00 minutes half of the tasks or more are solved. After 4:00 minutes 38 % are estimated to be unsolved.',
    );
    assert.match(curveInWords([step(60, 0.75)]), /^Less than half of the tasks are solved\./);
    assert.equal(curveInWords([]), 'No attempt has ended yet.');
  });

  it('has few round numbers of minutes on its axis', () => {
    assert.deepEqual(minuteTicks(30 * 60), [0, 5, 10, 15, 20, 25, 30]);
    assert.deepEqual(minuteTicks(10 * 60), [0, 2, 4, 6, 8, 10]);
    assert.deepEqual(minuteTicks(90), [0, 1]);
    assert.deepEqual(minuteTicks(90 * 60), [0, 15, 30, 45, 60, 75, 90]);
  });
});
