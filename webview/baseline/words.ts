import type { AttemptRow, BaselineReport, Rate } from '../../src/shared/baseline.js';
import { formatQuantity, formatShare } from '../../src/shared/numbers.js';

export const SPLITS = { complete: 'Complete', instruct: 'Instruct' } as const;

/** What people met in a study: `Complete · 12 tasks · 30 minutes each · 1 attempt`. */
export function conditionsText({
  split,
  tasks,
  minutes,
  attempts,
}: BaselineReport['studies'][number]): string {
  return [
    SPLITS[split],
    formatQuantity(tasks, 'task'),
    `${formatQuantity(minutes, 'minute')} each`,
    formatQuantity(attempts, 'attempt'),
  ].join(' · ');
}

/** `83 % (10 of 12)`; a dash where there is nothing to take a share of. */
export function rateText({ solved, total }: Rate): string {
  return total === 0 ? '–' : `${formatShare(solved, total)} (${solved} of ${total})`;
}

/** `55 % to 95 %`, rounded; empty where there is no interval. */
export function intervalText({ low, high }: Rate): string {
  return low === null || high === null ? '' : `${percentText(low)} to ${percentText(high)}`;
}

function percentText(share: number): string {
  return `${Math.round(100 * share)} %`;
}

/** With three decimals, which is as far as so few pairs carry. */
export function pValueText(pValue: number | null): string {
  if (pValue === null) return '–';
  return pValue < 0.001 ? '< 0.001' : pValue.toFixed(3);
}

/** How an attempt went, in words: `Passed`, `Failed: Timed out`, `Gave up`. */
export function outcomeText({ end, passed, cause }: AttemptRow): string {
  if (end === 'running') return 'Running';
  const verdict = verdictText(passed, cause);
  if (end === 'submitted') return verdict;
  const ended = end === 'gave-up' ? 'Gave up' : 'Out of time';
  return passed === true ? `${ended}, passes` : ended;
}

function verdictText(passed: boolean | null, cause: string | null): string {
  if (passed === null) return 'Not judged yet';
  if (passed) return 'Passed';
  return cause === null ? 'Failed' : `Failed: ${cause}`;
}

/** What a reader of the results should know of an attempt, besides how it went. */
export function flagsOf({ passed, passedPlain, pastes, peeks, recorded }: AttemptRow): string[] {
  return [
    ...(pastes > 0 ? [formatQuantity(pastes, 'large paste')] : []),
    ...(peeks > 0 ? [formatQuantity(peeks, 'peek')] : []),
    ...(passedPlain !== null && passed !== null && passedPlain !== passed
      ? [`${passedPlain ? 'passes' : 'fails'} as it stands`]
      : []),
    ...(recorded ? ['recorded'] : []),
  ];
}
