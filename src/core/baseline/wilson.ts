/** The bounds of an interval, as shares from 0 to 1. */
export interface Interval {
  readonly low: number;
  readonly high: number;
}

/** The standard normal distribution's 97.5th percentile: what a two-sided 95 % interval leaves out. */
const Z = 1.959963984540054;

/**
 * Wilson's 95 % score interval for a share. Unlike the textbook's ± it stays within 0 and 1 and holds
 * for few observations and for shares near either end, which is what studies of people have.
 *
 * E. B. Wilson, Probable Inference, the Law of Succession, and Statistical Inference, Journal of the
 * American Statistical Association 22 (1927), 209–212.
 *
 * @returns undefined without an observation
 */
export function wilsonInterval(successes: number, total: number): Interval | undefined {
  if (total === 0) return undefined;
  const share = successes / total;
  const shrink = 1 + Z ** 2 / total;
  const centre = (share + Z ** 2 / (2 * total)) / shrink;
  const half = (Z / shrink) * Math.sqrt((share * (1 - share)) / total + (Z / (2 * total)) ** 2);
  // At either end the bound is exact, and rounding would put it just beyond.
  return { low: Math.max(0, centre - half), high: Math.min(1, centre + half) };
}
