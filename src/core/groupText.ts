import { formatCount } from '../shared/numbers.js';
import type { GroupStatus } from './grouping.js';

const DETAILS: readonly (readonly [status: GroupStatus, words: string])[] = [
  ['pass', 'passed'],
  ['fail', 'failed'],
  ['timeout', 'timed out'],
  ['error', 'with an error'],
  ['elsewhere', 'from another environment'],
  [undefined, 'not run'],
];

/**
 * How the tasks of a group fare, in few words: `634` where none ran in the environment in force,
 * `634 · all pass`, else `634 · 165 pass · 2 fail`, where the rest did not run.
 */
export function groupText(statuses: readonly GroupStatus[]): string {
  const total = formatCount(statuses.length);
  const judged = statuses.filter((status) => status !== undefined && status !== 'elsewhere');
  const passed = judged.filter((status) => status === 'pass').length;
  const failed = judged.length - passed;
  if (judged.length === 0) return total;
  if (passed === statuses.length) return `${total} · all pass`;
  const passes = `${total} · ${formatCount(passed)} pass`;
  return failed > 0 ? `${passes} · ${formatCount(failed)} fail` : passes;
}

/** The same in full: `165 passed, 2 failed, 467 not run`. */
export function groupDetails(statuses: readonly GroupStatus[]): string {
  return DETAILS.map(([status, words]) => {
    const count = statuses.filter((candidate) => candidate === status).length;
    return count > 0 ? `${formatCount(count)} ${words}` : '';
  })
    .filter((text) => text !== '')
    .join(', ');
}
