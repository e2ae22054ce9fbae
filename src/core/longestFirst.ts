/**
 * Orders work so that no worker idles at the end: what takes longest begins first. What is not known
 * yet begins before all, as it may take longest of all; otherwise the order stays.
 *
 * @param secondsOf how long an item took the last time, if it is known
 */
export function longestFirst<T>(
  items: readonly T[],
  secondsOf: (item: T) => number | undefined,
): T[] {
  return items
    .map((item) => ({ item, seconds: secondsOf(item) ?? Infinity }))
    .sort((a, b) => (a.seconds === b.seconds ? 0 : b.seconds - a.seconds))
    .map(({ item }) => item);
}
