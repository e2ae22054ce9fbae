import type { Attempt } from './attempt.js';
import { AttemptClock, NO_TIME, type Presence } from './attemptClock.js';
import {
  ATTEMPT_VERSION,
  type Account,
  type AttemptEvent,
  type AttemptEventOf,
  type Started,
  type TextChange,
} from './attemptEvents.js';
import type { Study } from './study.js';

/** What an attempt is timed with. */
export interface Clocks {
  /** Milliseconds of a clock that nobody can set; only differences mean anything. */
  readonly elapsed: () => number;
  /** The wall clock, for the record alone. */
  readonly wall: () => Date;
}

/** How often the account is put on record, so that a crash costs no more than this. */
export const TICK_S = 5;
/** Shown in the warning colour from here on. */
const SHORT_S = 5 * 60;
const LAST_S = 60;

type EndEvent = AttemptEventOf<'submitted' | 'gave-up' | 'timed-out'>;
/** An event without what every event says. */
export type News<E extends AttemptEvent = AttemptEvent> = E extends AttemptEvent
  ? Omit<E, 'version' | 'time' | 'account'>
  : never;

/** A change of a text, before its time is known. */
export type UntimedChange = Omit<TextChange, 'seconds'>;

/** An event with what every event says. */
export function eventAt(account: Account, news: News, time: Date): AttemptEvent {
  return { version: ATTEMPT_VERSION, time: time.toISOString(), account, ...news };
}

/**
 * An attempt while it is worked at: running, paused, or ended, and never back from that. It turns
 * what the solver does into the events of the record, and knows how much time is left.
 */
export class AttemptSession {
  readonly #clock: AttemptClock;
  #state: 'running' | 'paused' | 'ended';
  #presence: Omit<Presence, 'paused'> = { open: false, focused: false };
  #edits = 0;
  #changes: TextChange[] = [];
  #lastRecorded: number;

  private constructor(
    private readonly study: Study,
    private readonly isRecorded: boolean,
    account: Account,
    paused: boolean,
    private readonly clocks: Clocks,
    private readonly record: (event: AttemptEvent) => void,
  ) {
    const now = clocks.elapsed();
    this.#clock = new AttemptClock(account, now);
    this.#lastRecorded = now;
    this.#state = paused ? 'paused' : 'running';
    this.#clock.change({ ...this.#presence, paused }, now);
  }

  /** Begins an attempt. */
  static begin(
    study: Study,
    started: Omit<News<Started>, 'type' | 'study'>,
    clocks: Clocks,
    record: (event: AttemptEvent) => void,
  ): AttemptSession {
    const session = new AttemptSession(study, started.recorded, NO_TIME, false, clocks, record);
    session.#tell({ type: 'started', study: study.name, ...started });
    return session;
  }

  /** Goes on with one that a reload, a crash or a closed window has interrupted. */
  static resume(
    study: Study,
    { started, account, paused }: Attempt,
    clocks: Clocks,
    record: (event: AttemptEvent) => void,
  ): AttemptSession {
    const session = new AttemptSession(study, started.recorded, account, paused, clocks, record);
    session.#tell({ type: 'resumed' });
    return session;
  }

  get state(): 'running' | 'paused' | 'ended' {
    return this.#state;
  }

  get account(): Account {
    return rounded(this.#clock.account);
  }

  /** Seconds. */
  get remaining(): number {
    return Math.max(0, this.study.minutes * 60 - this.#clock.account.counted);
  }

  /** How pressing the time is. */
  get urgency(): 'none' | 'short' | 'last' {
    if (this.remaining <= LAST_S) return 'last';
    return this.remaining <= Math.min(SHORT_S, this.study.minutes * 12) ? 'short' : 'none';
  }

  /** To be called every second: counts the time, and puts it on record every few seconds. */
  advance(): void {
    if (this.#state === 'ended') return;
    const now = this.clocks.elapsed();
    this.#clock.advance(now);
    const suspended = this.#clock.takeSuspended();
    if (suspended > 0) this.#tell({ type: 'suspended', seconds: roundedSeconds(suspended) });
    if (now - this.#lastRecorded >= TICK_S * 1000) this.#tellOfNow();
  }

  /** Puts on record how things stand: the window closes, and the attempt goes on later. */
  rest(): void {
    if (this.#state === 'ended') return;
    this.#clock.advance(this.clocks.elapsed());
    this.#tellOfNow();
  }

  /** The solver looks at the task, or away from it. */
  watch(presence: Omit<Presence, 'paused'>): void {
    const { open, focused } = this.#presence;
    if (open === presence.open && focused === presence.focused) return;
    this.#presence = presence;
    this.#present();
  }

  /** The solver typed, moved or scrolled. */
  active(): void {
    this.#clock.active(this.clocks.elapsed());
  }

  edited(change: UntimedChange): void {
    this.active();
    this.#edits += 1;
    if (!this.isRecorded) return;
    this.#changes.push({ seconds: roundedSeconds(this.#clock.account.counted), ...change });
  }

  /** Does nothing where the study does not allow it. */
  pause(): void {
    if (this.#state !== 'running' || !this.study.pauses) return;
    this.#clock.advance(this.clocks.elapsed());
    this.#tellEdits();
    this.#state = 'paused';
    this.#present();
    this.#tell({ type: 'paused' });
  }

  unpause(): void {
    if (this.#state !== 'paused') return;
    this.#state = 'running';
    this.#present();
    this.#tell({ type: 'unpaused' });
  }

  /** Puts something on record that happened while solving. */
  note(news: News<AttemptEventOf<'ran' | 'pasted' | 'peeked'>>): void {
    if (this.#state === 'ended') return;
    this.#clock.advance(this.clocks.elapsed());
    this.#tell(news);
  }

  /** Ends the attempt, once and for all. */
  end(type: EndEvent['type'], text: string): void {
    if (this.#state === 'ended') return;
    this.#clock.advance(this.clocks.elapsed());
    this.#tellEdits();
    this.#state = 'ended';
    this.#tell({ type, text });
  }

  #present(): void {
    const paused = this.#state === 'paused';
    this.#clock.change({ ...this.#presence, paused }, this.clocks.elapsed());
  }

  #tellOfNow(): void {
    if (this.#edits > 0) this.#tellEdits();
    else this.#tell({ type: 'tick' });
  }

  #tellEdits(): void {
    if (this.#edits === 0) return;
    const edits = this.#edits;
    const changes = this.#changes;
    this.#edits = 0;
    this.#changes = [];
    this.#tell({ type: 'edited', edits, ...(this.isRecorded && { changes }) });
  }

  #tell(news: News): void {
    this.#lastRecorded = this.clocks.elapsed();
    this.record(eventAt(this.account, news, this.clocks.wall()));
  }
}

function rounded({ counted, idle, away, paused }: Account): Account {
  return {
    counted: roundedSeconds(counted),
    idle: roundedSeconds(idle),
    away: roundedSeconds(away),
    paused: roundedSeconds(paused),
  };
}

/** To milliseconds: more is noise. */
function roundedSeconds(seconds: number): number {
  return Math.round(seconds * 1000) / 1000;
}
