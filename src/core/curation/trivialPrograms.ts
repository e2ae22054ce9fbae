import type { Program } from '../engine.js';
import { childrenOf, findDefinition, parsePython } from '../pythonTree.js';
import type { Task } from '../task.js';

/** A solution that does nothing for the task. */
export interface TrivialProgram {
  /** What it does, to be shown where it passes. */
  readonly name: string;
  readonly program: Program;
}

const CONSTANTS = ['0', "''", '[]', '{}', 'True'];

/**
 * Solutions as lazy models give them; tests that let one of them pass are too weak. An argument and
 * the example's value are tried besides constants, since they often satisfy a single assertion.
 */
export function trivialPrograms(task: Task): readonly TrivialProgram[] {
  const returned = [
    ...CONSTANTS,
    ...parametersOf(task),
    ...exampleValues(task).filter((value) => !CONSTANTS.includes(value)),
  ];
  return [
    { name: 'an empty body', program: withBody(task, 'pass') },
    { name: 'return None', program: withBody(task, 'return None') },
    ...returned.map((value) => ({
      name: `return ${value}`,
      program: withBody(task, `return ${value}`),
    })),
  ];
}

function withBody({ completePrompt, test, entryPoint }: Task, body: string): Program {
  return { code: `${completePrompt}    ${body}\n`, test: `${test}\n`, entryPoint };
}

function parametersOf({ completePrompt, entryPoint }: Task): readonly string[] {
  const tree = parsePython(completePrompt);
  const list = findDefinition(tree.topNode, completePrompt, 'function', entryPoint)?.getChild(
    'ParamList',
  );
  if (!list) return [];
  return [...childrenOf(list)]
    .filter(({ name, prevSibling }) => name === 'VariableName' && prevSibling?.name !== 'AssignOp')
    .map(({ from, to }) => completePrompt.slice(from, to));
}

/** What the docstring's examples show as results, where that is a literal on one line. */
function exampleValues({ docStruct: { examples } }: Task): readonly string[] {
  const values = examples.filter((line, index) => {
    const before = examples[index - 1] ?? '';
    const after = examples[index + 1] ?? '>>>';
    const isOnlyLine = before.startsWith('>>>') && (after.startsWith('>>>') || after === '');
    return isOnlyLine && !line.startsWith('>>>') && isLiteral(line);
  });
  return [...new Set(values)];
}

/** Whether a text is one Python literal, containers of literals included. */
function isLiteral(text: string): boolean {
  const others: string[] = [];
  parsePython(text).iterate({
    enter({ name }) {
      if (!LITERAL_NODES.has(name)) others.push(name);
    },
  });
  return others.length === 0 && text.trim() !== '';
}

const LITERAL_NODES = new Set([
  ...['Script', 'ExpressionStatement', 'Number', 'String', 'Boolean', 'None', 'Escape'],
  ...['ArrayExpression', 'TupleExpression', 'DictionaryExpression', 'SetExpression'],
  ...['UnaryExpression', 'ArithOp', 'ParenthesizedExpression'],
  ...['[', ']', '(', ')', '{', '}', ',', ':'],
]);
