import type { Program } from './engine.js';
import { findDefinition, firstStatement, lineAt, parsePython } from './pythonTree.js';

/** An example as it is written in a docstring: its first line, 1-based, and the code on it. */
export interface WrittenExample {
  readonly line: number;
  readonly source: string;
}

/**
 * The examples in the docstring of a program's function: each starts at a line with `>>>`, unless
 * there is nothing but a comment behind it. Running them needs Python; finding them does not.
 */
export function writtenExamples({ code, entryPoint }: Program): readonly WrittenExample[] {
  const node = findDefinition(parsePython(code).topNode, code, 'function', entryPoint);
  const docstring = node && firstStatement(node)?.getChild('String');
  if (!docstring) return [];
  const firstLine = lineAt(code, docstring.from);
  return code
    .slice(docstring.from, docstring.to)
    .split('\n')
    .flatMap((text, index) => {
      const source = /^\s*>>>\s+([^#\s].*)/.exec(text)?.[1]?.trimEnd();
      return source === undefined ? [] : [{ line: firstLine + index, source }];
    });
}
