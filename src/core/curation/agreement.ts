/** How far people who judge the same things agree. */

/** One person's judgements; `undefined` where there is none. All raters' lists count the same items. */
export type Ratings = readonly (string | undefined)[];

/** The share of items, 0 to 1, on which two raters say the same, of those that both have judged. */
export function percentAgreement(a: Ratings, b: Ratings): number | undefined {
  const pairs = pairsOf(a, b);
  if (pairs.length === 0) return undefined;
  return pairs.filter(([x, y]) => x === y).length / pairs.length;
}

/**
 * Cohen's kappa (1960): agreement beyond what two raters with these habits would reach by chance.
 * @returns undefined where it has no value: no common item, or both always say the same one thing
 */
export function cohensKappa(a: Ratings, b: Ratings): number | undefined {
  const pairs = pairsOf(a, b);
  const observed = percentAgreement(a, b);
  if (observed === undefined) return undefined;
  const share = (values: readonly string[], value: string): number =>
    values.filter((one) => one === value).length / pairs.length;
  const left = pairs.map(([x]) => x);
  const right = pairs.map(([, y]) => y);
  const expected = [...new Set(left)]
    .map((value) => share(left, value) * share(right, value))
    .reduce((sum, chance) => sum + chance, 0);
  return expected === 1 ? undefined : (observed - expected) / (1 - expected);
}

/**
 * Krippendorff's alpha for nominal judgements, any number of raters and gaps (Computing
 * Krippendorff's Alpha-Reliability, 2011).
 * @returns undefined where it has no value: no item that two have judged, or only one value in use
 */
export function krippendorffsAlpha(raters: readonly Ratings[]): number | undefined {
  const items = Math.max(0, ...raters.map(({ length }) => length));
  const totals = new Map<string, number>();
  let disagreement = 0;
  let judgements = 0;
  for (let item = 0; item < items; item++) {
    const values = raters.map((ratings) => ratings[item]).filter((value) => value !== undefined);
    if (values.length < 2) continue;
    judgements += values.length;
    for (const value of values) totals.set(value, (totals.get(value) ?? 0) + 1);
    // Each judgement is paired with each other one of its item.
    const unequal = values.flatMap((x, i) => values.filter((y, j) => i !== j && x !== y)).length;
    disagreement += unequal / (values.length - 1);
  }
  const equalPairs = [...totals.values()].reduce((sum, total) => sum + total * (total - 1), 0);
  const unequalPairs = judgements * (judgements - 1) - equalPairs;
  if (unequalPairs === 0) return undefined;
  return 1 - ((judgements - 1) * disagreement) / unequalPairs;
}

function pairsOf(a: Ratings, b: Ratings): [string, string][] {
  return a.flatMap((x, index): [string, string][] => {
    const y = b[index];
    return x === undefined || y === undefined ? [] : [[x, y]];
  });
}
