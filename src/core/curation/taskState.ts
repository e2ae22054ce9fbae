import { isChange, type Actor, type CurationEvent, type EventOf, type Person } from './events.js';
import type { Stage } from './stages.js';

/** Where a task stands, as its record tells it. */
export interface TaskState {
  readonly stage: Stage;
  /** When it came into this stage, ISO 8601; absent for a task without a record. */
  readonly since: string | undefined;
  /** Why, where it was returned or rejected. */
  readonly reason: string | undefined;
  readonly assignee: Person | undefined;
  /** Who has changed its text, by e-mail address; a model's changes count for who asked for them. */
  readonly authors: ReadonlySet<string>;
  /** Gates that were overruled on the way, for ever. */
  readonly overridden: readonly string[];
}

/** What a record says of a task now. */
export function taskState(events: readonly CurationEvent[]): TaskState {
  const ordered = inOrder(events);
  const moves = ordered.filter((event): event is EventOf<'moved'> => event.type === 'moved');
  const last = moves.at(-1);
  const assigned = ordered.findLast((event) => event.type === 'assigned');
  return {
    stage: last?.to ?? 'draft',
    since: last?.time ?? ordered[0]?.time,
    reason: last?.reason,
    assignee: assigned?.to ?? undefined,
    authors: new Set(ordered.filter(isAuthored).map(({ actor }) => personOf(actor).email)),
    overridden: [...new Set(moves.flatMap(({ overridden = [] }) => overridden))],
  };
}

/** Whether somebody wrote something: whoever brings two branches together need not have. */
function isAuthored(event: CurationEvent): boolean {
  return isChange(event) && !(event.type === 'edited' && event.merge === true);
}

/** By time; a merge interleaves the events of two branches. Equal times keep the file's order. */
export function inOrder(events: readonly CurationEvent[]): readonly CurationEvent[] {
  return events.toSorted((a, b) => (a.time < b.time ? -1 : a.time > b.time ? 1 : 0));
}

/** Who is behind an event: the person, also where a model did the writing. */
export function personOf(actor: Actor): Person {
  return actor.kind === 'person' ? actor : actor.askedBy;
}
