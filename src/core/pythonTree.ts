/** The little of Python's syntax tree that the domain asks for. */
import type { SyntaxNode, Tree } from '@lezer/common';
import { parser } from '@lezer/python';

/** Parses any text: where it is not Python, the tree holds error nodes and what could be recovered. */
export function parsePython(text: string): Tree {
  return parser.parse(text);
}

/** The named nodes directly below `parent`, in order. */
export function* childrenOf(parent: SyntaxNode): Generator<SyntaxNode> {
  for (let node = parent.firstChild; node; node = node.nextSibling) {
    yield node;
  }
}

/** A function or class with its name, its decorators left aside. */
export interface Definition {
  readonly kind: 'function' | 'class';
  readonly name: string;
  readonly node: SyntaxNode;
}

/** The functions and classes defined directly in `parent`: a module's root node or a class's body. */
export function* definitionsIn(parent: SyntaxNode, text: string): Generator<Definition> {
  for (const child of childrenOf(parent)) {
    const node = child.name === 'DecoratedStatement' ? child.lastChild : child;
    const kind = node && DEFINITION_KINDS.get(node.name);
    const name = node?.getChild('VariableName');
    if (node && kind && name) {
      yield { kind, name: text.slice(name.from, name.to), node };
    }
  }
}

/** The node of the first function or class of that name defined directly in `parent`. */
export function findDefinition(
  parent: SyntaxNode,
  text: string,
  kind: Definition['kind'],
  name: string,
): SyntaxNode | undefined {
  for (const definition of definitionsIn(parent, text)) {
    if (definition.kind === kind && definition.name === name) {
      return definition.node;
    }
  }
  return undefined;
}

const DEFINITION_KINDS = new Map<string, Definition['kind']>([
  ['FunctionDefinition', 'function'],
  ['ClassDefinition', 'class'],
]);

/** The first statement of a function or class, where it has one. */
export function firstStatement(definition: SyntaxNode): SyntaxNode | undefined {
  const body = definition.getChild('Body');
  if (!body) {
    return undefined;
  }
  for (const child of childrenOf(body)) {
    if (child.name !== ':' && child.name !== 'Comment') {
      return child;
    }
  }
  return undefined;
}

/**
 * Where a statement's last token ends. A compound statement's own node runs on over the newline and
 * comment behind it, so this descends to the last token; a string is a token, though it has children.
 */
export function endOfStatement(statement: SyntaxNode): number {
  let node = statement;
  while (!STRINGS.has(node.name)) {
    let last = node.lastChild;
    while (last?.name === 'Comment') {
      last = last.prevSibling;
    }
    if (!last) {
      break;
    }
    node = last;
  }
  return node.to;
}

const STRINGS = new Set(['String', 'FormatString']);

/** The 1-based line that holds `offset`. */
export function lineAt(text: string, offset: number): number {
  let line = 1;
  for (let at = text.indexOf('\n'); at !== -1 && at < offset; at = text.indexOf('\n', at + 1)) {
    line++;
  }
  return line;
}

/** The offset of the newline that ends the line holding `offset`, or the text's length. */
export function endOfLine(text: string, offset: number): number {
  const newline = text.indexOf('\n', offset);
  return newline === -1 ? text.length : newline;
}
