import { structureProblems } from '../../structure/problems.js';
import { fail, pass, type Gate } from './gate.js';

export const structure: Gate = {
  id: 'structure',
  title: 'Structure',
  description:
    'Prompt, solution and tests are where they belong, and the docstring has the sections that prompts are made from.',
  needs: [],
  check: ({ text }) => {
    const problems = structureProblems(text);
    const [first] = problems;
    return first
      ? fail(
          problems.length === 1 ? first.message : `${problems.length} problems. ${first.message}`,
          problems,
        )
      : pass('Complete.');
  },
};
