import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseAttemptRecord, type AttemptRecord } from '../../src/core/baseline/attempt.js';
import type { AttemptEvent, TextChange } from '../../src/core/baseline/attemptEvents.js';
import { replayOf } from '../../src/core/baseline/replayEdits.js';
import type { Replay } from '../../src/shared/replay.js';
import { playedTo, Player } from '../../webview/replay/player.js';

const BEGIN = 'def task_func(a):\n    pass\n';
const END = 'def task_func(a):\n    return a\n';
const CHANGES: TextChange[] = [
  { seconds: 5, offset: 22, deleted: 4, inserted: '' },
  { seconds: 6.5, offset: 22, deleted: 0, inserted: 'return b' },
  { seconds: 9, offset: 29, deleted: 1, inserted: 'a' },
];

function at(counted: number) {
  const account = { counted, idle: 0, away: 0, paused: 0 };
  return { version: 1, time: '2026-01-02T03:04:05.000Z', account } as const;
}

function started({ recorded = true } = {}): AttemptEvent {
  return {
    ...{ ...at(0), type: 'started', study: 'Pilot', task_id: 'T/1', attempt: 1 },
    ...{ solver: 'solver-4f2a', text: BEGIN, recorded, ai_extensions: [] },
  };
}

function edited(changes: TextChange[]): AttemptEvent {
  const seconds = changes.at(-1)?.seconds ?? 0;
  return { ...at(seconds), type: 'edited', edits: changes.length, changes };
}

const submitted: AttemptEvent = { ...at(12), type: 'submitted', text: END };

function record(...events: AttemptEvent[]): AttemptRecord {
  return { events, unread: [] };
}

function replay(of: AttemptRecord): Replay {
  const replayed = replayOf(of);
  assert.ok(replayed);
  return replayed;
}

/** The text at a time, reached from the beginning. */
function textAt(of: Replay, seconds: number): string {
  const player = new Player(of);
  player.goTo(seconds);
  return player.text;
}

describe('a replay', () => {
  const events = [started(), edited(CHANGES.slice(0, 2)), edited(CHANGES.slice(2)), submitted];

  it('gives the text at any time', () => {
    const whole = replay(record(...events));
    assert.equal(whole.damage, null);
    assert.equal(whole.seconds, 12);
    assert.equal(textAt(whole, 0), BEGIN);
    assert.equal(textAt(whole, 5.5), 'def task_func(a):\n    \n');
    assert.equal(textAt(whole, 7), 'def task_func(a):\n    return b\n');
    assert.equal(textAt(whole, 9), END);
    assert.equal(textAt(whole, 99), END);
  });

  it('names what happened besides, with its time', () => {
    const whole = replay(
      record(
        started(),
        edited(CHANGES),
        { ...at(10), type: 'pasted', characters: 340, lines: 9 },
        { ...at(11), type: 'ran', what: 'examples', passed: 2, total: 3, cause: 'assertion' },
        { ...at(11.5), type: 'tick' },
        submitted,
      ),
    );
    assert.deepEqual(whole.moments, [
      { seconds: 10, what: 'Pasted 340 characters' },
      { seconds: 11, what: 'Ran the examples, 2 of 3 pass: Assertion failed' },
      { seconds: 12, what: 'Submitted' },
    ]);
  });

  it('is not there where the solver did not agree to it, or the beginning is lost', () => {
    assert.equal(replayOf(record(started({ recorded: false }), submitted)), undefined);
    assert.equal(replayOf(record(edited(CHANGES), submitted)), undefined);
    assert.equal(replayOf(record()), undefined);
  });

  it('of an attempt that still runs goes as far as its record', () => {
    const running = replay(record(started(), edited(CHANGES.slice(0, 2))));
    assert.equal(running.damage, null);
    assert.equal(running.seconds, 6.5);
  });
});

describe('a replay of a damaged record', () => {
  it('leads to what was handed in although edits are missing, and says so', () => {
    const holed = replay(record(started(), edited(CHANGES.slice(0, 2)), submitted));
    assert.match(holed.damage ?? '', /do not lead to the text that was handed in/);
    assert.equal(textAt(holed, 11), 'def task_func(a):\n    return b\n');
    assert.equal(textAt(holed, 12), END);
  });

  it('stops at an edit that fits no text, and goes on with what was handed in', () => {
    const beyond: TextChange = { seconds: 7, offset: 900, deleted: 3, inserted: 'x' };
    const torn = replay(record(started(), edited([...CHANGES.slice(0, 1), beyond]), submitted));
    assert.match(torn.damage ?? '', /An edit after 5 s does not fit/);
    assert.equal(textAt(torn, 7), 'def task_func(a):\n    \n');
    assert.equal(textAt(torn, 12), END);
  });

  it('without an end shows what there is', () => {
    const beyond: TextChange = { seconds: 7, offset: 900, deleted: 3, inserted: 'x' };
    const torn = replay(record(started(), edited([...CHANGES.slice(0, 1), beyond])));
    assert.match(torn.damage ?? '', /does not fit/);
    assert.equal(textAt(torn, 99), 'def task_func(a):\n    \n');
  });

  it('says which lines cannot be read, even where the rest makes sense', () => {
    const lines = [started(), edited(CHANGES), submitted].map((event) => JSON.stringify(event));
    const cut = parseAttemptRecord(`${lines.join('\n')}\n{"version":1,"type":"tick","ti`);
    assert.match(replay(cut).damage ?? '', /line 4: not JSON/);
  });

  it('never goes back in time', () => {
    const [first, second, third] = CHANGES;
    assert.ok(first && second && third);
    const shuffled = replay(
      record(started(), edited([first, { ...second, seconds: 2 }, third]), submitted),
    );
    assert.deepEqual(
      shuffled.changes.map(({ seconds }) => seconds),
      [5, 5, 9],
    );
  });
});

describe('the player', () => {
  const whole = replay(record(started(), edited(CHANGES), submitted));

  it('goes back as well as forth', () => {
    const player = new Player(whole);
    player.goTo(12);
    assert.equal(player.text, END);
    assert.equal(player.next?.seconds, undefined);
    player.goTo(5);
    assert.equal(player.text, 'def task_func(a):\n    \n');
    assert.equal(player.last?.seconds, 5);
    assert.equal(player.next?.seconds, 6.5);
    player.goTo(0);
    assert.equal(player.text, BEGIN);
  });

  it('plays as fast as asked, and runs up to the next edit over a pause', () => {
    const plain = { speed: 2, skipPauses: false, next: 60 };
    assert.equal(playedTo(10, 0.5, plain), 11);
    assert.equal(playedTo(10, 0.5, { ...plain, skipPauses: true }), 59);
    assert.equal(playedTo(58, 0.5, { ...plain, skipPauses: true }), 59);
    assert.equal(playedTo(10, 0.5, { ...plain, skipPauses: true, next: undefined }), 11);
  });
});
