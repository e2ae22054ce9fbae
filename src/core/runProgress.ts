import { formatCount } from '../shared/numbers.js';

/** How far runs are. */
export interface RunProgress {
  readonly total: number;
  readonly done: number;
  /** Those of the done that did not pass. */
  readonly failed: number;
}

/** `312 of 1,002 run · 4 failed`; empty for a single run, whose own row says all of it. */
export function progressText({ total, done, failed }: RunProgress): string {
  if (total <= 1) return '';
  const run = `${formatCount(done)} of ${formatCount(total)} run`;
  return failed > 0 ? `${run} · ${formatCount(failed)} failed` : run;
}
