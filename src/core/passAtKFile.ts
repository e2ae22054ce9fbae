import type { GroundTruth } from './groundTruth.js';

/** What is known of an evaluation beside its verdicts. */
export interface EvaluationFacts {
  /** The samples file's name without its folder. */
  readonly samplesName: string;
  readonly calibrated: boolean;
  /** Absent where it was not checked. */
  readonly groundTruth?: GroundTruth | undefined;
}

/**
 * The content of the official evaluator's `*_pass_at_k.json`, with no name of ours in it: where that
 * evaluator compares its figures with an earlier file's, a name that it does not know ends it.
 * One that cannot be known, such as the split of a file that is named otherwise, is left out.
 */
export function passAtKFile(
  scores: Readonly<Record<string, number>>,
  { samplesName, calibrated, groundTruth }: EvaluationFacts,
) {
  return { ...scores, ...generationOf(samplesName), calibrated, ...groundTruth };
}

/**
 * What the official generator tells by a file's name:
 * `MODEL--REVISION--bigcodebench[-hard]-SPLIT--BACKEND-….jsonl`.
 */
export function generationOf(samplesName: string) {
  const model = samplesName.split('--bigcodebench-')[0] ?? samplesName;
  const [, subset, text] =
    /--bigcodebench-(?:(hard)-)?(complete|instruct)--/.exec(samplesName) ?? [];
  const split = (['complete', 'instruct'] as const).find((one) => one === text);
  return { model, ...(split !== undefined && { split, subset: subset ?? 'full' }) };
}
