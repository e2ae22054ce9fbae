import type { Tree } from '@lezer/common';
import { literalContent, parseDocstring } from './docstring.js';
import { UserError } from './errors.js';
import { instructPromptOf } from './instructPrompt.js';
import { usedLibraries } from './libs.js';
import { endOfLine, endOfStatement, findDefinition, firstStatement, lineAt } from './pythonTree.js';
import type { Task } from './task.js';

/** Where a task's function and its docstring stand in a text, as offsets. */
export interface TaskFunction {
  readonly docstringStart: number;
  /** The text between the docstring's quotes, as written. */
  readonly docstring: string;
  /** Behind the newline of the line on which the docstring ends. */
  readonly promptEnd: number;
  /** The end of the function's last line, its newline not included. */
  readonly solutionEnd: number;
}

/** Those fields of a task that follow from its code. */
export type DerivedFields = Pick<Task, 'codePrompt' | 'docStruct' | 'instructPrompt' | 'libs'>;

/**
 * Finds the function at the top level of a program.
 * @throws {UserError} naming the line and what was expected there
 */
export function locateFunction(tree: Tree, text: string, name: string): TaskFunction {
  const node = findDefinition(tree.topNode, text, 'function', name);
  if (!node) {
    throw new UserError(
      `Line ${lineAt(text, text.trimEnd().length)}: the file ends without a function at its top level that starts with \`def ${name}(\`.`,
    );
  }
  const first = firstStatement(node)?.getChild('String');
  const docstring = first ? literalContent(text.slice(first.from, first.to)) : undefined;
  if (!first || docstring === undefined) {
    throw new UserError(
      `Line ${lineAt(text, node.from)}: expected \`def ${name}\` to begin with a docstring, one string literal that says what the function does.`,
    );
  }
  const promptEnd = Math.min(endOfLine(text, first.to) + 1, text.length);
  const bodyEnd = withIndentedComments(text, endOfLine(text, endOfStatement(node)));
  return {
    docstringStart: first.from,
    docstring,
    promptEnd,
    solutionEnd: Math.max(bodyEnd, promptEnd),
  };
}

/**
 * Python's own tree ends a function with its last statement. A comment below it that is indented
 * reads as the body's, and without this it would become the first line of the tests.
 */
function withIndentedComments(text: string, end: number): number {
  const comments = /(?:\n[ \t]*)*\n[ \t]+#[^\n]*/y;
  let reached = end;
  for (;;) {
    comments.lastIndex = reached;
    if (!comments.test(text)) {
      return reached;
    }
    reached = comments.lastIndex;
  }
}

/** Derives from a program what the published rows repeat of it. */
export function deriveFields(tree: Tree, text: string, found: TaskFunction): DerivedFields {
  const codePrompt = codePromptOf(text.slice(0, found.docstringStart));
  const docStruct = parseDocstring(found.docstring);
  return {
    codePrompt,
    docStruct,
    instructPrompt: instructPromptOf(docStruct, codePrompt),
    libs: usedLibraries(tree, text, found.solutionEnd),
  };
}

function codePromptOf(header: string): string {
  // Lines of blanks alone stay: the published rows drop only the empty ones.
  const lines = header.trim().split('\n');
  return `${lines.filter((line) => line !== '').join('\n')}\n`;
}
