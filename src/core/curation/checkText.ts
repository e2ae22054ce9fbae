import { formatShare } from '../../shared/numbers.js';
import type { CheckSummary, RecordedGate } from './events.js';

/** A check in words: `4 of 5 pass, 91 %`. */
export function checkText(check: CheckSummary | undefined): string {
  if (!check) return 'not run';
  const { testsPassed, testsTotal, branchPercent } = check;
  if (testsTotal === 0) return 'no test runs';
  const tests = `${String(testsPassed)} of ${String(testsTotal)} pass`;
  return branchPercent === undefined ? tests : `${tests}, ${formatShare(branchPercent, 100)}`;
}

/** Both sides of a proposal, short enough for a lens: `tests 4/5 → 6/6 · branches 91 % → 100 %`. */
export function sidesText(
  before: CheckSummary | undefined,
  after: CheckSummary | undefined,
): string {
  if (!before && !after) return 'tests not run';
  const knowsBranches = [before, after].some((check) => check?.branchPercent !== undefined);
  return [
    `tests ${testsText(before)} → ${testsText(after)}`,
    ...(knowsBranches ? [`branches ${branchesText(before)} → ${branchesText(after)}`] : []),
  ].join(' · ');
}

function testsText(check: CheckSummary | undefined): string {
  if (!check) return 'not run';
  return check.testsTotal === 0 ? 'none' : `${check.testsPassed}/${check.testsTotal}`;
}

function branchesText(check: CheckSummary | undefined): string {
  return check?.branchPercent === undefined ? 'unknown' : formatShare(check.branchPercent, 100);
}

/**
 * How many gates fail on either side, of those that were asked: `failing gates 3/9 → 1/9`. A proposal
 * is not asked all, so without their number it would contradict Check Gates.
 */
export function gatesText(before: readonly RecordedGate[], after: readonly RecordedGate[]): string {
  const failing = (gates: readonly RecordedGate[]): string =>
    `${gates.filter(({ outcome }) => outcome === 'fail').length}/${gates.length}`;
  return `failing gates ${failing(before)} → ${failing(after)}`;
}

/** What gates have said, in short; one that could not look has not failed: `2 fail, 7 could not be checked`. */
export function gateCountsText(gates: readonly Pick<RecordedGate, 'outcome'>[]): string {
  const count = (wanted: RecordedGate['outcome']): number =>
    gates.filter(({ outcome }) => outcome === wanted).length;
  const failing = count('fail');
  const unknown = count('unknown');
  const parts = [
    failing > 0 && `${failing} ${failing === 1 ? 'fails' : 'fail'}`,
    unknown > 0 && `${unknown} could not be checked`,
  ];
  return parts.filter(Boolean).join(', ') || 'All is well';
}
