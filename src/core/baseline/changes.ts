import type { UntimedChange } from './attemptSession.js';

/** What has changed from one text to another, as one change; nothing where they are the same. */
export function changeBetween(before: string, after: string): UntimedChange | undefined {
  if (before === after) return undefined;
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start++;
  let end = 0;
  while (end < shorter - start && before.at(-1 - end) === after.at(-1 - end)) end++;
  return {
    offset: start,
    deleted: before.length - start - end,
    inserted: after.slice(start, after.length - end),
  };
}
