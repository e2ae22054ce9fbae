import type { SurvivalStep } from '../../shared/baseline.js';
import { groupBy } from '../groupBy.js';

/** How long something was watched, and how that ended. */
export interface WatchedTime {
  readonly seconds: number;
  /** Whether it ended with a solution; otherwise all that is known is that it would have taken longer. */
  readonly solved: boolean;
}

/**
 * The share that is not solved yet, as time goes by. Where some are solved at the very time at which
 * others are censored, those others count as at risk: solutions come first.
 *
 * E. L. Kaplan and P. Meier, Nonparametric Estimation from Incomplete Observations, Journal of the
 * American Statistical Association 53 (1958), 457–481.
 *
 * @returns a step for each time at which something ended; before the first, nothing is solved
 */
export function kaplanMeier(watched: readonly WatchedTime[]): readonly SurvivalStep[] {
  const byTime = [...groupBy(watched, ({ seconds }) => seconds)].toSorted(([a], [b]) => a - b);
  let atRisk = watched.length;
  let unsolved = 1;
  return byTime.map(([seconds, ended]) => {
    const solved = ended.filter((one) => one.solved).length;
    unsolved *= (atRisk - solved) / atRisk;
    const step = { seconds, unsolved, atRisk, solved, censored: ended.length - solved };
    atRisk -= ended.length;
    return step;
  });
}

/** The time by which half is solved; undefined where the curve never comes down that far. */
export function medianOf(curve: readonly SurvivalStep[]): number | undefined {
  return curve.find(({ unsolved }) => unsolved <= 0.5 + ROUNDING)?.seconds;
}

/** A half that is a product of many shares may come out just above. */
const ROUNDING = 1e-9;
