import type { SyntaxNode, Tree } from '@lezer/common';
import { childrenOf } from './pythonTree.js';

/** A name that an import statement binds. */
export interface ImportedName {
  /** The local name: `plt`. */
  readonly bound: string;
  /** The top-level module: `matplotlib`. */
  readonly library: string;
  /** What the local name stands for, with dots: `matplotlib.pyplot`. */
  readonly path: string;
  /** What is imported: a module (`matplotlib.pyplot`) or a name of one (`os.path:join`). */
  readonly target: string;
}

/** What an import statement binds, in its order. A relative import names no library and so nothing. */
export function namesImportedBy(statement: SyntaxNode, text: string): ImportedName[] {
  const words = [...childrenOf(statement)]
    .filter(({ name }) => name !== 'Comment')
    .map(({ from, to }) => text.slice(from, to));
  const importAt = words.indexOf('import');
  const fromModule = words[0] === 'from' ? words.slice(1, importAt).join('') : undefined;
  if (fromModule?.startsWith('.')) return [];
  return splitAtCommas(words.slice(importAt + 1)).map((group) => {
    const asAt = group.indexOf('as');
    const alias = asAt === -1 ? undefined : group[asAt + 1];
    const name = group.slice(0, asAt === -1 ? undefined : asAt).join('');
    const top = name.split('.')[0] ?? '';
    if (fromModule === undefined) {
      // `import a.b` binds a, and `import a.b as c` binds c to a.b.
      return { bound: alias ?? top, library: top, path: alias ? name : top, target: name };
    }
    return {
      bound: alias ?? name,
      library: fromModule.split('.')[0] ?? '',
      path: `${fromModule}.${name}`,
      target: name === '*' ? fromModule : `${fromModule}:${name}`,
    };
  });
}

/** Every import statement's names, wherever it stands. */
export function allImports(tree: Tree, text: string): { name: ImportedName; node: SyntaxNode }[] {
  const found: { name: ImportedName; node: SyntaxNode }[] = [];
  tree.iterate({
    enter({ name, node }) {
      if (name !== 'ImportStatement') return true;
      for (const imported of namesImportedBy(node, text)) found.push({ name: imported, node });
      return false;
    },
  });
  return found;
}

function splitAtCommas(words: readonly string[]): string[][] {
  const groups: string[][] = [[]];
  for (const word of words) {
    if (word === ',') {
      groups.push([]);
    } else if (word !== '(' && word !== ')') {
      groups.at(-1)?.push(word);
    }
  }
  return groups.filter((group) => group.length > 0);
}
