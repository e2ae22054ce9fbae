import type { Tree } from '@lezer/common';
import { importedNames, isRead } from '../../libs.js';
import { parsePython } from '../../pythonTree.js';
import { fail, NO_TASK, pass, type Gate } from './gate.js';

export const imports: Gate = {
  id: 'imports',
  title: 'Each Half Imports What It Uses',
  description:
    'No name is used by the function and imported only by the tests, or the other way round: alone, that half would not run.',
  needs: [],
  check: ({ text, task }) => {
    if (!task) return NO_TASK;
    const border = task.completePrompt.length + task.canonicalSolution.length;
    const tree = parsePython(text);
    const places = [...importedNames(tree, text)].flatMap(([name, offsets]) => {
      const byTests = offsets.some((at) => at >= border);
      if (byTests === offsets.some((at) => at < border)) return [];
      const [from, to] = byTests ? [0, border] : [border, text.length];
      const use = unboundUse(tree, text, name, from, to);
      const message = byTests
        ? `The function uses ${name}, which only the tests import.`
        : `The tests use ${name}, which only the function’s half imports.`;
      return use ? [{ from: use.from, to: use.to, message }] : [];
    });
    return places.length === 0
      ? pass('Each half does.')
      : fail(places.map(({ message }) => message).join(' '), places);
  },
};

/** The first place in a part of the text that reads a name; none where that part binds it itself. */
function unboundUse(
  tree: Tree,
  text: string,
  wanted: string,
  start: number,
  end: number,
): { readonly from: number; readonly to: number } | undefined {
  const uses: { from: number; to: number }[] = [];
  const bindings: number[] = [];
  tree.iterate({
    from: start,
    to: end,
    enter({ name, node, from, to }) {
      if (name === 'ImportStatement') return false;
      if (name !== 'VariableName' || from < start || to > end) return true;
      if (text.slice(from, to) !== wanted) return true;
      if (isRead(node)) uses.push({ from, to });
      else bindings.push(from);
      return true;
    },
  });
  return bindings.length === 0 ? uses[0] : undefined;
}
