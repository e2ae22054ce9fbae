import type { SyntaxNode } from '@lezer/common';
import { definitionsIn, endOfStatement, lineAt, parsePython } from './pythonTree.js';
import { TEST_CLASS } from './taskFile.js';

/** A test case: a method of `TestCases`. Lines are 1-based; `line` is that of its `def`. */
export interface TestMethod {
  readonly name: string;
  readonly line: number;
  readonly endLine: number;
}

/**
 * The test cases of a text, in its order: a test harness or a whole task file. Python runs only the
 * last definition of a name, so an earlier one is left out, of the class as of its methods.
 */
export function testMethods(text: string): readonly TestMethod[] {
  const body = testClassBody(text);
  if (!body) {
    return [];
  }
  const methods = new Map<string, TestMethod>();
  for (const { kind, name, node } of definitionsIn(body, text)) {
    if (kind === 'function' && name.startsWith('test')) {
      methods.delete(name); // Set again, so that the order is that of the definitions which count.
      methods.set(name, {
        name,
        line: lineAt(text, node.from),
        endLine: lineAt(text, endOfStatement(node)),
      });
    }
  }
  return [...methods.values()];
}

/** The body of the class of tests; of the last one, which is the one that counts. */
export function testClassBody(text: string): SyntaxNode | undefined {
  let body;
  for (const { kind, name, node } of definitionsIn(parsePython(text).topNode, text)) {
    if (kind === 'class' && name === TEST_CLASS) {
      body = node.getChild('Body');
    }
  }
  return body ?? undefined;
}
