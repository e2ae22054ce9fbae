/**
 * What the Baseline Results page shows, `bcb baseline --json` prints and the two sides of the page
 * say to each other. Both sides validate every message where it arrives.
 */
import * as v from 'valibot';

const count = v.pipe(v.number(), v.integer(), v.minValue(0));
const share = v.pipe(v.number(), v.minValue(0), v.maxValue(1));
const seconds = v.pipe(v.number(), v.minValue(0));

/** How many of so many, and Wilson's 95 % interval; all null where there are none. */
const RateSchema = v.object({
  solved: count,
  total: count,
  rate: v.nullable(share),
  low: v.nullable(share),
  high: v.nullable(share),
});
export type Rate = v.InferOutput<typeof RateSchema>;

const SurvivalStepSchema = v.object({
  seconds,
  /** The share of tasks that are not solved after that time (Kaplan and Meier's estimate). */
  unsolved: share,
  /** Attempts that were still going on just before. */
  atRisk: count,
  solved: count,
  /** Ended at that time without a solution: given up, out of time, or never solved. */
  censored: count,
});
export type SurvivalStep = v.InferOutput<typeof SurvivalStepSchema>;

const ModelComparisonSchema = v.object({
  /** The results file's name, which tells of the model. */
  model: v.string(),
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
  taskId: v.string(),
  domain: v.string(),
  attempted: count,
  failed: count,
  /** Why, in words, and how often; the most frequent first. */
  causes: v.array(v.object({ cause: v.string(), count })),
  unclear: count,
  unfair: count,
  comments: v.array(v.string()),
});
export type FailedTask = v.InferOutput<typeof FailedTaskSchema>;

const AttemptRowSchema = v.object({
  solver: v.string(),
  taskId: v.string(),
  attempt: count,
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
  study: v.object({
    name: v.string(),
    split: v.picklist(['complete', 'instruct']),
    tasks: count,
    minutes: v.number(),
    attempts: count,
  }),
  solvers: v.array(v.object({ name: v.string(), passAt1: RateSchema })),
  /** Pass@1: of first attempts that have ended. */
  passAt1: RateSchema,
  /** Solved in any of the attempts allowed. */
  solved: RateSchema,
  domains: v.array(v.object({ domain: v.string(), passAt1: RateSchema })),
  splits: v.array(v.object({ split: v.picklist(['complete', 'instruct']), passAt1: RateSchema })),
  /** Counted seconds of solved tasks, from percentile (25, 50, 75, 90) to seconds. */
  times: v.array(v.object({ percentile: count, seconds })),
  survival: v.array(SurvivalStepSchema),
  models: v.array(ModelComparisonSchema),
  agreement: v.object({
    solvers: count,
    tasks: count,
    percent: v.nullable(v.number()),
    alpha: v.nullable(v.number()),
  }),
  failedTasks: v.array(FailedTaskSchema),
  attempts: v.array(AttemptRowSchema),
});
/** The results of one study, or of several taken together. */
export type BaselineReport = v.InferOutput<typeof BaselineReportSchema>;

export const BaselineHostMessageSchema = v.object({
  type: v.literal('show'),
  report: BaselineReportSchema,
});
/** Extension to page; sent again after every change. */
export type BaselineHostMessage = v.InferOutput<typeof BaselineHostMessageSchema>;

export const BaselinePageMessageSchema = v.variant('type', [
  v.object({ type: v.literal('ready') }),
  v.object({ type: v.literal('openTask'), taskId: v.string() }),
  v.object({ type: v.literal('compareWithModels') }),
  v.object({ type: v.literal('export') }),
]);
/** Page to extension. `ready` asks for the first `show`. */
export type BaselinePageMessage = v.InferOutput<typeof BaselinePageMessageSchema>;
