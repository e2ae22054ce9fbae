/**
 * What the Baseline Results page shows, `bcb baseline --json` prints and the two sides of the page
 * say to each other. Both sides validate every message where it arrives.
 */
import * as v from 'valibot';

const count = v.pipe(v.number(), v.integer(), v.minValue(0));
const share = v.pipe(v.number(), v.minValue(0), v.maxValue(1));
const seconds = v.pipe(v.number(), v.minValue(0));
const split = v.picklist(['complete', 'instruct']);

/** How many of so many, and Wilson's 95 % interval; all null where there are none. */
const RateSchema = v.object({
  solved: count,
  total: count,
  rate: v.nullable(share),
  low: v.nullable(share),
  high: v.nullable(share),
});
export type Rate = v.InferOutput<typeof RateSchema>;

const CountSchema = v.object({ value: v.string(), count });
/** How often a value occurs; lists of these have the most frequent first. */
export type Count = v.InferOutput<typeof CountSchema>;

const SurvivalStepSchema = v.object({
  /** Counted time of one solver at one task, over all attempts. */
  seconds,
  /** The share that is not solved after that time (Kaplan and Meier's estimate); 1 before the first step. */
  unsolved: share,
  /** How many were still being solved just before. */
  atRisk: count,
  solved: count,
  /** Ended at that time without a solution: given up, out of time or of attempts; or still going on. */
  censored: count,
});
export type SurvivalStep = v.InferOutput<typeof SurvivalStepSchema>;

const ModelComparisonSchema = v.object({
  /** As its results file is named. */
  model: v.string(),
  /** Of its prompts, where the file's name tells; people of the other split are then not compared. */
  split: v.nullable(split),
  /** Pairs of a person's first attempt and the model's first sample at the same task. */
  pairs: count,
  people: RateSchema,
  modelRate: RateSchema,
  onlyPeople: count,
  onlyModel: count,
  /** Of McNemar's exact test, two-sided; null where no pair differs. */
  pValue: v.nullable(share),
});
export type ModelComparison = v.InferOutput<typeof ModelComparisonSchema>;

const FailedTaskSchema = v.object({
  study: v.string(),
  taskId: v.string(),
  domains: v.array(v.string()),
  /** First attempts, as all of Pass@1. */
  attempted: count,
  failed: count,
  /** Why, in words. */
  causes: v.array(CountSchema),
  /** The tests that failed in any of these people's attempts, by their methods' names. */
  tests: v.array(CountSchema),
  /** How many found the prompt unclear, and the tests unfair. */
  unclear: count,
  unfair: count,
  comments: v.array(v.string()),
});
export type FailedTask = v.InferOutput<typeof FailedTaskSchema>;

const AttemptNameSchema = v.object({
  /** The study's name: a report may tell of several. */
  study: v.string(),
  solver: v.string(),
  taskId: v.string(),
  /** From 1. */
  attempt: count,
});
/** Names an attempt among those of a report. */
export type AttemptName = v.InferOutput<typeof AttemptNameSchema>;

const AttemptRowSchema = v.object({
  ...AttemptNameSchema.entries,
  end: v.picklist(['running', 'submitted', 'gave-up', 'timed-out']),
  /** Calibrated, as models are judged; null before the verdict. */
  passed: v.nullable(v.boolean()),
  passedPlain: v.nullable(v.boolean()),
  cause: v.nullable(v.string()),
  countedSeconds: seconds,
  idleSeconds: seconds,
  awaySeconds: seconds,
  pausedSeconds: seconds,
  /** Counted seconds until something was first run; null where nothing was. */
  firstRunSeconds: v.nullable(seconds),
  runs: count,
  edits: count,
  /** Pastes of more text than people type at once. */
  pastes: count,
  peeks: count,
  recorded: v.boolean(),
});
export type AttemptRow = v.InferOutput<typeof AttemptRowSchema>;

export const BaselineReportSchema = v.object({
  studies: v.array(
    v.object({
      name: v.string(),
      split,
      tasks: count,
      minutes: v.number(),
      attempts: count,
      passAt1: RateSchema,
    }),
  ),
  solvers: v.array(v.object({ name: v.string(), passAt1: RateSchema })),
  /** Pass@1: of first attempts that have ended. */
  passAt1: RateSchema,
  /** Of one solver at one task, in any of the attempts allowed. */
  solved: RateSchema,
  /** First attempts that count nowhere yet, and why. */
  open: v.object({ running: count, unjudged: count }),
  /** A task counts in each of its domains. */
  domains: v.array(v.object({ domain: v.string(), passAt1: RateSchema })),
  splits: v.array(v.object({ split, passAt1: RateSchema })),
  /** Counted seconds until tasks were solved, of those that were. */
  times: v.array(v.object({ percentile: count, seconds })),
  /** Where the survival curve comes down to a half; null where it never does. */
  medianSeconds: v.nullable(seconds),
  survival: v.array(SurvivalStepSchema),
  models: v.array(ModelComparisonSchema),
  agreement: v.object({
    solvers: count,
    /** Those at which two or more have ended a first attempt. */
    tasks: count,
    /** The share of pairs of people at the same task who both solved it, or both did not. */
    share: v.nullable(share),
    /** Krippendorff's. */
    alpha: v.nullable(v.number()),
  }),
  /** The most often failed first. */
  failedTasks: v.array(FailedTaskSchema),
  attempts: v.array(AttemptRowSchema),
});
/** The results of one study, or of several taken together. */
export type BaselineReport = v.InferOutput<typeof BaselineReportSchema>;

export const BaselineHostMessageSchema = v.variant('type', [
  v.object({
    type: v.literal('show'),
    report: BaselineReportSchema,
    /** What of records and results files could not be read, in words. */
    unread: v.array(v.string()),
  }),
  /** The study cannot be read; `reason` says why, for the user. */
  v.object({ type: v.literal('failed'), reason: v.string() }),
]);
/** Extension to page; sent again after every change. */
export type BaselineHostMessage = v.InferOutput<typeof BaselineHostMessageSchema>;

export const BaselinePageMessageSchema = v.variant('type', [
  v.object({ type: v.literal('openTask'), study: v.string(), taskId: v.string() }),
  v.object({ type: v.literal('openAttempt'), name: AttemptNameSchema }),
  v.object({ type: v.literal('replayAttempt'), name: AttemptNameSchema }),
  v.object({ type: v.literal('startAttempt') }),
  v.object({ type: v.literal('compareWithModels') }),
  v.object({ type: v.literal('export') }),
]);
/** Page to extension. */
export type BaselinePageMessage = v.InferOutput<typeof BaselinePageMessageSchema>;
