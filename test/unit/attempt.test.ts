import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { describe, it } from 'node:test';
import {
  attemptOf,
  isDecided,
  isSolved,
  parseAttemptRecord,
} from '../../src/core/baseline/attempt.js';
import type { AttemptEvent, AttemptVerdict } from '../../src/core/baseline/attemptEvents.js';
import {
  appendAttemptEvents,
  attemptRecordOf,
  readAllAttempts,
  readEvents,
} from '../../src/node/baseline/attemptFiles.js';
import { jsonl, temporaryFolder } from './datasetFiles.js';
import { anAttempt, at, eventsOf, FAILURE, PASS, STUDY, type Told } from './studies.js';

const BROKEN: AttemptVerdict = { ...FAILURE, status: 'error', cause: 'infrastructure' };

describe('an attempt’s record', () => {
  const events = eventsOf();
  const text = jsonl(...events);

  it('is read line by line', () => {
    assert.deepEqual(parseAttemptRecord(text), { events, unread: [] });
    assert.deepEqual(parseAttemptRecord(''), { events: [], unread: [] });
  });

  it('keeps what is whole where a crash cut a line short', () => {
    const lines = text.split('\n');
    const cut = [lines[0], lines[1]?.slice(0, 40), lines[2]].join('\n');
    const { events: read, unread } = parseAttemptRecord(cut);
    assert.deepEqual(read, [events[0], events[2]]);
    assert.deepEqual(unread, ['line 2: not JSON: the line was cut short or changed by hand']);
  });

  it('passes over what a newer version wrote, and what is wrong, and says so', () => {
    const newer = { ...events[0], version: 2, type: 'thought' };
    const wrong = { ...at(-1), type: 'tick' };
    const { events: read, unread } = parseAttemptRecord(jsonl(newer, wrong) + text);
    assert.deepEqual(read, events);
    assert.match(unread[0] ?? '', /^line 1: written by a newer version/);
    assert.match(unread[1] ?? '', /^line 2: account\.counted: /);
  });
});

describe('an attempt', () => {
  it('runs until it ends, and has the time of that moment', () => {
    const running = anAttempt({ end: 'running', seconds: 30 });
    assert.deepEqual(
      [running.end, running.text, running.endedAt],
      ['running', undefined, undefined],
    );
    assert.equal(running.account.counted, 30);
    const later: AttemptEvent = { ...at(90), type: 'tick' };
    const ended = anAttempt({ seconds: 60, afterwards: [later] });
    assert.deepEqual([ended.end, ended.account.counted], ['submitted', 60]);
    assert.equal(ended.endedAt, '2026-01-01T09:01:00.000Z');
    assert.equal(attemptOf([later]), undefined, 'nothing without its beginning');
  });

  it('counts edits, runs, pastes and each place that gave the answer away', () => {
    const change = { seconds: 2, offset: 0, deleted: 0, inserted: 'x' };
    const peeked: AttemptEvent = { ...at(5), type: 'peeked', at: 'tasks.jsonl' };
    const { edits, changes, runs, pastes, peeks } = anAttempt({
      between: [
        { ...at(2), type: 'edited', edits: 3, changes: [change] },
        { ...at(3), type: 'edited', edits: 4 },
        { ...at(4), type: 'ran', what: 'examples', passed: 1, total: 2, cause: null },
        { ...at(4), type: 'pasted', characters: 300, lines: 9 },
        ...[peeked, peeked],
      ],
    });
    assert.deepEqual([edits, changes, peeks], [7, [change], ['tasks.jsonl']]);
    assert.deepEqual([runs.length, pastes[0]?.characters], [1, 300]);
  });

  it('is paused until it goes on, and keeps the last answer to each question', () => {
    const paused: AttemptEvent = { ...at(5), type: 'paused' };
    const unpaused: AttemptEvent = { ...at(5), type: 'unpaused' };
    assert.ok(anAttempt({ end: 'running', between: [paused] }).paused);
    assert.ok(!anAttempt({ end: 'running', between: [paused, unpaused] }).paused);
    const answer = (question: 'prompt-clear' | 'tests-fair', yes: boolean): AttemptEvent => ({
      ...{ ...at(60), type: 'answered', question, answer: yes },
    });
    const { answers } = anAttempt({
      afterwards: [
        answer('prompt-clear', true),
        answer('tests-fair', true),
        answer('prompt-clear', false),
      ],
    });
    assert.deepEqual(
      answers.map(({ question, answer: yes }) => [question, yes]),
      [
        ['prompt-clear', false],
        ['tests-fair', true],
      ],
    );
  });
});

describe('whether an attempt solved its task', () => {
  const told: [Told, boolean | undefined][] = [
    [{ verdict: PASS }, true],
    [{ verdict: FAILURE }, false],
    [{ verdict: null }, undefined],
    [{ verdict: BROKEN }, undefined],
    [{ end: 'running' }, undefined],
    [{ end: 'gave-up', verdict: null }, false],
    [{ end: 'timed-out', verdict: BROKEN }, false],
    [{ end: 'timed-out', verdict: PASS }, true],
  ];
  for (const [one, solved] of told) {
    const verdict = one.verdict ? one.verdict.status : 'no verdict';
    it(`is ${String(solved)} where it is ${one.end ?? 'submitted'} with ${verdict}`, () => {
      assert.equal(isSolved(anAttempt(one)), solved);
    });
  }

  it('decides the task, as do giving up, running out of time and using up the attempts', () => {
    const decided = (...attempts: readonly Told[]) => isDecided(attempts.map(anAttempt), STUDY);
    assert.ok(decided({ verdict: PASS }));
    assert.ok(!decided({ verdict: FAILURE }));
    assert.ok(decided({ verdict: FAILURE }, { attempt: 2, verdict: FAILURE }));
    assert.ok(!decided({ verdict: FAILURE }, { attempt: 2, verdict: BROKEN }));
    assert.ok(!decided({ verdict: FAILURE }, { attempt: 2, verdict: null }));
    assert.ok(decided({ end: 'gave-up', verdict: FAILURE }));
    assert.ok(decided({ end: 'timed-out', verdict: FAILURE }));
    assert.ok(!decided({ end: 'running' }));
  });
});

describe('everybody’s attempts', () => {
  it('are read from the records beside the study, with what could not be read', async (t) => {
    const file = { path: join(await temporaryFolder(t), 'pilot.study.json'), study: STUDY };
    assert.deepEqual(await readAllAttempts(file), { attempts: [], unread: [] });
    const record = (solver: string, taskId: string, attempt: number): string =>
      attemptRecordOf({ study: file, solver, taskId, attempt });
    // The folder's name counts, whatever the record says.
    await appendAttemptEvents(record('grace', 'Made/2', 1), eventsOf({ solver: 'gh' }));
    await appendAttemptEvents(record('ada', 'Made/10', 1), eventsOf({ verdict: FAILURE }));
    await appendAttemptEvents(record('ada', 'Made/10', 2), eventsOf({ attempt: 2 }));
    // Not one of the study's tasks, and a second attempt whose first one cannot be read.
    await appendAttemptEvents(record('ada', 'Made/99', 1), eventsOf());
    const broken = record('ada', 'Made/1', 1);
    await mkdir(dirname(broken), { recursive: true });
    await writeFile(broken, '{"version": 1, "ty');
    await appendAttemptEvents(record('ada', 'Made/1', 2), eventsOf({ attempt: 2 }));

    const { attempts, unread } = await readAllAttempts(file);
    assert.deepEqual(
      attempts.map(({ started }) => [started.solver, started.attempt]),
      [
        ['ada', 1],
        ['ada', 2],
        ['grace', 1],
      ],
    );
    assert.equal(unread.length, 1);
    assert.ok(unread[0]?.startsWith(`${broken}, line 1: not JSON`));
    await appendAttemptEvents(broken, eventsOf());
    assert.deepEqual(await readEvents(broken), eventsOf(), 'a new line follows the cut one');
  });

  it('have a record of their own where tasks’ ids differ only in what no file name has', async (t) => {
    const tasks = ['a/b', 'a-b', 'A b', 'c/d'];
    const path = join(await temporaryFolder(t), 'pilot.study.json');
    const file = { path, study: { ...STUDY, tasks } };
    const record = (taskId: string): string =>
      attemptRecordOf({ study: file, solver: 'ada', taskId, attempt: 1 });
    assert.deepEqual(
      tasks.map((taskId) => basename(record(taskId), '.attempt-1.events.jsonl')),
      ['a-b', 'a-b~2', 'A-b~3', 'c-d'],
    );
    await appendAttemptEvents(record('a-b'), eventsOf({ taskId: 'a-b' }));
    const { attempts } = await readAllAttempts(file);
    assert.deepEqual(
      attempts.map(({ started }) => started.task_id),
      ['a-b'],
    );
  });
});
