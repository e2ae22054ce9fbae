import { formatQuantity } from '../../../shared/numbers.js';
import { overlap, wordRuns } from '../similarity.js';
import { fail, NO_TASK, pass, type Gate } from './gate.js';

export const nearDuplicate: Gate = {
  id: 'near-duplicate',
  title: 'No Near Duplicate',
  description:
    'No other task of the project or of an open dataset has nearly the same prompt and solution.',
  needs: [],
  check: ({ task, others, limits }) => {
    if (!task) return NO_TASK;
    const own = wordRuns(task.completePrompt + task.canonicalSolution);
    const alike = others
      .map(({ taskId, wordRuns: runs }) => ({ taskId, share: overlap(own, runs) }))
      .filter(({ share }) => share >= limits.similarity)
      .toSorted((a, b) => b.share - a.share);
    return alike.length === 0
      ? pass(othersText(others.length))
      : fail(
          alike
            .map(({ taskId, share }) => `${(100 * share).toFixed(0)} % as in ${taskId}`)
            .join(', ') + '.',
        );
  },
};

function othersText(count: number): string {
  if (count === 0) return 'There is no other task to be like.';
  return `Nothing alike among ${formatQuantity(count, 'other task')}.`;
}
