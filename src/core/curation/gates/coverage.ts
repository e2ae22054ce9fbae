import { fail, NOT_RUN, pass, type Gate } from './gate.js';

export const coverage: Gate = {
  id: 'coverage',
  title: 'Branch Coverage',
  description: 'The tests take as many of the solution’s branches as the project asks for.',
  needs: ['coverage'],
  check: ({ facts, limits }) => {
    if (!facts.coverage) return NOT_RUN;
    const { percent, missedLines } = facts.coverage;
    const reached = `${percent.toFixed(0)} % of the branches`;
    return percent >= limits.branchCoverage
      ? pass(`${reached}.`)
      : fail(
          `${reached}, and the project asks for ${limits.branchCoverage} %. Missed from line ${missedLines.join(', ')}.`,
        );
  },
};
