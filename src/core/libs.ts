import type { SyntaxNode, Tree } from '@lezer/common';
import { childrenOf } from './pythonTree.js';

/**
 * The top-level names of the imported modules that code uses, in the order of their import.
 * A module is used where a name that its import binds is read; scopes are not told apart.
 *
 * @param end only what starts before this offset is looked at
 */
export function usedLibraries(tree: Tree, text: string, end: number): readonly string[] {
  const imported = new Map<string, string>();
  const read = new Set<string>();
  tree.iterate({
    to: end,
    enter({ name, node, from, to }) {
      if (name === 'ImportStatement') {
        for (const [bound, module] of bindingsOf(node, text)) {
          imported.set(bound, module);
        }
        return false;
      }
      if (name === 'VariableName' && from < end && isRead(node)) {
        read.add(text.slice(from, to));
      }
      return true;
    },
  });
  const used = [...imported].filter(([bound]) => read.has(bound)).map(([, module]) => module);
  return [...new Set(used)];
}

/** The names that imports bind, and the offsets of those import statements. */
export function importedNames(tree: Tree, text: string): ReadonlyMap<string, readonly number[]> {
  const names = new Map<string, number[]>();
  tree.iterate({
    enter({ name, node, from }) {
      if (name !== 'ImportStatement') return true;
      for (const [bound] of bindingsOf(node, text)) {
        names.set(bound, [...(names.get(bound) ?? []), from]);
      }
      return false;
    },
  });
  return names;
}

/** What an import statement binds: local name and top-level module, for each of its names. */
function bindingsOf(statement: SyntaxNode, text: string): [bound: string, module: string][] {
  const words = [...childrenOf(statement)].map(({ from, to }) => text.slice(from, to));
  const importAt = words.indexOf('import');
  const fromModule = words[0] === 'from' ? words[1] : undefined;
  if (fromModule?.startsWith('.')) {
    return []; // A relative import names no library.
  }
  return splitAtCommas(words.slice(importAt + 1)).map((name) => {
    const module = fromModule ?? name[0] ?? '';
    const alias = name.at(-2) === 'as' ? name.at(-1) : name[0];
    return [alias ?? '', module];
  });
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

/** Whether a name is read where it stands, not bound, deleted or used as a keyword argument's name. */
export function isRead(name: SyntaxNode): boolean {
  const parent = name.parent;
  switch (parent?.name) {
    case 'FunctionDefinition':
    case 'ClassDefinition':
    case 'CapturePattern':
    case 'KeywordPattern':
    case 'ScopeStatement':
    case 'DeleteStatement':
      return false;
    case 'ParamList':
      return name.prevSibling?.name === 'AssignOp';
    case 'ArgList':
    case 'NamedExpression':
      return name.nextSibling?.name !== 'AssignOp';
    case 'UpdateStatement':
      return name.prevSibling !== null;
    case 'AssignStatement':
      return !isAssignedTo(name);
    case 'TupleExpression':
    case 'ArrayExpression':
      return !isAssignedTo(parent);
    default:
      return !isLoopTarget(name) && name.prevSibling?.name !== 'as';
  }
}

function isAssignedTo(expression: SyntaxNode): boolean {
  if (expression.parent?.name !== 'AssignStatement') {
    return isLoopTarget(expression);
  }
  for (let node = expression.nextSibling; node; node = node.nextSibling) {
    if (node.name === 'AssignOp' || node.name === 'TypeDef') {
      return true;
    }
  }
  return false;
}

/** Whether a node stands between `for` and `in`, of a statement or a comprehension. */
function isLoopTarget(node: SyntaxNode): boolean {
  for (let before = node.prevSibling; before; before = before.prevSibling) {
    if (before.name === 'for') {
      return true;
    }
    if (before.name !== ',' && before.name !== 'VariableName') {
      return false;
    }
  }
  return false;
}
