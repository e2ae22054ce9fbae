import * as v from 'valibot';
import type { Program } from './engine.js';
import type { RowProblem } from './row.js';
import type { Task } from './task.js';

/** A model's answer to a task, as a line of a samples file has it. */
export interface Sample {
  /** 1-based. */
  readonly line: number;
  readonly task: Task;
  /** A `solution` is self-contained; a `completion` goes on where the Complete prompt ends. */
  readonly kind: 'solution' | 'completion';
  readonly text: string;
}

export type SampleReading =
  | { readonly ok: true; readonly sample: Sample }
  | { readonly ok: false; readonly problems: readonly RowProblem[] };

const A_SAMPLE = 'an object with task_id and solution or completion';
const text = v.string('a string');

const SampleSchema = v.object(
  {
    task_id: text,
    solution: v.nullish(text),
    completion: v.nullish(text),
  },
  A_SAMPLE,
);

/** Whether a parsed line is an answer to a task rather than a task. */
export function isSample(value: unknown): boolean {
  if (!v.is(SampleSchema, value) || 'complete_prompt' in value) return false;
  return typeof value.solution === 'string' || typeof value.completion === 'string';
}

/**
 * Reads one parsed line. Where both are there the solution counts. `raw_solution`, which is what
 * the model said before it was sanitized, and columns of other names are no part of the verdict.
 *
 * @param tasks by their ids
 */
export function readSample(
  line: number,
  value: unknown,
  tasks: ReadonlyMap<string, Task>,
): SampleReading {
  if (Array.isArray(value)) {
    return refusal({ reason: `expected ${A_SAMPLE}, found a list` });
  }
  const parsed = v.safeParse(SampleSchema, value);
  if (!parsed.success) {
    return refusal(...parsed.issues.map(problemOf));
  }
  const { task_id: taskId, solution, completion } = parsed.output;
  const task = tasks.get(taskId);
  if (!task) {
    return refusal({ field: 'task_id', reason: `the dataset has no task “${taskId}”` });
  }
  if (typeof solution === 'string') {
    return { ok: true, sample: { line, task, kind: 'solution', text: solution } };
  }
  if (typeof completion === 'string') {
    return { ok: true, sample: { line, task, kind: 'completion', text: completion } };
  }
  return refusal({
    field: 'solution',
    reason: 'is missing, and so is completion: a sample needs one of them',
  });
}

/**
 * The program that judges a sample, as the official evaluator puts it together.
 *
 * Calibrated, the code prompt stands before the answer as a function that does nothing: an answer
 * that leaves out the imports or the function's head is then judged for what it does.
 */
export function programOfSample({ task, kind, text }: Sample, calibrated: boolean): Program {
  const answer = kind === 'solution' ? text : task.completePrompt + text;
  return {
    code: calibrated ? `${task.codePrompt}\n    pass\n${answer}` : answer,
    test: task.test,
    entryPoint: task.entryPoint,
  };
}

function refusal(...problems: readonly RowProblem[]): SampleReading {
  return { ok: false, problems };
}

function problemOf(issue: v.BaseIssue<unknown>): RowProblem {
  const field = v.getDotPath(issue);
  const reason = `expected ${issue.message}, found ${issue.received}`;
  if (field === null) return { reason };
  return issue.input === undefined
    ? { field, reason: 'is missing, and every sample needs it' }
    : { field, reason };
}
