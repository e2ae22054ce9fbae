import type { Program } from './engine.js';
import { recordOfEntry, type EvalResults } from './evalResults.js';
import { programOf } from './program.js';
import type { RunRecord } from './runRecord.js';
import { programOfSample, type Sample } from './samples.js';

/** A program whose verdict an evaluation needs. */
export interface PlannedRun {
  /** What the progress bar calls it. */
  readonly name: string;
  readonly taskId: string;
  readonly program: Program;
  /** Runs with the same key have the same verdict, so that one of them is enough. */
  readonly key: string;
}

/** The run of a sample; `line` is where the samples file has it. */
export interface PlannedSample extends PlannedRun {
  readonly line: number;
}

export interface EvaluationPlan {
  /** In the samples' order. */
  readonly samples: readonly PlannedSample[];
  /** The canonical solutions of the tasks that have samples; none where they are not asked for. */
  readonly groundTruth: readonly PlannedRun[];
}

export interface PlanOptions {
  readonly calibrated: boolean;
  readonly groundTruth: boolean;
  readonly keyOf: (program: Program) => string;
}

export function planEvaluation(
  samples: readonly Sample[],
  { calibrated, groundTruth, keyOf }: PlanOptions,
): EvaluationPlan {
  const tasks = groundTruth ? new Set(samples.map(({ task }) => task)) : [];
  return {
    samples: samples.map((sample) => {
      const { line, task } = sample;
      const program = programOfSample(sample, calibrated);
      return { name: task.taskId, taskId: task.taskId, line, program, key: keyOf(program) };
    }),
    groundTruth: [...tasks].map((task) => {
      const program = programOf(task);
      const name = `${task.taskId} canonical solution`;
      return { name, taskId: task.taskId, program, key: keyOf(program) };
    }),
  };
}

/** The plan's runs without a verdict, each key once; the samples come first. */
export function pendingRuns(
  { samples, groundTruth }: EvaluationPlan,
  known: ReadonlyMap<string, RunRecord>,
): PlannedRun[] {
  const pending = new Map<string, PlannedRun>();
  for (const run of [...samples, ...groundTruth]) {
    if (!known.has(run.key) && !pending.has(run.key)) pending.set(run.key, run);
  }
  return [...pending.values()];
}

/** The verdicts that earlier results hold on samples of the plan, by their runs' keys. */
export function recordsFromResults(
  { eval: tasks }: EvalResults,
  { samples }: EvaluationPlan,
): Map<string, RunRecord> {
  const records = new Map<string, RunRecord>();
  for (const { taskId, program, key } of samples) {
    const entry = tasks[taskId]?.find(({ solution }) => solution === program.code);
    const record = entry && recordOfEntry(entry);
    if (record) records.set(key, record);
  }
  return records;
}
