import type { RunRecord } from './runRecord.js';

/** Whether the tasks' canonical solutions pass their own tests, in the official evaluator's names. */
export interface GroundTruth {
  /** 0 to 1. */
  readonly gt_pass_rate: number;
  /** Tasks whose verdicts on samples say little, on this machine. */
  readonly failed_tasks: readonly string[];
}

/**
 * @param canonical the verdicts on the tasks' canonical solutions
 * @returns undefined without a single verdict; a run that says nothing about the code is none
 */
export function groundTruthOf(
  canonical: readonly { readonly taskId: string; readonly record: RunRecord }[],
): GroundTruth | undefined {
  const judged = canonical.filter(({ record }) => record.status !== 'error');
  if (judged.length === 0) return undefined;
  const failed = judged.filter(({ record }) => record.status !== 'pass');
  return {
    gt_pass_rate: (judged.length - failed.length) / judged.length,
    failed_tasks: failed.map(({ taskId }) => taskId),
  };
}
