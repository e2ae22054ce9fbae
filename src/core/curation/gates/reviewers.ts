import { standingReviews } from '../reviews.js';
import { taskState } from '../taskState.js';
import { fail, NO_TASK, pass, type Gate } from './gate.js';

export const reviewers: Gate = {
  id: 'reviewers',
  title: 'Enough Reviewers',
  description:
    'As many people as the project asks for have approved the task as it is now, none of them an author of it.',
  needs: [],
  check: ({ task, events, limits }) => {
    if (!task) return NO_TASK;
    const { authors } = taskState(events);
    const standing = standingReviews(events, task);
    const returned = standing.filter(({ verdict }) => verdict === 'return');
    const [objection] = returned;
    if (objection) return fail(`${objection.reviewer.name} has returned it.`);
    const approving = standing.filter(({ reviewer }) => !authors.has(reviewer.email));
    return approving.length >= limits.reviewers
      ? pass(`Approved by ${approving.map(({ reviewer }) => reviewer.name).join(', ')}.`)
      : fail(
          `${approving.length} of ${limits.reviewers} reviewers other than its authors have approved it as it is now.`,
        );
  },
};
