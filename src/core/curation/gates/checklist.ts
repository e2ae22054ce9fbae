import { CHECKLIST, standingReviews } from '../reviews.js';
import { fail, NO_TASK, pass, type Gate } from './gate.js';

export const checklist: Gate = {
  id: 'checklist',
  title: 'Checklist Complete',
  description: 'A reviewer has answered every question of the checklist, and none with no.',
  needs: [],
  check: ({ task, events }) => {
    if (!task) return NO_TASK;
    const reviews = standingReviews(events, task);
    if (reviews.length === 0) return fail('Nobody has reviewed it as it is now.');
    const open = CHECKLIST.filter(
      ({ id }) => !reviews.some(({ answers }) => answers[id] === 'yes'),
    );
    const denied = CHECKLIST.filter(({ id }) =>
      reviews.some(({ answers }) => answers[id] === 'no'),
    );
    const [no] = denied;
    if (no) return fail(`“${no.question}” was answered with no.`);
    const [first] = open;
    return first
      ? fail(`“${first.question}” is still to be answered with yes.`)
      : pass('All answered with yes.');
  },
};
