import type { EvalResults } from './evalResults.js';

/**
 * The unbiased estimate of pass@k from `n` samples of which `c` are correct: the chance that at
 * least one of `k` samples drawn without replacement is, `1 - C(n - c, k) / C(n, k)`, multiplied
 * out so that no factorial overflows.
 *
 * M. Chen et al., Evaluating Large Language Models Trained on Code, 2021, arXiv:2107.03374, section
 * 2.1 and figure 3.
 *
 * @param k at most `n`
 */
export function estimatePassAtK(n: number, c: number, k: number): number {
  let allWrong = 1;
  // Where fewer than k are wrong, one factor is zero.
  for (let i = n - c + 1; i <= n; i++) allWrong *= Math.max(0, 1 - k / i);
  return 1 - allWrong;
}

/**
 * The mean estimate over the tasks, under the official evaluator's names: `pass@1`.
 * As there, a `k` for which some task has too few samples is left out.
 */
export function passAtK(
  { eval: tasks }: EvalResults,
  ks: readonly number[],
): Readonly<Record<string, number>> {
  const counts = Object.values(tasks).map((entries) => ({
    n: entries.length,
    c: entries.filter(({ status }) => status === 'pass').length,
  }));
  const fewest = Math.min(...counts.map(({ n }) => n));
  return Object.fromEntries(
    ks
      .filter((k) => counts.length > 0 && fewest >= k)
      .map((k) => [`pass@${k}`, mean(counts.map(({ n, c }) => estimatePassAtK(n, c, k)))]),
  );
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
