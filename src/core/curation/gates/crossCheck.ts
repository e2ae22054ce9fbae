import { textHash } from '../diffs.js';
import { inOrder, personOf, taskState } from '../taskState.js';
import { fail, pass, type Gate } from './gate.js';

export const crossCheck: Gate = {
  id: 'cross-check',
  title: 'Cross-checked',
  description:
    'Somebody other than its authors has cross-checked the task as it is now, and agrees.',
  needs: [],
  check: ({ text, events }) => {
    const hash = textHash(text);
    const { authors } = taskState(events);
    const last = new Map(
      inOrder(events)
        .filter((event) => event.type === 'cross-checked')
        .filter((event) => event.text === hash && !authors.has(personOf(event.actor).email))
        .map((event) => [personOf(event.actor).email, event]),
    );
    const checks = [...last.values()];
    const disagreeing = checks.find(({ verdict }) => verdict === 'disagree');
    if (disagreeing) return fail(`${disagreeing.actor.name} disagrees.`);
    const [first] = checks;
    return first
      ? pass(`${first.actor.name} agrees.`)
      : fail('Nobody has cross-checked it as it is now.');
  },
};
