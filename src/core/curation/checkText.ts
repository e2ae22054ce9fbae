import type { CheckSummary, RecordedGate } from './events.js';

/** A check in words: `4 of 5 pass, 91 %`. */
export function checkText(check: CheckSummary | undefined): string {
  if (!check) return 'not run';
  const { testsPassed, testsTotal, branchPercent } = check;
  if (testsTotal === 0) return 'no test runs';
  const tests = `${String(testsPassed)} of ${String(testsTotal)} pass`;
  return branchPercent === undefined ? tests : `${tests}, ${percentText(branchPercent)}`;
}

/** Both sides of a proposal: `before: 4 of 5 pass, 91 %; after: 6 of 6 pass, 100 %`. */
export function sidesText(
  before: CheckSummary | undefined,
  after: CheckSummary | undefined,
): string {
  if (!before && !after) return 'tests not run';
  return `before: ${checkText(before)}; after: ${checkText(after)}`;
}

/** How many gates fail on either side: `failed gates: 3 → 1`. */
export function gatesText(before: readonly RecordedGate[], after: readonly RecordedGate[]): string {
  const failed = (gates: readonly RecordedGate[]): string =>
    String(gates.filter(({ outcome }) => outcome === 'fail').length);
  return `failed gates: ${failed(before)} → ${failed(after)}`;
}

/** Rounded down, so that only all of the branches are 100 %. */
function percentText(percent: number): string {
  return `${String(Math.floor(percent))} %`;
}
