import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { attemptOf } from '../../src/core/baseline/attempt.js';
import { NO_TIME } from '../../src/core/baseline/attemptClock.js';
import type { AttemptEvent } from '../../src/core/baseline/attemptEvents.js';
import { AttemptSession } from '../../src/core/baseline/attemptSession.js';
import type { Study } from '../../src/core/baseline/study.js';
import { STUDY } from './studies.js';

const IN_VIEW = { open: true, focused: true };
const STARTED = {
  ...{ task_id: 'Made/1', attempt: 1, solver: 'P', text: 'pass\n', recorded: false },
  ai_extensions: [],
};

/** Both clocks of a machine, moved by hand. */
class Machine {
  #elapsed = 5_000_000;
  #wall = Date.parse('2026-05-01T10:00:00Z');
  readonly elapsed = (): number => this.#elapsed;
  readonly wall = (): Date => new Date(this.#wall);

  /** Somebody sets the wall clock, by so many hours. */
  setBy(hours: number): void {
    this.#wall += hours * 3_600_000;
  }

  /** Time passes and the session hears of every second of it. */
  pass(seconds: number, session: AttemptSession): void {
    for (let second = 0; second < seconds; second++) {
      this.stand(1);
      session.advance();
    }
  }

  /** Time passes and nobody is told. */
  stand(seconds: number): void {
    this.#elapsed += seconds * 1000;
    this.#wall += seconds * 1000;
  }
}

function begin(conditions: Partial<Study> = {}, started: Partial<typeof STARTED> = {}) {
  const machine = new Machine();
  const events: AttemptEvent[] = [];
  const study = { ...STUDY, minutes: 10, ...conditions };
  const record = (event: AttemptEvent): void => {
    events.push(event);
  };
  const session = AttemptSession.begin(study, { ...STARTED, ...started }, machine, record);
  session.watch(IN_VIEW);
  return { machine, events, study, record, session };
}

const types = (events: readonly AttemptEvent[]): string[] => events.map(({ type }) => type);

describe('an attempt’s session', () => {
  it('counts what is in view, and what is not apart', () => {
    const { machine, session } = begin();
    machine.pass(30, session);
    session.watch({ open: true, focused: false });
    machine.pass(20, session);
    session.watch({ open: false, focused: true });
    machine.pass(10, session);
    assert.deepEqual(session.account, { ...NO_TIME, counted: 30, away: 30 });
    assert.equal(session.remaining, 570);
  });

  it('counts idle time against the limit, but tells it apart', () => {
    const { machine, session } = begin();
    machine.pass(50, session);
    session.active();
    machine.pass(100, session);
    assert.deepEqual(session.account, { ...NO_TIME, counted: 150, idle: 40 });
  });

  it('puts the account on record every five seconds', () => {
    const { machine, events, session } = begin();
    machine.pass(23, session);
    assert.deepEqual(types(events), ['started', 'tick', 'tick', 'tick', 'tick']);
    assert.equal(events.at(-1)?.account.counted, 20);
  });

  it('is not moved by a wall clock that is set back or forth', () => {
    const { machine, events, session } = begin();
    machine.pass(10, session);
    machine.setBy(-5);
    machine.pass(10, session);
    machine.setBy(48);
    machine.pass(10, session);
    assert.equal(session.account.counted, 30);
    assert.ok(!types(events).includes('suspended'));
  });

  it('leaves a sleep out and says how long it was', () => {
    const { machine, events, session } = begin();
    machine.pass(10, session);
    machine.stand(7200);
    session.advance();
    machine.pass(10, session);
    assert.equal(session.account.counted, 20);
    const suspended = events.find((event) => event.type === 'suspended');
    assert.equal(suspended?.seconds, 7200);
  });

  it('goes on after a crash with what was on record, paused if it was', () => {
    const { machine, events, study, record, session } = begin();
    machine.pass(12, session);
    session.pause();
    machine.pass(7, session);
    const crashed = attemptOf(events) ?? assert.fail();
    machine.stand(86_400);
    const resumed = AttemptSession.resume(study, crashed, machine, record);
    assert.equal(resumed.state, 'paused');
    resumed.watch(IN_VIEW);
    machine.pass(3, resumed);
    assert.equal(resumed.account.counted, 12);
    resumed.unpause();
    machine.pass(8, resumed);
    assert.deepEqual(resumed.account, { ...NO_TIME, counted: 20, paused: 8 });
    assert.equal(attemptOf(events)?.paused, false);
  });

  it('loses at most five seconds in a crash', () => {
    const { machine, events, study, record, session } = begin();
    machine.pass(24, session);
    const crashed = attemptOf(events) ?? assert.fail();
    assert.equal(AttemptSession.resume(study, crashed, machine, record).account.counted, 20);
  });

  it('loses nothing where the window is closed in good order', () => {
    const { machine, events, study, record, session } = begin();
    machine.pass(23, session);
    session.edited({ offset: 0, deleted: 0, inserted: 'x' });
    session.rest();
    const left = attemptOf(events) ?? assert.fail();
    assert.equal(left.edits, 1);
    assert.equal(AttemptSession.resume(study, left, machine, record).account.counted, 23);
  });

  it('pauses only where the study lets it', () => {
    const { machine, events, session } = begin({ pauses: false });
    session.pause();
    machine.pass(4, session);
    assert.equal(session.state, 'running');
    assert.ok(!types(events).includes('paused'));
    assert.equal(session.account.counted, 4);
  });

  it('ends once, and nothing follows', () => {
    const { machine, events, session } = begin();
    machine.pass(7, session);
    session.end('submitted', 'return 1\n');
    session.end('gave-up', 'return 2\n');
    session.pause();
    session.unpause();
    session.note({ type: 'pasted', characters: 500, lines: 9 });
    machine.pass(60, session);
    assert.deepEqual(types(events), ['started', 'tick', 'submitted']);
    const attempt = attemptOf(events) ?? assert.fail();
    assert.equal(attempt.end, 'submitted');
    assert.equal(attempt.text, 'return 1\n');
    assert.equal(attempt.account.counted, 7);
  });

  it('gathers edits, and keeps them with their times only where it may', () => {
    for (const recorded of [true, false]) {
      const { machine, events, session } = begin({}, { recorded });
      machine.pass(2, session);
      session.edited({ offset: 0, deleted: 4, inserted: 'r' });
      machine.pass(1, session);
      session.edited({ offset: 1, deleted: 0, inserted: 'e' });
      machine.pass(2, session);
      session.edited({ offset: 2, deleted: 0, inserted: 't' });
      session.end('submitted', 'ret\n');
      const attempt = attemptOf(events) ?? assert.fail();
      assert.deepEqual(types(events), ['started', 'edited', 'edited', 'submitted']);
      assert.equal(attempt.edits, 3);
      assert.deepEqual(
        attempt.changes.map(({ seconds, inserted }) => [seconds, inserted]),
        recorded
          ? [
              [2, 'r'],
              [3, 'e'],
              [5, 't'],
            ]
          : [],
      );
    }
  });

  it('says when the time is short, and when it is up', () => {
    const { machine, session } = begin();
    assert.equal(session.urgency, 'none');
    machine.pass(481, session);
    assert.equal(session.urgency, 'short');
    machine.pass(60, session);
    assert.equal(session.urgency, 'last');
    machine.pass(59, session);
    assert.equal(session.remaining, 0);
  });
});
