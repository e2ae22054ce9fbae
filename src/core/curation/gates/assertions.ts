import type { SyntaxNode } from '@lezer/common';
import { childrenOf, definitionsIn, parsePython } from '../../pythonTree.js';
import { testClassBody } from '../../testMethods.js';
import { fail, pass, type Gate, type GateOutcome } from './gate.js';

type Place = NonNullable<GateOutcome['places']>[number];

export const assertions: Gate = {
  id: 'assertions',
  title: 'Every Test Asserts',
  description:
    'Every test method asserts something, itself or by a helper, and no assertTrue has a value as its message.',
  needs: [],
  check: ({ text }) => {
    const body = testClassBody(text);
    if (!body) return pass('There are no tests.');
    const asserting = assertingFunctions(text);
    const places: Place[] = [];
    for (const { kind, name, node } of definitionsIn(body, text)) {
      if (kind !== 'function' || !name.startsWith('test')) continue;
      const at = node.getChild('VariableName') ?? node;
      if (!asserting.has(name)) {
        places.push({ from: at.from, to: at.to, message: `${name} asserts nothing.` });
      }
      places.push(...misusedAsserts(node, text));
    }
    const [first] = places;
    return first
      ? fail(places.map(({ message }) => message).join(' '), places)
      : pass('Each does.');
  },
};

/**
 * The names of the functions, of the whole file, that assert something, directly or by calling one
 * that does. By the bare name: a method and a function of the same name count as one.
 */
function assertingFunctions(text: string): ReadonlySet<string> {
  const calls = new Map<string, ReadonlySet<string>>();
  const asserting = new Set<string>();
  parsePython(text).iterate({
    enter({ name, node }) {
      if (name !== 'FunctionDefinition') return;
      const own = node.getChild('VariableName');
      if (!own) return;
      const function_ = text.slice(own.from, own.to);
      const called = calledNames(node, text);
      calls.set(function_, called);
      if (called.has(ASSERT) || [...called].some(isAssertion)) asserting.add(function_);
    },
  });
  for (let before = -1; before !== asserting.size;) {
    before = asserting.size;
    for (const [name, called] of calls) {
      if ([...called].some((callee) => asserting.has(callee))) asserting.add(name);
    }
  }
  return asserting;
}

/** Stands for the statement among the names of calls. */
const ASSERT = 'assert';

/** unittest's, numpy's and pandas' assertions, those of mocks, and giving up. */
function isAssertion(name: string): boolean {
  return /^_?assert/.test(name) || name === 'fail' || name === 'raises';
}

/** The last names of everything that a function calls. */
function calledNames(definition: SyntaxNode, text: string): ReadonlySet<string> {
  const names = new Set<string>();
  definition.cursor().iterate(({ name, node }) => {
    if (name === 'AssertStatement') names.add(ASSERT);
    if (name !== 'CallExpression') return;
    const callee = node.firstChild;
    const last = callee?.name === 'MemberExpression' ? callee.lastChild : callee;
    if (last) names.add(text.slice(last.from, last.to));
  });
  return names;
}

/** `assertTrue(value, expected)` compares nothing: its second argument is the message. */
function misusedAsserts(definition: SyntaxNode, text: string): Place[] {
  const places: Place[] = [];
  definition.cursor().iterate(({ name, node }) => {
    if (name !== 'CallExpression') return;
    const callee = node.firstChild;
    const called = callee && /\bassert(True|False)$/.exec(text.slice(callee.from, callee.to));
    const message = called && secondArgument(node);
    if (message && isNoMessage(message, text)) {
      places.push({
        from: node.from,
        to: node.to,
        message: `assert${called[1] ?? ''} takes ${text.slice(message.from, message.to)} for its message and compares nothing with it.`,
      });
    }
  });
  return places;
}

/** Whether an argument is a value or a type to compare with, which a message never is. */
function isNoMessage({ name, from, to }: SyntaxNode, text: string): boolean {
  if (VALUES.has(name)) return true;
  const named = name === 'VariableName' || name === 'MemberExpression';
  return named && TYPE.test(text.slice(from, to));
}

/** A built-in type, or a class by the custom of its name. */
const TYPE = /(?:^|\.)(?:bool|bytes|dict|float|int|list|set|str|tuple|[A-Z]\w*[a-z]\w*)$/;

const VALUES = new Set([
  'Number',
  'Boolean',
  'None',
  'ArrayExpression',
  'TupleExpression',
  'DictionaryExpression',
  'SetExpression',
]);

function secondArgument(call: SyntaxNode): SyntaxNode | undefined {
  const list = call.getChild('ArgList');
  const parts = list ? [...childrenOf(list)] : [];
  const comma = parts.findIndex(({ name }) => name === ',');
  return comma === -1 ? undefined : parts[comma + 1];
}
