import type { Program } from './engine.js';
import { parsePython } from './pythonTree.js';
import type { Task } from './task.js';
import { locateFunction } from './taskFunction.js';

/** The read-only documents in which a task is shown. */
export type TaskPart = 'complete' | 'instruct' | 'solution' | 'tests';

/** A line of one of the parts that show code; 1-based. */
export interface PartLine {
  readonly part: Exclude<TaskPart, 'instruct'>;
  readonly line: number;
}

/** A part's text. The solution stands below the code prompt, so that it is a program by itself. */
export function partText(task: Task, part: TaskPart): string {
  switch (part) {
    case 'complete':
      return task.completePrompt;
    case 'instruct':
      return task.instructPrompt;
    case 'solution':
      return withFinalNewline(task.codePrompt + task.canonicalSolution);
    case 'tests':
      return `${task.test}\n`;
  }
}

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

/**
 * Where a line of {@link programOf}'s text, `code + "\n" + test`, is shown.
 *
 * The code prompt repeats the prompt's lines above the docstring without the blank ones: those lines
 * are found in `solution`, beside the body that they belong to; blank ones and the docstring's only
 * in `complete`. The blank line between code and tests counts as the solution's last.
 *
 * @param programLine 1-based
 */
export function locateLine(task: Task, programLine: number): PartLine {
  const promptLines = countNewlines(task.completePrompt);
  const codeLines = promptLines + countNewlines(task.canonicalSolution) + 1;
  const testStart = codeLines + 2; // Behind the newline that ends the code and the one the engine adds.
  if (programLine >= testStart) {
    return { part: 'tests', line: programLine - testStart + 1 };
  }
  if (programLine > promptLines) {
    const line = Math.min(programLine, codeLines) - promptLines;
    return { part: 'solution', line: countNewlines(task.codePrompt) + line };
  }
  const header = headerLines(task).indexOf(programLine);
  return header === -1
    ? { part: 'complete', line: programLine }
    : { part: 'solution', line: header + 1 };
}

/** The program's line for each line of the code prompt, as far as the two agree. */
function headerLines({ completePrompt, codePrompt }: Task): number[] {
  const prompt = completePrompt.split('\n');
  const header = codePrompt.trimEnd().split('\n');
  const lines: number[] = [];
  for (const [index, text] of prompt.entries()) {
    const expected = header[lines.length];
    if (expected === undefined) {
      break;
    }
    // The code prompt is stripped as a whole, so its last line lacks blanks that the prompt has.
    const isLast = lines.length === header.length - 1;
    if (text === expected || (isLast && text.trimEnd() === expected)) {
      lines.push(index + 1);
    } else if (text.trim() !== '') {
      break;
    }
  }
  return lines;
}

function countNewlines(text: string): number {
  return text.split('\n').length - 1;
}

function withFinalNewline(text: string): string {
  return text.endsWith('\n') ? text : `${text}\n`;
}
