import type { Program } from './engine.js';
import { parsePython } from './pythonTree.js';
import type { Task } from './task.js';
import { locateFunction } from './taskFunction.js';

/** The canonical solution as a program to judge. Its text is that of the task's task file. */
export function programOf(task: Task): Program {
  return {
    code: `${task.completePrompt}${task.canonicalSolution}\n`,
    test: `${task.test}\n`,
    entryPoint: task.entryPoint,
  };
}

/**
 * A task file as the program to judge, for results that point into the file itself.
 *
 * The engine compiles `code + "\n" + test`. So the text is cut at the last newline before the first
 * line of the tests, and that newline is the one which the engine puts back: the compiled program is
 * the file's text to the byte, and every line and branch reported of it is a line of the file,
 * however many blank lines stand between solution and tests.
 *
 * @throws {UserError} for a text without the function or without its docstring
 */
export function programOfFile(text: string, entryPoint: string): Program {
  const { solutionEnd } = locateFunction(parsePython(text), text, entryPoint);
  const blanks = /^\s*/.exec(text.slice(solutionEnd))?.[0].length ?? 0;
  const cut = Math.max(text.lastIndexOf('\n', solutionEnd + blanks - 1), solutionEnd);
  return { code: text.slice(0, cut), test: text.slice(cut + 1), entryPoint };
}
