/** Studies and attempts for tests, by way of the records that tell of them. */
import assert from 'node:assert/strict';
import { attemptOf, type Attempt, type AttemptEnd } from '../../src/core/baseline/attempt.js';
import type { AttemptEvent, AttemptVerdict } from '../../src/core/baseline/attemptEvents.js';
import type { StudyResults } from '../../src/core/baseline/results.js';
import type { Study } from '../../src/core/baseline/study.js';

export const STUDY: Study = {
  version: 1,
  name: 'Pilot',
  dataset: { source: '/home/ada/tasks.jsonl', checksum: '0'.repeat(64) },
  split: 'complete',
  selection: { kind: 'stratified', count: 3, seed: 7 },
  tasks: ['Made/1', 'Made/2', 'Made/10'],
  minutes: 30,
  attempts: 2,
  runs: { kind: 'examples' },
  pauses: true,
  documentation: true,
  ai: false,
};

export const FAILURE: AttemptVerdict = {
  status: 'fail',
  cause: 'assertion',
  message: '1 of 2 tests failed',
  ...{ testsPassed: 1, testsTotal: 2, durationSeconds: 0.1 },
  details: { test_large: 'File "/home/ada/x.py", line 1\nAssertionError' },
};
export const PASS: AttemptVerdict = {
  ...{ status: 'pass', cause: null, message: '2 tests passed' },
  ...{ testsPassed: 2, testsTotal: 2, durationSeconds: 0.1, details: {} },
};

/** What a test says of an attempt; the rest is as it mostly is. */
export interface Told {
  readonly solver?: string;
  readonly taskId?: string;
  readonly attempt?: number;
  readonly end?: AttemptEnd;
  /** Counted. */
  readonly seconds?: number;
  /** Calibrated; null before there is one. */
  readonly verdict?: AttemptVerdict | null;
  readonly text?: string;
  /** What it began with, where that matters. */
  readonly begin?: string;
  readonly recorded?: boolean;
  /** What happened between the start and the end. */
  readonly between?: readonly AttemptEvent[];
  /** What happened after the verdict. */
  readonly afterwards?: readonly AttemptEvent[];
}

/** An event's common part, at so many counted seconds. */
export function at(counted: number) {
  const time = new Date(Date.UTC(2026, 0, 1, 9, 0, counted)).toISOString();
  return { version: 1, time, account: { counted, idle: 0, away: 0, paused: 0 } } as const;
}

export function eventsOf(told: Told = {}): AttemptEvent[] {
  const { solver = 'ada', taskId = 'Made/1', attempt = 1, end = 'submitted' } = told;
  const { seconds = 60, verdict = PASS, text = 'def task_func():\n    return 1\n' } = told;
  const { begin = 'def task_func():\n', recorded = false } = told;
  const started: AttemptEvent = {
    ...{ ...at(0), type: 'started', study: STUDY.name, task_id: taskId, attempt, solver },
    ...{ text: begin, recorded, ai_extensions: ['made.completer'] },
  };
  const events: AttemptEvent[] = [started, ...(told.between ?? [])];
  if (end === 'running') return [...events, { ...at(seconds), type: 'tick' }];
  events.push({ ...at(seconds), type: end, text });
  if (verdict !== null) {
    events.push({
      ...{ ...at(seconds), type: 'judged', plain: verdict, calibrated: verdict },
      ...{ python: '3.10.0', packages: 'abc', isolation: 'limits' },
    });
  }
  return [...events, ...(told.afterwards ?? [])];
}

export function anAttempt(told: Told = {}): Attempt {
  const attempt = attemptOf(eventsOf(told));
  assert.ok(attempt);
  return attempt;
}

export function results(attempts: readonly Told[], study: Partial<Study> = {}): StudyResults {
  return {
    study: { ...STUDY, ...study },
    attempts: attempts.map(anAttempt),
    domains: new Map([
      ['Made/1', ['Computation', 'Time']],
      ['Made/2', ['Time']],
      ['Made/10', []],
    ]),
    hidden: new Set(),
  };
}
