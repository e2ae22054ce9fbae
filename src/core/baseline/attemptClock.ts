import type { Account } from './attemptEvents.js';

export const NO_TIME: Account = { counted: 0, idle: 0, away: 0, paused: 0 };

/** What the solver does at the moment, as far as the clock cares. */
export interface Presence {
  /** Whether the attempt's file is the one being looked at. */
  readonly open: boolean;
  /** Whether the window has the focus. */
  readonly focused: boolean;
  readonly paused: boolean;
}

/** After so many seconds without a sign of life, time is idle. */
export const IDLE_AFTER_S = 60;
/** The clock is asked every second: a longer silence means that the machine or the process stood still. */
export const SUSPENDED_AFTER_S = 15;

/**
 * Keeps an attempt's account. It is told the time and never looks at a clock itself; the time has to
 * be monotonic (`performance.now()`), so that setting the wall clock changes nothing.
 */
export class AttemptClock {
  #account: Account;
  #presence: Presence = { open: false, focused: false, paused: false };
  #last: number;
  #lastActivity: number;
  #suspended = 0;

  /**
   * @param account to go on from
   * @param now milliseconds of a monotonic clock
   */
  constructor(account: Account, now: number) {
    this.#account = account;
    this.#last = now;
    this.#lastActivity = now;
  }

  get account(): Account {
    return this.#account;
  }

  /** Seconds that were left out since this was last asked: sleep, or a process that stood still. */
  takeSuspended(): number {
    const seconds = this.#suspended;
    this.#suspended = 0;
    return seconds;
  }

  /** Counts the time since the last call under what the solver has been doing. */
  advance(now: number): Account {
    const seconds = Math.max(0, (now - this.#last) / 1000);
    const from = this.#last;
    this.#last = Math.max(now, this.#last);
    if (seconds > SUSPENDED_AFTER_S) {
      this.#suspended += seconds;
      this.#lastActivity = this.#last;
      return this.#account;
    }
    const { open, focused, paused } = this.#presence;
    const account = { ...this.#account };
    if (paused) account.paused += seconds;
    else if (!open || !focused) account.away += seconds;
    else {
      account.counted += seconds;
      const idleFrom = Math.max(from, this.#lastActivity + IDLE_AFTER_S * 1000);
      account.idle += Math.max(0, (this.#last - idleFrom) / 1000);
    }
    this.#account = account;
    return account;
  }

  /** The solver does something else from now on. */
  change(presence: Presence, now: number): void {
    this.advance(now);
    this.#presence = presence;
    this.#lastActivity = this.#last;
  }

  /** The solver typed, moved or clicked. */
  active(now: number): void {
    this.advance(now);
    this.#lastActivity = this.#last;
  }
}
