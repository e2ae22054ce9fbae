import type { Tree } from '@lezer/common';
import { childrenOf, findDefinition, parsePython } from '../pythonTree.js';
import type { Sample } from '../samples.js';
import { ENTRY_POINT } from '../taskFile.js';
import { answeredCode } from './answerCode.js';

/**
 * A model's answer to a task's prompt, sanitized to be run as a sample. The whole function is a
 * solution, without what a script does besides (calls that show it off, its main); a bare body is a
 * completion of the Complete prompt.
 * @throws {UserError} for an answer without code
 */
export function sampleOfAnswer(answer: string): Pick<Sample, 'kind' | 'text'> {
  const code = answeredCode(answer);
  const tree = parsePython(code);
  return findDefinition(tree.topNode, code, 'function', ENTRY_POINT)
    ? { kind: 'solution', text: definitionsAlone(code) }
    : { kind: 'completion', text: asBody(code) };
}

/**
 * What the official sanitizer keeps of a script: imports, definitions and assignments; imports that
 * may fail besides. Code that cannot be parsed stays as it is, for its run to say so.
 */
function definitionsAlone(code: string): string {
  const tree = parsePython(code);
  if (hasErrors(tree)) return code;
  let kept = '';
  let end = 0;
  for (const { name, from, to } of childrenOf(tree.topNode)) {
    if (KEPT.has(name)) continue;
    kept += code.slice(end, from);
    end = to;
  }
  return `${(kept + code.slice(end)).replaceAll(/\n{4,}/g, '\n\n\n').trim()}\n`;
}

function hasErrors(tree: Tree): boolean {
  let found = false;
  tree.iterate({
    enter({ type }) {
      found ||= type.isError;
    },
  });
  return found;
}

const KEPT = new Set([
  ...['ImportStatement', 'FunctionDefinition', 'ClassDefinition', 'DecoratedStatement'],
  ...['AssignStatement', 'TryStatement', 'StatementGroup', 'Comment'],
]);

/** Lines indented as a function's body, whatever they were indented by. */
function asBody(code: string): string {
  const lines = code.split('\n');
  const indents = lines
    .filter((line) => line.trim() !== '')
    .map((line) => line.length - line.trimStart().length);
  const common = Math.min(...indents);
  return lines.map((line) => (line.trim() === '' ? '' : `    ${line.slice(common)}`)).join('\n');
}
