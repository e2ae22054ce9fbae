import { formatQuantity } from '../../../shared/numbers.js';
import { testMethods } from '../../testMethods.js';
import { fail, pass, type Gate } from './gate.js';

export const testCount: Gate = {
  id: 'test-count',
  title: 'Enough Test Cases',
  description: 'There are at least as many test cases as the project asks for.',
  needs: [],
  check: ({ text, limits }) => {
    const { length } = testMethods(text);
    return length >= limits.tests
      ? pass(`${formatQuantity(length, 'test case')}.`)
      : fail(`${formatQuantity(length, 'test case')}, and the project asks for ${limits.tests}.`);
  },
};
