import * as v from 'valibot';
import { UserError } from '../errors.js';
import { PATH } from './stages.js';

/** The file that makes a folder a curation project. */
export const PROJECT_FILE = 'bigcodebench.json';

const share = v.pipe(v.number(), v.minValue(0), v.maxValue(1));
const wholeFromOne = v.pipe(v.number(), v.integer(), v.minValue(1));

const LimitsSchema = v.object({
  /** The fewest test cases. */
  tests: v.optional(wholeFromOne, 5),
  /** The least branch coverage, 0 to 100. */
  branchCoverage: v.optional(v.pipe(v.number(), v.minValue(0), v.maxValue(100)), 100),
  /** How often the tests must pass. */
  repeats: v.optional(wholeFromOne, 3),
  /** How alike, 0 to 1, two tasks may be. */
  similarity: v.optional(share, 0.8),
  /** How many people other than the authors must approve. */
  reviewers: v.optional(wholeFromOne, 1),
});
export type Limits = v.InferOutput<typeof LimitsSchema>;

const ProjectSchema = v.strictObject({
  version: v.literal(1),
  name: v.pipe(v.string(), v.nonEmpty()),
  /** The folder of the task files, from the project's. */
  tasks: v.optional(v.pipe(v.string(), v.nonEmpty()), 'tasks'),
  /** Of the released tasks, as data cards name it: an SPDX name such as `Apache-2.0`. */
  license: v.optional(v.string()),
  limits: v.optional(LimitsSchema, {}),
  /** What a task must pass to come into a stage; stages that are not named keep ours. */
  gates: v.optional(v.record(v.picklist(PATH), v.array(v.string())), {}),
});
/** A project as its file describes it. */
export type Project = v.InferOutput<typeof ProjectSchema>;

/**
 * Reads the project file's value.
 * @param file named in errors
 * @throws {UserError} naming the field and what was expected
 */
export function parseProject(value: unknown, file: string): Project {
  const parsed = v.safeParse(ProjectSchema, value);
  if (parsed.success) return parsed.output;
  const [issue] = parsed.issues;
  const field = v.getDotPath(issue);
  throw new UserError(`${file}: ${field === null ? '' : `field ${field}: `}${issue.message}`);
}

/** A new project's file. */
export function newProject(name: string): Project {
  return v.parse(ProjectSchema, { version: 1, name });
}
