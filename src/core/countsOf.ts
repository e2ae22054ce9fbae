import { groupBy } from './groupBy.js';
import { naturally } from './naturally.js';

/** How often each value occurs: the most frequent first, equals by name. */
export function countsOf(values: readonly string[]): (readonly [value: string, count: number])[] {
  return [...groupBy(values, (value) => value)]
    .map(([value, { length }]) => [value, length] as const)
    .toSorted(([a, x], [b, y]) => y - x || naturally(a, b));
}
