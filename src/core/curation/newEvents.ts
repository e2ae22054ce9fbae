import { diffTexts, textHash } from './diffs.js';
import { RECORD_VERSION, type Actor, type ChangeEvent } from './events.js';
import type { Replay } from './replay.js';

/** What every event says: when, who, and about which text of the task file. */
export function eventNow(actor: Actor, text: string, now = new Date()) {
  return {
    version: RECORD_VERSION,
    id: crypto.randomUUID(),
    time: now.toISOString(),
    actor,
    text: textHash(text),
  } as const;
}

/** What a change says of its place: what it follows, and the diff that makes `text` of it. */
export function changeTo(
  text: string,
  { heads, texts }: Replay,
): Pick<ChangeEvent, 'parents' | 'base' | 'diff'> {
  const base = heads.find(({ id }) => texts.has(id))?.id;
  return {
    parents: heads.map(({ id }) => id),
    ...(base !== undefined && { base }),
    diff: diffTexts(base === undefined ? '' : (texts.get(base) ?? ''), text),
  };
}
