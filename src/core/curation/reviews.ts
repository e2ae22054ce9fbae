import type { Task } from '../task.js';
import { textHash } from './diffs.js';
import type { CurationEvent, EventOf, Person } from './events.js';
import { inOrder, personOf } from './taskState.js';

/** The parts of a task that a review covers, each by itself. */
export type ReviewedPart = 'prompt' | 'solution' | 'tests';

/** What a reviewer is asked; the answers are on record under the ids. */
export const CHECKLIST = [
  { id: 'clear', question: 'Is the prompt clear?' },
  { id: 'tested-is-stated', question: 'Is everything that is tested stated?' },
  { id: 'stated-is-tested', question: 'Is everything that is stated tested?' },
  { id: 'deterministic', question: 'Do the tests give the same result every time?' },
  { id: 'realistic', question: 'Is it something that people really do?' },
  { id: 'libraries', question: 'Are the libraries the right ones for it?' },
] as const;

/** A reviewer's last word, which still holds. */
export interface StandingReview {
  readonly reviewer: Person;
  readonly verdict: 'approve' | 'return';
  readonly answers: Readonly<Record<string, 'yes' | 'no' | 'unsure'>>;
  readonly time: string;
}

/** The hashes of a task's parts, to be recorded with a review. */
export function partHashes(task: Task): Record<ReviewedPart, string> {
  return {
    prompt: textHash(task.completePrompt),
    solution: textHash(task.canonicalSolution),
    tests: textHash(task.test),
  };
}

/**
 * Each reviewer's last review, where it still stands: a review falls only with a change to a part
 * that it covered.
 */
export function standingReviews(
  events: readonly CurationEvent[],
  task: Task,
): readonly StandingReview[] {
  const hashes = partHashes(task);
  return [...lastReviews(events).values()]
    .filter(({ covered }) =>
      PARTS.every((part) => (covered[part] ?? hashes[part]) === hashes[part]),
    )
    .map(({ actor, verdict, checklist, time }) => ({
      ...{ reviewer: personOf(actor), verdict, answers: checklist, time },
    }));
}

const PARTS: readonly ReviewedPart[] = ['prompt', 'solution', 'tests'];

/** By the reviewers' e-mail addresses. */
export function lastReviews(
  events: readonly CurationEvent[],
): ReadonlyMap<string, EventOf<'reviewed'>> {
  const last = new Map<string, EventOf<'reviewed'>>();
  for (const event of inOrder(events)) {
    if (event.type === 'reviewed') last.set(personOf(event.actor).email, event);
  }
  return last;
}
