import { fail, NOT_RUN, pass, type Gate } from './gate.js';

export const trivialSolutions: Gate = {
  id: 'trivial-solutions',
  title: 'Trivial Solutions Fail',
  description:
    'No solution that does nothing passes the tests: return None, an empty body, a constant, an argument, the example’s value.',
  needs: ['trivial'],
  check: ({ facts }) => {
    if (!facts.trivial) return NOT_RUN;
    const passing = facts.trivial.filter(({ passes }) => passes).map(({ name }) => name);
    return passing.length === 0
      ? pass(`All ${facts.trivial.length} fail.`)
      : fail(`The tests let pass: ${passing.join('; ')}.`);
  },
};
