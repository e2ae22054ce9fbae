import * as v from 'valibot';
import { OfficialStatusSchema } from '../shared/engineProtocol.js';
import { UserError } from './errors.js';
import { officialStatus, type RunRecord } from './runRecord.js';

const EvalEntrySchema = v.object({
  task_id: v.string(),
  /** The code that ran; calibrated, with the code prompt before it. */
  solution: v.string(),
  status: OfficialStatusSchema,
  details: v.record(v.string(), v.string()),
});
/** One sample's result, as the official evaluator writes it. */
export type EvalEntry = v.InferOutput<typeof EvalEntrySchema>;

const EvalResultsSchema = v.object({
  date: v.string(),
  eval: v.record(v.string(), v.array(EvalEntrySchema)),
});
/** The official evaluator's `*_eval_results.json`: each task's samples, in their order. */
export type EvalResults = v.InferOutput<typeof EvalResultsSchema>;

/** A sample and the verdict on it. */
export interface JudgedSample {
  readonly taskId: string;
  /** Where the samples file has it; 1-based. */
  readonly line: number;
  /** What ran. */
  readonly code: string;
  readonly record: RunRecord;
}

/** The results as a file for the official evaluator; runs that say nothing about the code are left out. */
export function evalResultsOf(judged: readonly JudgedSample[], date: Date): EvalResults {
  const tasks = new Map<string, EvalEntry[]>();
  for (const { taskId, code, record } of judged) {
    const status = officialStatus(record);
    if (status === undefined) continue;
    const entries = tasks.get(taskId) ?? [];
    tasks.set(taskId, entries);
    entries.push({ task_id: taskId, solution: code, status, details: record.details });
  }
  return { date: minuteText(date), eval: Object.fromEntries(tasks) };
}

/**
 * Reads such a file's value, whoever wrote it.
 * @param name the file's name in the message
 * @throws {UserError} naming the field that is not as expected
 */
export function parseEvalResults(value: unknown, name: string): EvalResults {
  const parsed = v.safeParse(EvalResultsSchema, value);
  if (parsed.success) return parsed.output;
  const [issue] = parsed.issues;
  throw new UserError(
    `${name} holds no results of an evaluation: ${v.getDotPath(issue) ?? 'as a whole'}: ${issue.message}.`,
  );
}

/**
 * The verdict that another evaluation left in a file; `undefined` for a timeout, since the file does
 * not say after how many seconds.
 */
export function recordOfEntry({ status, details }: EvalEntry): RunRecord | undefined {
  if (status === 'timeout') return undefined;
  return {
    status,
    official: status,
    cause: null,
    message: Object.values(details)[0]?.trimEnd().split('\n').at(-1) ?? '',
    duration_s: null,
    tests: [],
    details,
    isolation: null,
  };
}

/** `2024-05-06 07:08` in local time, as the official evaluator writes it. */
function minuteText(date: Date): string {
  const two = (value: number): string => String(value).padStart(2, '0');
  const day = [date.getFullYear(), date.getMonth() + 1, date.getDate()].map(two).join('-');
  return `${day} ${two(date.getHours())}:${two(date.getMinutes())}`;
}
