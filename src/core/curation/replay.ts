import { applyDiff, textHash } from './diffs.js';
import { isChange, type ChangeEvent, type CurationEvent } from './events.js';

/** A change that cannot be made again. */
export interface ReplayProblem {
  readonly event: string;
  readonly reason: string;
}

export interface Replay {
  /** All changes, by their ids. */
  readonly changes: ReadonlyMap<string, ChangeEvent>;
  /** The task file's text after each change, by the change's id. */
  readonly texts: ReadonlyMap<string, string>;
  /** The changes that no other follows: one, or one for each branch that was merged since. */
  readonly heads: readonly ChangeEvent[];
  readonly problems: readonly ReplayProblem[];
}

/**
 * Makes all recorded changes again, from the empty text on. Each result is compared with the hash
 * that was recorded for it, so a text in {@link Replay.texts} is the one of that time to the byte.
 */
export function replay(events: readonly CurationEvent[]): Replay {
  const changes = new Map(events.filter(isChange).map((event) => [event.id, event]));
  const texts = new Map<string, string>();
  const problems: ReplayProblem[] = [];
  const failed = new Set<string>();
  // A merge keeps the order of each side, but not the order between them: parents may come later.
  let waiting = [...changes.values()];
  while (waiting.length > 0) {
    const ready = waiting.filter(({ parents }) =>
      parents.every((id) => texts.has(id) || failed.has(id) || !changes.has(id)),
    );
    if (ready.length === 0) {
      for (const { id } of waiting) problems.push({ event: id, reason: 'it follows itself' });
      break;
    }
    for (const event of ready) {
      const made = textAfter(event, texts);
      if (typeof made === 'string') {
        texts.set(event.id, made);
      } else {
        failed.add(event.id);
        problems.push({ event: event.id, ...made });
      }
    }
    const done = new Set(ready);
    waiting = waiting.filter((event) => !done.has(event));
  }
  const followed = new Set([...changes.values()].flatMap(({ parents }) => parents));
  return {
    ...{ changes, texts },
    heads: [...changes.values()].filter(({ id }) => !followed.has(id)),
    problems,
  };
}

/** The one text that the record leads to; `undefined` where it leads to none or to several. */
export function recordedText({ heads, texts }: Replay): string | undefined {
  const [head, ...others] = heads;
  return head && others.length === 0 ? texts.get(head.id) : undefined;
}

function textAfter(
  { base, diff, text }: ChangeEvent,
  texts: ReadonlyMap<string, string>,
): string | { readonly reason: string } {
  const before = base === undefined ? '' : texts.get(base);
  if (before === undefined) return { reason: 'the change before it cannot be read' };
  const after = applyDiff(before, diff);
  if (after === undefined) return { reason: 'its diff does not fit the text before it' };
  return textHash(after) === text
    ? after
    : { reason: 'its diff gives another text than the one that was recorded' };
}
