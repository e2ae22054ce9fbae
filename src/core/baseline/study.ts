/**
 * A study: which tasks people solve, under which conditions. It is a file, so that everyone who has
 * it solves the same under the same conditions.
 */
import * as v from 'valibot';
import { textHash } from '../curation/diffs.js';
import { UserError } from '../errors.js';
import { toRow } from '../row.js';
import type { Task } from '../task.js';

const wholeFromOne = v.pipe(v.number(), v.integer(), v.minValue(1));
const filled = v.pipe(v.string(), v.nonEmpty());

const SelectionSchema = v.variant('kind', [
  /** As many tasks as `count`, spread over the domains as the dataset's are. */
  v.object({
    kind: v.literal('stratified'),
    count: wholeFromOne,
    seed: v.pipe(v.number(), v.integer(), v.minValue(0)),
  }),
  /** Tasks that someone named: `from` says where the list comes from, for people to read. */
  v.object({ kind: v.literal('list'), from: v.string() }),
]);
/** How a study's tasks were chosen. */
export type Selection = v.InferOutput<typeof SelectionSchema>;

const RunsAllowedSchema = v.variant('kind', [
  v.object({ kind: v.literal('none') }),
  /** The examples of the prompt's docstring, as often as one likes. */
  v.object({ kind: v.literal('examples') }),
  /** Those, and the hidden tests so many times; of them only how many passed is told. */
  v.object({ kind: v.literal('tests'), limit: wholeFromOne }),
]);
/** What may be run while solving. */
export type RunsAllowed = v.InferOutput<typeof RunsAllowedSchema>;

/** Whether an attempt can be limited to so many minutes; a file could not hold an infinite limit. */
export function isTimeLimit(minutes: number): boolean {
  return minutes > 0 && minutes < Infinity;
}

const StudySchema = v.strictObject({
  version: v.literal(1),
  name: filled,
  dataset: v.strictObject({
    /** As the settings and the command line name a dataset; a relative path is from the study's folder. */
    source: filled,
    /** SHA-256, in hex, of the rows of the study's tasks in the study's order. */
    checksum: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/, 'expected a SHA-256 in hex')),
  }),
  split: v.picklist(['complete', 'instruct']),
  selection: SelectionSchema,
  /** The tasks' ids, in the order in which they are solved. */
  tasks: v.pipe(v.array(filled), v.minLength(1, 'expected at least one task')),
  /** For each attempt. */
  minutes: v.pipe(v.number(), v.check(isTimeLimit, 'expected a number of minutes, more than 0')),
  /** How often a task may be submitted before it is decided. */
  attempts: wholeFromOne,
  runs: RunsAllowedSchema,
  pauses: v.boolean(),
  documentation: v.boolean(),
  ai: v.boolean(),
  /** What the verdicts' interpreter must be; any will do without it. */
  python: v.optional(v.pipe(v.string(), v.regex(/^\d+\.\d+$/, 'expected a version such as 3.10'))),
});
/** A study as its file describes it. */
export type Study = v.InferOutput<typeof StudySchema>;
/** What hides a task: the study that its solver takes part in. */
export type Hiding = Pick<Study, 'name'>;

/**
 * Reads a study file's value.
 * @param file named in errors
 * @throws {UserError} naming the field and what was expected
 */
export function parseStudy(value: unknown, file: string): Study {
  const parsed = v.safeParse(StudySchema, value);
  if (!parsed.success) {
    const [issue] = parsed.issues;
    const field = v.getDotPath(issue);
    throw new UserError(`${file}: ${field === null ? '' : `field ${field}: `}${issue.message}`);
  }
  const repeated = parsed.output.tasks.find((id, index, all) => all.indexOf(id) < index);
  if (repeated !== undefined)
    throw new UserError(`${file}: field tasks: ${repeated} stands twice.`);
  return parsed.output;
}

/** What a study's file says of its tasks, so that everyone solves the same: see `dataset.checksum`. */
export function studyChecksum(tasks: readonly Task[]): string {
  const rows = tasks.map((task) => toRow({ ...task, libs: task.libs.toSorted() }));
  return textHash(rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
}

/**
 * The study's tasks, in its order, out of the dataset that it names.
 * @throws {UserError} where they are not the ones that it was made with
 */
export function studyTasks(study: Study, tasks: ReadonlyMap<string, Task>): readonly Task[] {
  const missing = study.tasks.filter((id) => !tasks.has(id));
  if (missing.length > 0) {
    throw new UserError(
      `${study.dataset.source} has no ${missing.slice(0, 3).join(', ')}, which the study “${study.name}” asks for. Open the dataset that the study was made with.`,
    );
  }
  const found = study.tasks.flatMap((id) => tasks.get(id) ?? []);
  if (studyChecksum(found) !== study.dataset.checksum) {
    throw new UserError(
      `The tasks of ${study.dataset.source} are not those that the study “${study.name}” was made with: their checksum differs. Open the dataset as it was then, or make a new study.`,
    );
  }
  return found;
}
