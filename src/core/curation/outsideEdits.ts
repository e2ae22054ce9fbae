import type { Actor, ChangeEvent } from './events.js';
import { isInConflict } from './conflict.js';
import { mergedText } from './merge.js';
import { changeTo, eventNow } from './newEvents.js';
import { recordedText, type Replay } from './replay.js';

/**
 * The event that brings a record up to date with its task file, which another program (an editor, a
 * merge) may have changed; `undefined` where the record already leads to this very text, and where a
 * merge is not yet resolved.
 */
export function outsideEdit(
  text: string,
  history: Replay,
  actor: Actor,
  reason?: string,
): ChangeEvent | undefined {
  if (recordedText(history) === text || isInConflict(text)) return undefined;
  const change = { ...eventNow(actor, text), ...changeTo(text, history) };
  if (history.heads.length === 0) return { ...change, type: 'created', ...(reason && { reason }) };
  return {
    ...{ ...change, type: 'edited', reason: reason ?? reasonOf(history) },
    ...(mergedText(history) === text && { merge: true as const }),
  };
}

function reasonOf({ heads, texts }: Replay): string {
  if (!heads.every(({ id }) => texts.has(id))) return 'the record before this was unreadable';
  return heads.length > 1 ? 'branches merged' : 'edited by hand';
}
