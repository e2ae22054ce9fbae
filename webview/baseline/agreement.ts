import type { BaselineReport } from '../../src/shared/baseline.js';
import { h } from '../dom.js';
import { figures } from '../figures.js';
import { formatCount, formatShare } from '../../src/shared/numbers.js';
import { emptyState, frame, type Section } from '../section.js';

/** How far people agree on which tasks can be solved. */
export function agreement(): Section<BaselineReport> {
  const body = h('div');
  return {
    element: frame(
      'agreement',
      'Agreement',
      'Whether people who met the same task came to the same end. Krippendorff’s alpha is 1 where they always do and 0 where it is chance.',
      body,
    ),
    update: ({ agreement: { solvers, tasks, share, alpha } }) => {
      body.replaceChildren(
        tasks === 0
          ? emptyState('No task has been tried by two people yet.')
          : figures([
              [share === null ? '–' : formatShare(share, 1), 'Same outcome'],
              [alpha === null ? '–' : alpha.toFixed(2), 'Krippendorff’s alpha'],
              [formatCount(tasks), 'Tasks', `by ${formatCount(solvers)} people`],
            ]),
      );
    },
  };
}
