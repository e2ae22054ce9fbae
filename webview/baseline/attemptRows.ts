import type { AttemptRow } from '../../src/shared/baseline.js';
import { flagsOf, outcomeText } from './words.js';

/** The attempts of which person, task, outcome or flags hold every word of `filter`. */
export function matching(rows: readonly AttemptRow[], filter: string): readonly AttemptRow[] {
  const words = filter.toLowerCase().split(/\s+/);
  return rows.filter((row) => {
    const text = [row.solver, row.taskId, outcomeText(row), ...flagsOf(row)]
      .join(' ')
      .toLowerCase();
    return words.every((word) => text.includes(word));
  });
}
