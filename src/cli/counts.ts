import type { Cause } from '../shared/engineProtocol.js';

/** How often each value occurs, the most frequent first: `12 pass, 3 fail`. */
export function countText(values: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts]
    .sort(([, a], [, b]) => b - a)
    .map(([value, count]) => `${count} ${value}`)
    .join(', ');
}

/** `1 task`, `2 tasks`. */
export function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** Why runs did not pass, as a line; empty where all did. */
export function causesLine(causes: readonly (Cause | null)[]): string {
  const named = causes.filter((cause) => cause !== null);
  return named.length === 0 ? '' : `causes: ${countText(named)}\n`;
}
