import { countText } from '../core/countText.js';
import type { Refusal } from '../core/dataset.js';
import type { Evaluation } from '../core/evaluation.js';
import type { EngineReady } from '../shared/engineProtocol.js';
import { formatCount, formatQuantity } from '../shared/numbers.js';
import { causesLine } from './causesLine.js';

/** What the reports say of an evaluation beside its verdicts. */
export interface EvaluationContext {
  readonly ready: EngineReady;
  readonly calibrated: boolean;
  readonly timeoutSeconds: number;
  /** The ks of pass@k that were asked for. */
  readonly ks: readonly number[];
  /** Tasks of the dataset that no sample is for. */
  readonly tasksWithoutSamples: number;
  readonly refused: readonly Refusal[];
}

/** The evaluation as data: what `--json` writes. */
export function evaluationReport(
  { samples, scores, groundTruth }: Evaluation,
  { ready, calibrated, timeoutSeconds, refused }: EvaluationContext,
) {
  return {
    python: ready.python,
    isolation: ready.isolation,
    calibrated,
    timeout_s: timeoutSeconds,
    memory_mib: ready.memory_mib,
    pass_at_k: scores,
    ...groundTruth,
    samples: samples.map(({ taskId, line, record, cached }) => ({
      task_id: taskId,
      line,
      status: record.status,
      official: record.official,
      cause: record.cause,
      message: record.message,
      duration_s: record.duration_s,
      tests: record.tests,
      isolation: record.isolation,
      cached,
    })),
    refused,
  };
}

/** The evaluation in a few lines for people. */
export function evaluationSummary(evaluation: Evaluation, context: EvaluationContext): string {
  return [
    verdictLines(evaluation),
    scoreLines(evaluation, context),
    groundTruthLines(evaluation),
    errorLine(evaluation),
  ].join('');
}

function verdictLines({ samples }: Evaluation): string {
  const records = samples.map(({ record }) => record);
  const tasks = new Set(samples.map(({ taskId }) => taskId)).size;
  const counts = countText(records.map(({ status }) => status));
  const lenient = records.filter(
    ({ status, official }) => official === 'pass' && status !== 'pass',
  );
  const cached = samples.filter((sample) => sample.cached).length;
  const ofThem = cached === 0 ? '' : `, ${formatCount(cached)} cached`;
  return [
    `${formatQuantity(samples.length, 'sample')} of ${formatQuantity(tasks, 'task')}${ofThem}: ${counts}\n`,
    causesLine(records.map(({ cause }) => cause)),
    lenient.length === 0
      ? ''
      : `${lenient.length} of those that did not pass are a pass to the official evaluator, and to pass@k\n`,
  ].join('');
}

function scoreLines(
  { scores }: Evaluation,
  { ks, tasksWithoutSamples }: EvaluationContext,
): string {
  const missing = ks.filter((k) => !(`pass@${k}` in scores)).map((k) => `pass@${k}`);
  return [
    ...Object.entries(scores).map(([name, score]) => `${name}: ${score.toFixed(3)}\n`),
    missing.length === 0
      ? ''
      : `${missing.join(', ')}: left out, not every task has as many samples\n`,
    tasksWithoutSamples === 0
      ? ''
      : `no sample, and not counted: ${formatQuantity(tasksWithoutSamples, 'task')} of the dataset\n`,
  ].join('');
}

function groundTruthLines({ groundTruth }: Evaluation): string {
  if (!groundTruth) return '';
  const { gt_pass_rate: rate, failed_tasks: failed } = groundTruth;
  const line = `ground truth: ${(100 * rate).toFixed(1)} % of the canonical solutions pass\n`;
  return failed.length === 0
    ? line
    : `${line}here the tests fail the canonical solutions of ${failed.join(', ')}\n`;
}

function errorLine({ errors }: Evaluation): string {
  return errors === 0
    ? ''
    : `${formatQuantity(errors, 'run')} could not be judged, which counts against no sample; --resume tries again\n`;
}
