import { changed, type Replay, type ReplayedChange } from '../../src/shared/replay.js';

/** A text on its way from an attempt's beginning to its end. */
export class Player {
  #text: string;
  #done = 0;

  constructor(private readonly replay: Pick<Replay, 'begin' | 'changes'>) {
    this.#text = replay.begin;
  }

  get text(): string {
    return this.#text;
  }

  /** The change that led to the text; undefined at the beginning. */
  get last(): ReplayedChange | undefined {
    return this.replay.changes[this.#done - 1];
  }

  /** The change that comes next; undefined at the end. */
  get next(): ReplayedChange | undefined {
    return this.replay.changes[this.#done];
  }

  /** Goes to a time, in seconds, forwards or back. */
  goTo(seconds: number): void {
    if (this.last && this.last.seconds > seconds) {
      this.#text = this.replay.begin;
      this.#done = 0;
    }
    while (this.next && this.next.seconds <= seconds) {
      this.#text = changed(this.#text, this.next);
      this.#done += 1;
    }
  }
}

/** Longer than that without an edit is a pause, which may be skipped up to so short before the next one. */
const PAUSE_S = 3;
const RUN_UP_S = 1;

/** Where playing goes from `now` in `elapsed` seconds of the viewer's. */
export function playedTo(
  now: number,
  elapsed: number,
  { speed, skipPauses, next }: Playing,
): number {
  const then = now + elapsed * speed;
  if (!skipPauses || next === undefined || next - now <= PAUSE_S) return then;
  return Math.max(then, next - RUN_UP_S);
}

export interface Playing {
  /** 1 is as it was. */
  readonly speed: number;
  readonly skipPauses: boolean;
  /** When the next edit comes, in seconds; undefined after the last. */
  readonly next: number | undefined;
}
