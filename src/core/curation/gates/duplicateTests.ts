import { testClassBody } from '../../testMethods.js';
import { definitionsIn } from '../../pythonTree.js';
import { fail, pass, type Gate } from './gate.js';

export const duplicateTests: Gate = {
  id: 'duplicate-tests',
  title: 'No Test Replaces Another',
  description: 'No two test methods share a name: Python would run only the last of them.',
  needs: [],
  check: ({ text }) => {
    const body = testClassBody(text);
    const seen = new Set<string>();
    const places = [...(body ? definitionsIn(body, text) : [])].flatMap(({ kind, name, node }) => {
      if (kind !== 'function' || !name.startsWith('test')) return [];
      const again = seen.has(name);
      seen.add(name);
      const at = node.getChild('VariableName') ?? node;
      return again
        ? [{ from: at.from, to: at.to, message: `${name} is defined twice; only this one runs.` }]
        : [];
    });
    const [first] = places;
    return first ? fail(first.message, places) : pass('Every name is used once.');
  },
};
