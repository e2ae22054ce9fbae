import type { SyntaxNode, Tree } from '@lezer/common';
import { allImports, namesImportedBy } from './imports.js';

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
        for (const { bound, library } of namesImportedBy(node, text)) {
          imported.set(bound, library);
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
  for (const { name, node } of allImports(tree, text)) {
    names.set(name.bound, [...(names.get(name.bound) ?? []), node.from]);
  }
  return names;
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
