import * as v from 'valibot';
import { UserError } from './errors.js';
import { instructPromptOf } from './instructPrompt.js';
import { dumpDocStruct, parsePythonList, pythonList } from './pythonText.js';
import { parsePython } from './pythonTree.js';
import type { DocStruct, Task } from './task.js';
import { deriveFields, locateFunction, type DerivedFields } from './taskFunction.js';

/** A published row, one JSON object a line. */
export interface TaskRow {
  readonly task_id: string;
  readonly complete_prompt: string;
  readonly instruct_prompt: string;
  readonly canonical_solution: string;
  readonly code_prompt: string;
  readonly test: string;
  readonly entry_point: string;
  /** JSON text of a {@link DocStruct}. */
  readonly doc_struct: string;
  /** Text of a Python list. */
  readonly libs: string;
}

/** The columns of a published row, in its order. */
export const ROW_FIELDS = [
  'task_id',
  'complete_prompt',
  'instruct_prompt',
  'canonical_solution',
  'code_prompt',
  'test',
  'entry_point',
  'doc_struct',
  'libs',
] as const satisfies readonly (keyof TaskRow)[];

/** Why a row is no task. */
export interface RowProblem {
  /** Absent where the row as a whole is meant. */
  readonly field?: string;
  readonly reason: string;
  /** Set where the field is required and not there. */
  readonly missing?: true;
}

export type RowReading =
  | { readonly ok: true; readonly task: Task }
  | { readonly ok: false; readonly problems: readonly RowProblem[] };

const A_ROW = 'an object with the fields of a task';
const text = v.string('a string');
const filled = v.pipe(text, v.nonEmpty('a string that is not empty'));
const lines = v.optional(v.array(text, 'a list of strings'), []);

const DocStructSchema = v.object(
  {
    description: lines,
    notes: lines,
    params: lines,
    returns: lines,
    reqs: lines,
    raises: lines,
    examples: lines,
  },
  'an object, or its JSON text',
);

const RowSchema = v.object(
  {
    task_id: filled,
    complete_prompt: filled,
    canonical_solution: text,
    test: text,
    entry_point: filled,
    instruct_prompt: v.nullish(text),
    code_prompt: v.nullish(text),
    doc_struct: v.nullish(v.pipe(v.unknown(), v.transform(parseJsonText), DocStructSchema)),
    libs: v.nullish(
      v.pipe(
        v.unknown(),
        v.transform(parseListText),
        v.array(text, "a list of names, or its Python text such as ['os', 'json']"),
      ),
    ),
  },
  A_ROW,
);

/**
 * Reads one parsed row as a task. Fields that follow from the code may be missing, and are then
 * derived; one that is there is taken as it is. Columns of other names are ignored.
 */
export function readRow(value: unknown): RowReading {
  if (Array.isArray(value)) {
    return { ok: false, problems: [{ reason: `expected ${A_ROW}, found a list` }] };
  }
  const parsed = v.safeParse(RowSchema, value);
  if (!parsed.success) {
    return { ok: false, problems: parsed.issues.map(problemOf) };
  }
  try {
    return { ok: true, task: completeTask(parsed.output) };
  } catch (error) {
    if (error instanceof UserError) {
      // The row itself is in order, but lacks a field and has no code to derive it from.
      return { ok: false, problems: [{ field: 'complete_prompt', reason: error.message }] };
    }
    throw error;
  }
}

/** The task as a published row, ready for `JSON.stringify`. */
export function toRow(task: Task): TaskRow {
  return {
    task_id: task.taskId,
    complete_prompt: task.completePrompt,
    instruct_prompt: task.instructPrompt,
    canonical_solution: task.canonicalSolution,
    code_prompt: task.codePrompt,
    test: task.test,
    entry_point: task.entryPoint,
    doc_struct: dumpDocStruct(task.docStruct),
    libs: pythonList(task.libs),
  };
}

function completeTask(row: v.InferOutput<typeof RowSchema>): Task {
  // Parsing costs more than everything else together, so it waits until a field needs it.
  let derived: DerivedFields | undefined;
  const derive = (): DerivedFields => {
    derived ??= deriveFromRow(row.complete_prompt + row.canonical_solution, row.entry_point);
    return derived;
  };
  const docStruct: DocStruct = row.doc_struct ?? derive().docStruct;
  const codePrompt = row.code_prompt ?? derive().codePrompt;
  return {
    taskId: row.task_id,
    completePrompt: row.complete_prompt,
    instructPrompt: row.instruct_prompt ?? instructPromptOf(docStruct, codePrompt),
    canonicalSolution: row.canonical_solution,
    codePrompt,
    test: row.test,
    entryPoint: row.entry_point,
    docStruct,
    libs: row.libs ?? derive().libs,
  };
}

function deriveFromRow(code: string, entryPoint: string): DerivedFields {
  const tree = parsePython(code);
  return deriveFields(tree, code, locateFunction(tree, code, entryPoint));
}

/** Text that is no JSON passes through, for the schema to refuse. */
function parseJsonText(value: unknown): unknown {
  if (typeof value !== 'string') {
    return value;
  }
  try {
    return JSON.parse(value) as unknown;
  } catch {
    return value;
  }
}

function parseListText(value: unknown): unknown {
  return typeof value === 'string' ? (parsePythonList(value) ?? value) : value;
}

function problemOf(issue: v.BaseIssue<unknown>): RowProblem {
  const field = v.getDotPath(issue);
  if (field === null) {
    return { reason: `expected ${issue.message}, found ${describe(issue.input)}` };
  }
  return issue.input === undefined
    ? { field, reason: 'is missing, and every task needs it', missing: true }
    : { field, reason: `expected ${issue.message}, found ${describe(issue.input)}` };
}

function describe(value: unknown): string {
  if (value === null) {
    return 'null';
  }
  if (Array.isArray(value)) {
    return 'a list';
  }
  switch (typeof value) {
    case 'string':
      return value === ''
        ? 'an empty one'
        : `“${value.length > 40 ? `${value.slice(0, 40)}…` : value}”`;
    case 'number':
    case 'bigint':
    case 'boolean':
      return String(value);
    default:
      return 'an object';
  }
}
