/**
 * McNemar's exact test, two-sided: how likely pairs that differ would fall as unevenly as this if
 * neither side were better. Pairs that agree say nothing of it.
 *
 * Q. McNemar, Note on the Sampling Error of the Difference between Correlated Proportions or
 * Percentages, Psychometrika 12 (1947), 153–157; exact, from the binomial distribution, as small
 * numbers demand.
 *
 * @param onlyFirst pairs in which only the first succeeded
 * @param onlySecond pairs in which only the second did
 * @returns undefined where no pair differs
 */
export function mcnemarPValue(onlyFirst: number, onlySecond: number): number | undefined {
  const differing = onlyFirst + onlySecond;
  if (differing === 0) return undefined;
  const fewer = Math.min(onlyFirst, onlySecond);
  // In logarithms: beyond a thousand pairs the first terms are too small for a number.
  let logTerm = -differing * Math.LN2;
  let tail = 0;
  for (let successes = 0; successes <= fewer; successes++) {
    tail += Math.exp(logTerm);
    logTerm += Math.log((differing - successes) / (successes + 1));
  }
  return Math.min(1, 2 * tail);
}
