import type { SyntaxNode, Tree } from '@lezer/common';
import type { ImportedName } from '../imports.js';
import { isRead } from '../libs.js';
import { childrenOf } from '../pythonTree.js';

/** A name that code reads, in full: `nltk.corpus.stopwords.words` for `stopwords.words`. */
export interface Reference {
  readonly path: string;
  readonly library: string;
  /** Where that lies, by module and attributes: `nltk.corpus:stopwords.words`. */
  readonly target: string;
  /** The texts of the first argument, where this is called with a text or a list of texts. */
  readonly texts: readonly string[];
}

/** What code reads of the names that its imports bind; not of those that it also binds otherwise. */
export function referencesIn(
  tree: Tree,
  text: string,
  imports: readonly ImportedName[],
): Reference[] {
  const known = new Map(imports.map((imported) => [imported.bound, imported]));
  for (const name of namesBoundIn(tree, text)) known.delete(name);
  const found: Reference[] = [];
  tree.iterate({
    enter({ name, node, from, to }) {
      if (name === 'ImportStatement') return false;
      if (name !== 'VariableName' && name !== 'MemberExpression') return true;
      const dotted = text.slice(from, to);
      // What stands on a call or a subscript is looked at below it.
      if (!/^\w+(?:\.\w+)*$/.test(dotted)) return true;
      const [first = '', ...rest] = dotted.split('.');
      const imported = known.get(first);
      if (!imported) return true;
      const { path, library } = imported;
      // `import a.b` binds a alone.
      const [module = '', own] = path === library ? [library] : imported.target.split(':');
      const attributes = [...(own === undefined ? [] : [own]), ...rest].join('.');
      found.push({
        path: [path, ...rest].join('.'),
        library,
        target: attributes === '' ? module : `${module}:${attributes}`,
        texts: textsOfCall(node, text),
      });
      return false;
    },
  });
  return found;
}

/** The names that code binds by anything but an import: parameters, variables, functions. */
function namesBoundIn(tree: Tree, text: string): Set<string> {
  const bound = new Set<string>();
  tree.iterate({
    enter({ name, node, from, to }) {
      const isKeyword = node.parent?.name === 'ArgList';
      if (name === 'VariableName' && !isKeyword && !isRead(node)) bound.add(text.slice(from, to));
      return name !== 'ImportStatement';
    },
  });
  return bound;
}

function textsOfCall(callee: SyntaxNode, text: string): string[] {
  const call = callee.parent;
  const first = call?.name === 'CallExpression' ? call.getChild('ArgList')?.firstChild : null;
  const argument = first?.nextSibling; // Behind the bracket.
  if (!argument || callee.nextSibling?.name !== 'ArgList') return [];
  const texts =
    argument.name === 'ArrayExpression' || argument.name === 'TupleExpression'
      ? [...childrenOf(argument)].map((element) => literalText(element, text))
      : [literalText(argument, text)];
  return texts.filter((each) => each !== undefined);
}

/** A string literal's text; of an f-string, what stands before its first replacement. */
function literalText({ name, from, to }: SyntaxNode, text: string): string | undefined {
  if (name !== 'String' && name !== 'FormatString') return undefined;
  const quoted = /^[a-z]*("""|'''|"|')([^]*)\1$/i.exec(text.slice(from, to))?.[2];
  return name === 'FormatString' ? quoted?.split('{')[0] : quoted;
}
