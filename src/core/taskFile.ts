import { UserError } from './errors.js';
import { definitionsIn, lineAt, parsePython } from './pythonTree.js';
import type { Task } from './task.js';
import { deriveFields, locateFunction } from './taskFunction.js';

/** The function that a task file defines. */
export const ENTRY_POINT = 'task_func';
/** The class that judges it. */
export const TEST_CLASS = 'TestCases';

/**
 * Reads a task file: imports, `def task_func` with its docstring and body, then the tests.
 *
 * The prompt ends on the line where the docstring ends, the solution on the function's last line,
 * and the test is the stripped rest. The text of {@link joinTaskFile} gives the same task again.
 *
 * @throws {UserError} naming the line and what was expected there
 */
export function splitTaskFile(text: string, taskId: string): Task {
  // The published rows know only newlines; a file from Windows makes the same task.
  const source = text.replaceAll('\r\n', '\n');
  const tree = parsePython(source);
  const found = locateFunction(tree, source, ENTRY_POINT);
  const hasTests = [...definitionsIn(tree.topNode, source)].some(
    ({ kind, name, node }) =>
      kind === 'class' && name === TEST_CLASS && node.from >= found.solutionEnd,
  );
  if (!hasTests) {
    throw new UserError(
      `Line ${lineAt(source, found.solutionEnd) + 1}: expected the tests below \`${ENTRY_POINT}\`, a top-level \`class ${TEST_CLASS}(unittest.TestCase):\`.`,
    );
  }
  return {
    taskId,
    completePrompt: source.slice(0, found.promptEnd),
    canonicalSolution: source.slice(found.promptEnd, found.solutionEnd),
    test: source.slice(found.solutionEnd).trim(),
    entryPoint: ENTRY_POINT,
    ...deriveFields(tree, source, found),
  };
}

/** The task as a task file's text. */
export function joinTaskFile(task: Task): string {
  return `${task.completePrompt}${task.canonicalSolution}\n\n${task.test}\n`;
}
