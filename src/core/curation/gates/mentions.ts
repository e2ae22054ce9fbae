import type { SyntaxNode } from '@lezer/common';
import { literalContent } from '../../docstring.js';
import { childrenOf, parsePython } from '../../pythonTree.js';
import type { Task } from '../../task.js';
import { fail, NO_TASK, pass, type Gate, type GateOutcome } from './gate.js';

type Place = NonNullable<GateOutcome['places']>[number];

export const mentions: Gate = {
  id: 'mentions',
  title: 'What Is Tested Is Stated',
  description:
    'Every exception, text and file name that the tests demand and the solution has is named in the Complete and in the Instruct prompt.',
  needs: [],
  check: ({ text, task }) => {
    if (!task) return NO_TASK;
    const border = task.completePrompt.length + task.canonicalSolution.length;
    const places = demandsOf(text, border, task).flatMap((demand): Place[] => {
      const silent = promptsWithout(demand.text, task);
      return silent === undefined
        ? []
        : [
            {
              from: demand.from,
              to: demand.to,
              message: `The tests demand ${demand.what}, which ${silent}.`,
            },
          ];
    });
    return places.length === 0
      ? pass('All of it is.')
      : fail(places.map(({ message }) => message).join(' '), places);
  },
};

/** Something that only a solution that knows of it can give. */
interface Demand {
  readonly what: string;
  readonly text: string;
  readonly from: number;
  readonly to: number;
}

/** Which prompts do not have a text, as the end of a sentence. */
function promptsWithout(
  text: string,
  { completePrompt, instructPrompt }: Task,
): string | undefined {
  const inComplete = completePrompt.includes(text);
  const inInstruct = instructPrompt.includes(text);
  if (inComplete && inInstruct) return undefined;
  if (inComplete) return 'the Instruct prompt does not name';
  return inInstruct ? 'the Complete prompt does not name' : 'neither prompt names';
}

/**
 * The exceptions that tests expect, and the texts in their assertions that the solution spells out
 * too: a model that was not told of such a text cannot know it, while one that the function computes
 * is not a literal of the solution.
 */
function demandsOf(text: string, border: number, task: Task): readonly Demand[] {
  const spelt = literalsOf(task.canonicalSolution);
  const demands = new Map<string, Demand>();
  parsePython(text).iterate({
    from: border,
    enter({ name, node, from }) {
      if (name !== 'CallExpression' || from < border) return;
      const callee = node.firstChild;
      const called = callee ? text.slice(callee.from, callee.to) : '';
      if (/\b(?:assertRaises(?:Regex)?|raises)$/.test(called)) {
        for (const demand of exceptionsIn(node, text)) demands.set(demand.text, demand);
      } else if (/\bassert\w*$/.test(called)) {
        for (const demand of literalsIn(node, text)) {
          if (spelt.has(demand.text)) demands.set(demand.text, demand);
        }
      }
    },
  });
  return [...demands.values()];
}

function exceptionsIn(call: SyntaxNode, text: string): Demand[] {
  const first = call.getChild('ArgList')?.firstChild?.nextSibling;
  if (!first) return [];
  const names = first.name === 'TupleExpression' ? first.getChildren('VariableName') : [first];
  return names.flatMap(({ from, to }): Demand[] => {
    const name = text.slice(from, to).split('.').at(-1) ?? '';
    // A test that is content with any exception demands none.
    if (!/^[A-Z]\w*$/.test(name) || name === 'Exception') return [];
    return [{ what: `${/^[AEIOU]/.test(name) ? 'an' : 'a'} ${name}`, text: name, from, to }];
  });
}

/** Texts in what an assertion looks at; its message speaks to the reader alone. */
function literalsIn(call: SyntaxNode, text: string): Demand[] {
  const demands: Demand[] = [];
  for (const argument of argumentsOf(call, text)) {
    if (argument.isMessage) continue;
    argument.value.cursor().iterate(({ name, from, to }) => {
      if (name !== 'String') return;
      const content = literalContent(text.slice(from, to));
      if (content !== undefined && isTelling(content)) {
        demands.push({ what: `the text “${content}”`, text: content, from, to });
      }
    });
  }
  return demands;
}

/** An assertion's arguments, each with whether it is the message. */
function argumentsOf(
  call: SyntaxNode,
  text: string,
): readonly { readonly value: SyntaxNode; readonly isMessage: boolean }[] {
  const callee = call.firstChild;
  const method = callee ? text.slice(callee.from, callee.to).split('.').at(-1) : undefined;
  const [, place] = MESSAGE_PLACES.find(([methods]) => methods.test(method ?? '')) ?? [];
  return splitAtCommas(call).flatMap((nodes, index) => {
    const [first] = nodes;
    const value = nodes.at(-1);
    if (!first || !value) return [];
    const isKeyword = nodes.some(({ name }) => name === 'AssignOp');
    const isMessage = isKeyword
      ? /^(?:err_)?msg$/.test(text.slice(first.from, first.to))
      : index === place;
    return [{ value, isMessage }];
  });
}

/** How many arguments unittest's assertions have before their message; others take it by its name alone. */
const MESSAGE_PLACES: readonly (readonly [RegExp, number])[] = [
  [/^assert(?:True|False|IsNone|IsNotNone)$/, 1],
  [/^assert(?:Equal|NotEqual|In|NotIn|Is|IsNot|IsInstance|NotIsInstance|Regex|NotRegex)$/, 2],
  [/^assert(?:Greater|GreaterEqual|Less|LessEqual)$/, 2],
  [/^assert(?:Count|Dict|List|MultiLine|Sequence|Set|Tuple)Equal$/, 2],
  [/^assert(?:Not)?AlmostEqual$/, 3],
];

/** The nodes of each of a call's arguments: of a keyword's, its name and sign come first. */
function splitAtCommas(call: SyntaxNode): readonly SyntaxNode[][] {
  const list = call.getChild('ArgList');
  const groups: SyntaxNode[][] = [[]];
  for (const node of list ? childrenOf(list) : []) {
    if (node.name === ',') groups.push([]);
    else if (!IN_NO_ARGUMENT.has(node.name)) groups.at(-1)?.push(node);
  }
  return groups;
}

const IN_NO_ARGUMENT = new Set(['(', ')', 'Comment']);

function literalsOf(code: string): ReadonlySet<string> {
  const literals = new Set<string>();
  parsePython(code).iterate({
    enter({ name, from, to }) {
      const content = name === 'String' ? literalContent(code.slice(from, to)) : undefined;
      if (content !== undefined) literals.add(content);
    },
  });
  return literals;
}

/** A single sign says too little to be looked for in a prompt. */
function isTelling(text: string): boolean {
  return text.trim().length > 2 && /[A-Za-z]{2}/.test(text);
}
