import type { Task } from './task.js';

/**
 * Orders work so that no worker idles at the end: what takes longest begins first. What is not known
 * yet begins before all, as it may take longest of all, and of that what says that it waits. The
 * benchmark's longest test waits for two and a half minutes; begun last, it doubles a check.
 *
 * @param taskOf the task that an item is a run of
 * @param secondsOf how long an item took the last time, if it is known
 */
export function longestFirst<T>(
  items: readonly T[],
  taskOf: (item: T) => Task,
  secondsOf: (item: T) => number | undefined,
): T[] {
  const ranked = items.map((item) => {
    const seconds = secondsOf(item) ?? Infinity;
    return { item, seconds, waits: seconds === Infinity && waits(taskOf(item)) };
  });
  return ranked
    .toSorted((a, b) =>
      a.seconds === b.seconds ? Number(b.waits) - Number(a.waits) : b.seconds - a.seconds,
    )
    .map(({ item }) => item);
}

function waits({ canonicalSolution, test }: Task): boolean {
  return /\bsleep\(/.test(canonicalSolution) || /\bsleep\(/.test(test);
}
