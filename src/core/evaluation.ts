import { evalResultsOf, type EvalResults, type JudgedSample } from './evalResults.js';
import type { EvaluationPlan, PlannedRun } from './evaluationPlan.js';
import { groundTruthOf, type GroundTruth } from './groundTruth.js';
import { passAtK } from './passAtK.js';
import type { RunRecord } from './runRecord.js';

export interface EvaluatedSample extends JudgedSample {
  /** Whether the verdict is that of an earlier run. */
  readonly cached: boolean;
}

/** An evaluation that was carried out. */
export interface Evaluation {
  /** In the samples' order. */
  readonly samples: readonly EvaluatedSample[];
  readonly results: EvalResults;
  /** pass@k under its official name. */
  readonly scores: Readonly<Record<string, number>>;
  /** Absent where it was not checked, or no canonical solution could be. */
  readonly groundTruth: GroundTruth | undefined;
  /** Samples and canonical solutions whose runs say nothing about the code. */
  readonly errors: number;
}

/** What is known once the plan's runs have ended. */
export interface Judged {
  /** The verdict on each run of the plan, by its key. */
  readonly records: ReadonlyMap<string, RunRecord>;
  /** The keys of those whose verdict is that of an earlier run. */
  readonly cached: ReadonlySet<string>;
}

/**
 * Draws up what the plan's runs have shown.
 * @param ks the ks of pass@k
 */
export function evaluationOf(
  plan: EvaluationPlan,
  { records, cached }: Judged,
  ks: readonly number[],
): Evaluation {
  const samples = plan.samples.map((run) => ({
    taskId: run.taskId,
    line: run.line,
    code: run.program.code,
    record: recordFor(run, records),
    cached: cached.has(run.key),
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
