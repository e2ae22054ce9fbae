/**
 * What the Dataset Overview page shows, and what it and the extension say to each other.
 * Both sides validate every message where it arrives.
 */
import * as v from 'valibot';
import { RunStatusSchema } from './engineProtocol.js';

const count = v.pipe(v.number(), v.integer(), v.minValue(0));

const TallySchema = v.object({
  ...v.entriesFromList(RunStatusSchema.options, count),
  notRun: count,
});
/** How many tasks have which last verdict. */
export type Tally = v.InferOutput<typeof TallySchema>;

const DomainRowSchema = v.object({ domain: v.string(), tasks: count });
export type DomainRow = v.InferOutput<typeof DomainRowSchema>;

const LibraryRowSchema = v.object({
  library: v.string(),
  /** `null` for a library that the benchmark does not know. */
  domain: v.nullable(v.string()),
  tasks: count,
  /** Tasks whose last verdict is a pass. */
  passed: count,
  /** Tasks whose last verdict is a failure or a timeout; an `error` says nothing about the task. */
  failed: count,
});
export type LibraryRow = v.InferOutput<typeof LibraryRowSchema>;

const named = { taskId: v.string(), summary: v.string() };

const TimedTaskSchema = v.object({ ...named, seconds: v.pipe(v.number(), v.minValue(0)) });
export type TimedTask = v.InferOutput<typeof TimedTaskSchema>;

const percent = v.pipe(v.number(), v.minValue(0), v.maxValue(100));
const CoveredTaskSchema = v.object({ ...named, percent });
/** A task, and how much of its solution's branches its tests take. */
export type CoveredTask = v.InferOutput<typeof CoveredTaskSchema>;

const OverviewSchema = v.object({
  label: v.string(),
  tasks: count,
  /** Test cases of all tasks. */
  tests: count,
  verdicts: TallySchema,
  /** Most tasks first. A task counts in every domain that its libraries belong to. */
  domains: v.array(DomainRowSchema),
  libraries: v.array(LibraryRowSchema),
  /** The slowest first. */
  slowest: v.array(TimedTaskSchema),
  /** Tasks that passed when they were run with coverage. */
  measured: count,
  /** Those of the measured whose tests miss a branch, the lowest coverage first. */
  leastCovered: v.array(CoveredTaskSchema),
});
export type Overview = v.InferOutput<typeof OverviewSchema>;

export const HostMessageSchema = v.variant('type', [
  v.object({ type: v.literal('show'), overview: OverviewSchema }),
]);
/** Extension to page. `show` carries everything, and is sent again after every change. */
export type HostMessage = v.InferOutput<typeof HostMessageSchema>;

export const PageMessageSchema = v.variant('type', [
  v.object({ type: v.literal('openTask'), taskId: v.string() }),
  v.object({ type: v.literal('filterTasks'), query: v.string() }),
]);
/** Page to extension. `query` is what one would type as the tree's filter. */
export type PageMessage = v.InferOutput<typeof PageMessageSchema>;
