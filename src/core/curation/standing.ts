import { formatQuantity } from '../../shared/numbers.js';
import { openThreads } from './comments.js';
import { textHash } from './diffs.js';
import type { CurationEvent } from './events.js';
import { taskIn } from './gates/textGates.js';
import { standingReviews } from './reviews.js';
import { inOrder } from './taskState.js';

/** A task file, as far as it can be read, and its record. */
export interface RecordedTask {
  readonly taskId: string;
  readonly text: string | undefined;
  readonly events: readonly CurationEvent[];
}

/**
 * What is on record of a task as it is now, for a row of a tree: `2 gates fail`, `1 approval`,
 * `1 return`, `2 comments open`. What was found out of an earlier text says nothing of this one.
 */
export function standingTexts({ taskId, text, events }: RecordedTask): readonly string[] {
  const open = openThreads(events);
  return [
    ...(text === undefined
      ? []
      : [...gateTexts(text, events), ...reviewTexts(taskId, text, events)]),
    ...(open > 0 ? [`${formatQuantity(open, 'comment')} open`] : []),
  ];
}

function gateTexts(text: string, events: readonly CurationEvent[]): readonly string[] {
  const last = inOrder(events).findLast((event) => event.type === 'checked');
  if (last?.text !== textHash(text)) return [];
  const failing = last.gates.filter(({ outcome }) => outcome === 'fail').length;
  if (failing === 0) return [];
  return [failing === 1 ? '1 gate fails' : `${failing} gates fail`];
}

function reviewTexts(
  taskId: string,
  text: string,
  events: readonly CurationEvent[],
): readonly string[] {
  if (!events.some(({ type }) => type === 'reviewed')) return [];
  const task = taskIn(text, taskId);
  const reviews = task ? standingReviews(events, task) : [];
  return (['approve', 'return'] as const).flatMap((verdict) => {
    const count = reviews.filter((review) => review.verdict === verdict).length;
    return count > 0 ? formatQuantity(count, VERDICTS[verdict]) : [];
  });
}

const VERDICTS = { approve: 'approval', return: 'return' } as const;
