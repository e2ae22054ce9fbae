import type { SyntaxNode, Tree } from '@lezer/common';
import { usedLibraries } from '../libs.js';
import {
  definitionsIn,
  endOfLine,
  endOfStatement,
  findDefinition,
  firstStatement,
  parsePython,
} from '../pythonTree.js';
import { ENTRY_POINT, TEST_CLASS } from '../taskFile.js';
import { docstringOf, sectionsOf, type Docstring } from './docstringSections.js';
import { DOCSTRING_SKELETON, sectionSkeleton, TASK_SKELETON, TESTS_SKELETON } from './skeletons.js';

export type ProblemCode =
  | 'no-function'
  | 'no-docstring'
  | 'section-name'
  | 'no-returns'
  | 'no-example'
  | 'few-libraries'
  | 'no-tests';

/** A replacement of a part of the text; offsets. */
export interface TextEdit {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

/** What is wrong with a task file's structure, where, and what would mend it. */
export interface StructureProblem {
  readonly code: ProblemCode;
  readonly message: string;
  /** Offsets of what is to be underlined. */
  readonly from: number;
  readonly to: number;
  /** An error keeps the file from being a task at all. */
  readonly severity: 'error' | 'warning';
  readonly fix?: { readonly title: string; readonly edits: readonly TextEdit[] };
}

const FEWEST_LIBRARIES = 2;

/** What keeps a task file from having the structure that the benchmark's tasks have. */
export function structureProblems(text: string): readonly StructureProblem[] {
  const tree = parsePython(text);
  const node = findDefinition(tree.topNode, text, 'function', ENTRY_POINT);
  if (!node) return [noFunction(tree, text), ...testProblems(tree, text)];
  const docstring = docstringOf(firstStatement(node), text);
  return [
    ...(docstring ? docstringProblems(docstring) : [noDocstring(node, text)]),
    ...libraryProblems(tree, text, node),
    ...testProblems(tree, text),
  ];
}

function noFunction(tree: Tree, text: string): StructureProblem {
  const functions = [...definitionsIn(tree.topNode, text)].filter(
    ({ kind }) => kind === 'function',
  );
  const [only, ...others] = functions;
  const message = `Expected the function \`def ${ENTRY_POINT}(…)\` at the top level.`;
  if (only && others.length === 0) {
    const name = only.node.getChild('VariableName') ?? only.node;
    return {
      ...{ code: 'no-function', severity: 'error', message, from: name.from, to: name.to },
      fix: {
        title: `Rename ${only.name} to ${ENTRY_POINT}`,
        edits: occurrencesOf(only.name, text).map((at) => ({ ...at, text: ENTRY_POINT })),
      },
    };
  }
  return {
    ...{ code: 'no-function', severity: 'error', message, from: 0, to: endOfLine(text, 0) },
    fix: { title: `Insert ${ENTRY_POINT}`, edits: [{ from: 0, to: 0, text: TASK_SKELETON }] },
  };
}

function noDocstring(node: SyntaxNode, text: string): StructureProblem {
  const name = node.getChild('VariableName') ?? node;
  const first = firstStatement(node);
  const edit = first && {
    from: startOfLine(text, first.from),
    to: startOfLine(text, first.from),
    text: DOCSTRING_SKELETON,
  };
  return {
    code: 'no-docstring',
    severity: 'error',
    message: `Expected a docstring in ${ENTRY_POINT}: it is the task's prompt.`,
    from: name.from,
    to: name.to,
    ...(edit && { fix: { title: 'Insert a docstring', edits: [edit] } }),
  };
}

function docstringProblems(docstring: Docstring): StructureProblem[] {
  const { misnamed, found, at, end } = sectionsOf(docstring);
  const problems: StructureProblem[] = misnamed.map(({ from, to, heading, expected }) => ({
    code: 'section-name',
    severity: 'warning',
    message: `“${heading}” opens no section of the prompt, so its lines count as description. Expected “${expected}”.`,
    from,
    to,
    fix: { title: `Change to ${expected}`, edits: [{ from, to, text: expected }] },
  }));
  for (const [section, code, what] of REQUIRED_SECTIONS) {
    // A heading that only has another name is one mistake, not two.
    if (found.has(section) || misnamed.some(({ expected }) => expected === section)) continue;
    problems.push({
      ...{ code, severity: 'warning', from: docstring.from, to: at },
      message: `The docstring has no “${section}” section: ${what}`,
      fix: {
        title: `Add a ${section.slice(0, -1)} section`,
        edits: [{ from: end, to: end, text: sectionSkeleton(section, docstring) }],
      },
    });
  }
  return problems;
}

const REQUIRED_SECTIONS = [
  ['Returns:', 'no-returns', 'the Instruct prompt will not say what to give back.'],
  ['Example:', 'no-example', 'nobody sees the function used.'],
] as const;

function libraryProblems(tree: Tree, text: string, node: SyntaxNode): StructureProblem[] {
  const libraries = usedLibraries(tree, text, endOfStatement(node));
  if (libraries.length >= FEWEST_LIBRARIES) return [];
  const name = node.getChild('VariableName') ?? node;
  return [
    {
      code: 'few-libraries',
      severity: 'warning',
      message: `Expected calls to at least ${FEWEST_LIBRARIES} libraries, found ${libraries.length === 0 ? 'none' : libraries.join(', ')}.`,
      from: name.from,
      to: name.to,
    },
  ];
}

function testProblems(tree: Tree, text: string): StructureProblem[] {
  if (findDefinition(tree.topNode, text, 'class', TEST_CLASS)) return [];
  const end = text.trimEnd().length;
  const gap = end === 0 ? '' : '\n\n';
  return [
    {
      code: 'no-tests',
      severity: 'error',
      message: `Expected the tests at the end, a top-level \`class ${TEST_CLASS}(unittest.TestCase):\`.`,
      from: startOfLine(text, end),
      to: end,
      fix: {
        title: `Add class ${TEST_CLASS}`,
        edits: [{ from: end, to: text.length, text: gap + TESTS_SKELETON }],
      },
    },
  ];
}

/** The offsets of a name, as a word, in code and in the docstring alike. */
function occurrencesOf(name: string, text: string): { from: number; to: number }[] {
  return [...text.matchAll(new RegExp(`\\b${name}\\b`, 'g'))].map(({ index }) => ({
    from: index,
    to: index + name.length,
  }));
}

function startOfLine(text: string, offset: number): number {
  return text.lastIndexOf('\n', offset - 1) + 1;
}
