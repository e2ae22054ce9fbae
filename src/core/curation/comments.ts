import { diffLines } from 'diff';
import { groupBy } from '../groupBy.js';
import type { CurationEvent, EventOf, Person } from './events.js';
import { inOrder, personOf } from './taskState.js';
import type { Replay } from './replay.js';

export interface Comment {
  readonly author: Person;
  readonly time: string;
  readonly body: string;
  /** A diff of the text that it was written on, for the author of the task to apply. */
  readonly suggestion: string | undefined;
}

/** A line of an earlier text, in the present one. */
export interface Place {
  /** 1-based. */
  readonly line: number;
  /** Whether the line itself is no longer there: this is what took its place, or came after it. */
  readonly isOutdated: boolean;
}

/** A conversation about a place of a task file. */
export interface Thread {
  readonly id: string;
  /** Where it stands in the task file as it is now; `undefined` for one about the task as a whole. */
  readonly place: Place | undefined;
  readonly comments: readonly Comment[];
  readonly resolved: boolean;
}

/** The threads of a record, the first begun first, at the lines where their text stands now. */
export function threadsOf(
  events: readonly CurationEvent[],
  history: Replay,
  text: string,
): readonly Thread[] {
  const textByHash = new Map(
    [...history.texts].map(([id, content]) => [hashOf(events, id), content]),
  );
  return [...commentsByThread(events)].map(([id, comments]) => {
    const [first] = comments;
    const written = first && textByHash.get(first.text);
    const { line } = first ?? {};
    return {
      id,
      place: line === undefined ? undefined : placeNow(written ?? text, text, line),
      comments: comments
        .filter(({ body }) => body !== '')
        .map(({ actor, time, body, suggestion }) => ({
          ...{ author: personOf(actor), time, body, suggestion },
        })),
      resolved: isResolved(comments),
    };
  });
}

/** The comments of each thread in the order of their times, the thread that was begun first first. */
export function commentsByThread(
  events: readonly CurationEvent[],
): ReadonlyMap<string, readonly EventOf<'commented'>[]> {
  const comments = inOrder(events).filter((event) => event.type === 'commented');
  return groupBy(comments, ({ thread }) => thread);
}

/** Whether a thread is done with: the last one to say so decides. */
export function isResolved(comments: readonly EventOf<'commented'>[]): boolean {
  return comments.findLast((event) => event.resolved !== undefined)?.resolved ?? false;
}

/** How many threads are open. */
export function openThreads(events: readonly CurationEvent[]): number {
  const threads = [...commentsByThread(events).values()];
  return threads.filter((comments) => !isResolved(comments)).length;
}

function hashOf(events: readonly CurationEvent[], id: string): string {
  return events.find((event) => event.id === id)?.text ?? '';
}

/** Where a line of one text, counted from 1, stands in another. */
export function placeNow(before: string, after: string, line: number): Place {
  let old = 1;
  let now = 1;
  for (const { added, removed, count: lines } of diffLines(before, after)) {
    if (added) {
      now += lines;
    } else if (removed) {
      if (line < old + lines) return { line: now, isOutdated: true };
      old += lines;
    } else {
      if (line < old + lines) return { line: now + (line - old), isOutdated: false };
      old += lines;
      now += lines;
    }
  }
  return { line: now, isOutdated: true };
}

const SUGGESTION = /^```suggestion[^\n]*\n([^]*?)^```/m;

/**
 * What a comment's body suggests instead of its line: the text of a block fenced as `suggestion`,
 * as on GitHub; `undefined` without one.
 */
export function suggestedText(text: string, line: number, body: string): string | undefined {
  const replacement = SUGGESTION.exec(body)?.[1];
  if (replacement === undefined) return undefined;
  const lines = text.split('\n');
  const inserted = replacement.replace(/\n$/, '');
  lines.splice(line - 1, 1, ...(inserted === '' ? [] : inserted.split('\n')));
  return lines.join('\n');
}
