import { evalResultsOf, type EvalResults, type JudgedSample } from './evalResults.js';
import type { EvaluationPlan, PlannedRun } from './evaluationPlan.js';
import { groundTruthOf, type GroundTruth } from './groundTruth.js';
import { passAtK } from './passAtK.js';
import type { RunRecord } from './runRecord.js';

/** An evaluation that was carried out. */
export interface Evaluation {
  /** In the samples' order. */
  readonly samples: readonly JudgedSample[];
  readonly results: EvalResults;
  /** pass@k under its official name. */
  readonly scores: Readonly<Record<string, number>>;
  /** Absent where it was not checked, or no canonical solution could be. */
  readonly groundTruth: GroundTruth | undefined;
  /** Samples and canonical solutions whose runs say nothing about the code. */
  readonly errors: number;
}

/**
 * Draws up what the plan's runs have shown.
 * @param records the verdict on each run of the plan, by its key
 * @param ks the ks of pass@k
 */
export function evaluationOf(
  plan: EvaluationPlan,
  records: ReadonlyMap<string, RunRecord>,
  ks: readonly number[],
): Evaluation {
  const samples = plan.samples.map((run) => ({
    taskId: run.taskId,
    line: run.line,
    code: run.program.code,
    record: recordFor(run, records),
  }));
  const canonical = plan.groundTruth.map((run) => ({
    taskId: run.taskId,
    record: recordFor(run, records),
  }));
  const results = evalResultsOf(samples, new Date());
  return {
    samples,
    results,
    scores: passAtK(results, ks),
    groundTruth: groundTruthOf(canonical),
    errors: [...samples, ...canonical].filter(({ record }) => record.status === 'error').length,
  };
}

function recordFor({ name, key }: PlannedRun, records: ReadonlyMap<string, RunRecord>): RunRecord {
  const record = records.get(key);
  if (!record) throw new Error(`There is no verdict on ${name}.`);
  return record;
}
