import type { DatasetTask } from '../dataset.js';
import { DOMAINS, domainsOf, type Domain } from '../domains.js';
import { groupBy } from '../groupBy.js';
import { shuffle } from '../shuffle.js';
import type { Task } from '../task.js';

/**
 * The domain that stands for a task where each task counts once: its rarest, so that the small
 * domains are not emptied by the large ones; undefined for libraries that the benchmark does not know.
 */
export function stratumOf(task: Task): Domain | undefined {
  const domains = domainsOf(task);
  return DOMAINS.findLast((domain) => domains.includes(domain));
}

/**
 * A random sample of tasks, spread over their domains as all of them are, in random order.
 * Shares are rounded by largest remainders (Hamilton's method), so that they add up to `count`.
 *
 * @param count at most as many as there are
 * @param seed the same seed gives the same tasks in the same order
 */
export function stratifiedSample(
  tasks: readonly DatasetTask[],
  count: number,
  seed: number,
): readonly DatasetTask[] {
  const wanted = Math.min(count, tasks.length);
  const shuffled = shuffle(tasks, seed);
  const strata = [...groupBy(shuffled, ({ task }) => stratumOf(task)).values()];
  const shares = strata.map((members) => (wanted * members.length) / tasks.length);
  const sizes = shares.map(Math.floor);
  const missing = wanted - sizes.reduce((sum, size) => sum + size, 0);
  const byRemainder = shares
    .map((share, index) => ({ index, remainder: share % 1 }))
    .toSorted((one, other) => other.remainder - one.remainder);
  const topped = new Set(byRemainder.slice(0, missing).map(({ index }) => index));
  const chosen = new Set(
    strata.flatMap((members, index) =>
      members.slice(0, (sizes[index] ?? 0) + (topped.has(index) ? 1 : 0)),
    ),
  );
  return shuffled.filter((entry) => chosen.has(entry));
}
