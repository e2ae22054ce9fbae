import { fail, NOT_RUN, pass, type Gate } from './gate.js';

export const examples: Gate = {
  id: 'examples',
  title: 'Examples Hold',
  description: 'The docstring’s examples give what they say.',
  needs: ['examples'],
  check: ({ facts }) => {
    if (!facts.examples) return NOT_RUN;
    const wrong = facts.examples.filter(({ holds }) => !holds);
    const [first] = wrong;
    return first
      ? fail(
          `${wrong.length} of ${facts.examples.length} examples do not hold (line ${first.line}: ${first.message}).`,
        )
      : pass(`${facts.examples.length} examples hold.`);
  },
};
