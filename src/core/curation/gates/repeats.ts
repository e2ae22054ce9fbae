import { fail, NOT_RUN, pass, type Gate } from './gate.js';

export const repeats: Gate = {
  id: 'repeats',
  title: 'Tests Pass Every Time',
  description:
    'The canonical solution passes on repeated runs, with its tests in random order and with other hash seeds.',
  needs: ['repeats'],
  check: ({ facts, limits }) => {
    if (!facts.repeats || facts.repeats.length < limits.repeats) return NOT_RUN;
    const failed = facts.repeats.filter(({ status }) => status !== 'pass');
    const [first] = failed;
    return first
      ? fail(
          `${failed.length} of ${facts.repeats.length} runs did not pass (${first.label}: ${first.message}).`,
        )
      : pass(`${facts.repeats.length} of ${facts.repeats.length} runs passed.`);
  },
};
