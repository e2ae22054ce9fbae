/**
 * The value below which a share of the values lies, between two neighbours in proportion: number 7 of
 * R. J. Hyndman and Y. Fan, Sample Quantiles in Statistical Packages, The American Statistician 50
 * (1996), 361–365, which NumPy takes too.
 *
 * @param percent 0 to 100
 * @returns undefined without a value
 */
export function percentile(values: readonly number[], percent: number): number | undefined {
  const sorted = values.toSorted((a, b) => a - b);
  const place = ((sorted.length - 1) * percent) / 100;
  const lower = sorted[Math.floor(place)];
  const upper = sorted[Math.ceil(place)];
  if (lower === undefined || upper === undefined) return undefined;
  return lower + (upper - lower) * (place % 1);
}
