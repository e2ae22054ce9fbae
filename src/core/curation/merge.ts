import { changedLines, rebase, type Hunk } from './hunks.js';
import type { Replay } from './replay.js';

/**
 * The text that two branches give together, each one's changes since they parted and nothing else;
 * `undefined` where there are not two, or where their changes are in each other's way.
 */
export function mergedText(history: Replay): string | undefined {
  const [one, other, ...more] = history.heads;
  if (!one || !other || more.length > 0) return undefined;
  const start = lastCommon(history, one.id, other.id);
  const [before, ours, theirs] = [start, one.id, other.id].map((id) => id && history.texts.get(id));
  if (before === undefined || ours === undefined || theirs === undefined) return undefined;
  const own = changedLines(before, ours);
  const added = changedLines(before, theirs).filter(
    (hunk) => !own.some((each) => isSame(each, hunk)),
  );
  const { target, refused } = rebase(before, added, ours);
  return refused.length === 0 ? target : undefined;
}

/** The last change that both changes follow. */
function lastCommon(history: Replay, one: string, other: string): string | undefined {
  const followed = ancestorsOf(history, one);
  const common = [...ancestorsOf(history, other)].filter((id) => followed.has(id));
  return common.find((id) => ancestorsOf(history, id).size === common.length - 1);
}

function ancestorsOf({ changes }: Replay, id: string): ReadonlySet<string> {
  const found = new Set<string>();
  const waiting = [...(changes.get(id)?.parents ?? [])];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (found.has(next)) continue;
    found.add(next);
    waiting.push(...(changes.get(next)?.parents ?? []));
  }
  return found;
}

function isSame(one: Hunk, other: Hunk): boolean {
  return (
    one.oldStart === other.oldStart &&
    one.removed.length === other.removed.length &&
    one.added.join('') === other.added.join('')
  );
}
