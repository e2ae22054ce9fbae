import { textHash } from '../diffs.js';
import { inOrder } from '../taskState.js';
import { fail, pass, type Gate } from './gate.js';

export const preEvaluation: Gate = {
  id: 'pre-evaluation',
  title: 'Pre-evaluated',
  description:
    'Models’ samples were run against the task as it is now, and they neither all pass nor all fail the same assertion.',
  needs: [],
  check: ({ text, events }) => {
    const hash = textHash(text);
    const last = inOrder(events).findLast(
      (event) => event.type === 'pre-evaluated' && event.text === hash,
    );
    if (last?.type !== 'pre-evaluated') return fail('No samples were run against it as it is now.');
    const [flag] = last.flags;
    return flag === undefined
      ? pass(`${last.passed} of ${last.samples} samples pass.`)
      : fail(flag);
  },
};
