import type { Task } from './task.js';

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

/**
 * Where a line of `programOf`'s text, `code + "\n" + test`, is shown.
 *
 * The code prompt repeats the prompt's lines above the docstring without the blank ones: those lines
 * are found in `solution`, beside the body that they belong to; blank ones and the docstring's only
 * in `complete`. The blank line between code and tests counts as the solution's last.
 *
 * @param programLine 1-based
 */
export function locateLine(task: Task, programLine: number): PartLine {
  const { promptLines, codeLines, testStart } = layout(task);
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

/**
 * The line of `programOf`'s text that a line of a part shows; `undefined` for one that shows none,
 * as the lines of the Instruct prompt and those beyond a part's end.
 *
 * @param line 1-based
 */
export function programLineOf(task: Task, part: TaskPart, line: number): number | undefined {
  const { promptLines, codeLines, testStart } = layout(task);
  switch (part) {
    case 'complete':
      return line <= promptLines ? line : undefined;
    case 'instruct':
      return undefined;
    case 'solution': {
      const bodyLine = line - countNewlines(task.codePrompt);
      if (bodyLine <= 0) return headerLines(task)[line - 1];
      return promptLines + bodyLine <= codeLines ? promptLines + bodyLine : undefined;
    }
    case 'tests':
      return line <= countNewlines(task.test) + 1 ? testStart + line - 1 : undefined;
  }
}

/** Where the parts begin and end in the program. */
function layout(task: Task): { promptLines: number; codeLines: number; testStart: number } {
  const promptLines = countNewlines(task.completePrompt);
  const codeLines = promptLines + countNewlines(task.canonicalSolution) + 1;
  // Behind the newline that ends the code and the one the engine adds.
  return { promptLines, codeLines, testStart: codeLines + 2 };
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
