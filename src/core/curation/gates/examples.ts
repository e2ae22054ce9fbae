import { formatQuantity } from '../../../shared/numbers.js';
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
    const all = formatQuantity(facts.examples.length, 'example');
    return first
      ? fail(
          `${wrong.length} of ${all} ${wrong.length === 1 ? 'does' : 'do'} not hold (line ${first.line}: ${first.message}).`,
        )
      : pass(`${all} ${facts.examples.length === 1 ? 'holds' : 'hold'}.`);
  },
};
