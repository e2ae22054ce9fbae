/** How alike two texts are, whatever their layout: by the runs of words that they share. */

const RUN = 5;

/** The runs of five words (names, numbers, single signs) of a text, to compare with {@link overlap}. */
export function wordRuns(text: string): ReadonlySet<string> {
  const words = text.match(/\w+|[^\s\w]/g) ?? [];
  const runs = new Set<string>();
  for (let start = 0; start < Math.max(1, words.length - RUN + 1); start++) {
    runs.add(words.slice(start, start + RUN).join(' '));
  }
  return runs;
}

/** The share of runs, 0 to 1, that two texts have in common of all that either has (Jaccard's index). */
export function overlap(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const shared = [...a].filter((run) => b.has(run)).length;
  return shared / (a.size + b.size - shared);
}
