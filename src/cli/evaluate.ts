import { basename } from 'node:path';
import { UserError } from '../core/errors.js';
import { evaluationOf } from '../core/evaluation.js';
import { planEvaluation } from '../core/evaluationPlan.js';
import { modulesByUse } from '../core/importedModules.js';
import { passAtKFile } from '../core/passAtKFile.js';
import type { RunRecord } from '../core/runRecord.js';
import { writeJson } from '../node/jsonFile.js';
import { removeProgress } from '../node/results/progressFile.js';
import { resultFilesOf } from '../node/results/resultFiles.js';
import { runKey } from '../node/results/runKey.js';
import { readSamplesFile } from '../node/results/samplesFile.js';
import { CLUSTER_OPTIONS } from './cluster.js';
import { ENGINE_OPTIONS, engineSettings, wholeAboveZero, withEngine } from './engineSession.js';
import { evaluationReport, evaluationSummary } from './evaluationReport.js';
import { earlierRecords, judgeAll, refuseToOverwrite } from './evaluationRuns.js';
import { printRefusals } from './refusals.js';
import { openTasks, parseOptions, type Surroundings } from './surroundings.js';

const OPTIONS = {
  ...ENGINE_OPTIONS,
  ...CLUSTER_OPTIONS,
  samples: { type: 'string' },
  tasks: { type: 'string' },
  calibrated: { type: 'boolean', default: false },
  'no-calibrated': { type: 'boolean', default: false },
  'no-gt': { type: 'boolean', default: false },
  'pass-k': { type: 'string', default: '1,5,10' },
  resume: { type: 'boolean', default: false },
  overwrite: { type: 'boolean', default: false },
  json: { type: 'string' },
} as const;

/** The verdicts that an evaluation from the start begins with. */
const NOTHING: ReadonlyMap<string, RunRecord> = new Map();

/**
 * `bcb evaluate`: each sample against its task's tests, with the official evaluator's files as the
 * result.
 */
export async function evaluate(args: readonly string[], at: Surroundings): Promise<number> {
  const options = readOptions(args);
  const { samplesPath, files, calibrated } = options;
  if (!options.resume && !options.overwrite) await refuseToOverwrite(files);

  const dataset = await openTasks(options.tasks, at);
  const tasks = new Map(dataset.tasks.map(({ task }) => [task.taskId, task]));
  const { samples, ...read } = await readSamplesFile(samplesPath, tasks);
  const refused = [...dataset.refused, ...read.refused];
  printRefusals(refused);
  if (samples.length === 0) {
    throw new UserError(`${samplesPath} has no sample of a task in ${dataset.label}.`);
  }
  const withSamples = new Set(samples.map(({ task }) => task));
  const sampled = dataset.tasks.filter(({ task }) => withSamples.has(task));

  return withEngine(options.engine, at, async (session) => {
    const { engine, ready, timeoutSeconds } = session;
    const plan = planEvaluation(samples, {
      calibrated,
      groundTruth: options.groundTruth,
      keyOf: (program) => runKey(program, { timeoutSeconds, coverage: false }, ready),
    });
    const known = options.resume ? await earlierRecords(files, plan) : NOTHING;
    const preload = (taskIds: ReadonlySet<string>): void => {
      const running = sampled.filter(({ task }) => taskIds.has(task.taskId));
      engine.preload(modulesByUse([{ tasks: running }]));
    };
    const judged = await judgeAll(plan, known, files.progress, session, preload);

    const evaluation = evaluationOf(plan, judged, options.ks);
    const { scores, groundTruth, errors } = evaluation;
    const facts = { samplesName: basename(samplesPath), calibrated, groundTruth };
    await writeJson(files.results, evaluation.results);
    await writeJson(files.passAtK, passAtKFile(scores, facts));
    const context = {
      ...{ ready, calibrated, timeoutSeconds, refused, ks: options.ks },
      tasksWithoutSamples: tasks.size - sampled.length,
    };
    if (options.json !== undefined) {
      await writeJson(options.json, evaluationReport(evaluation, context));
    }
    // With runs that could not be judged the evaluation has not ended: --resume needs the others.
    if (errors === 0) await removeProgress(files.progress);
    process.stdout.write(evaluationSummary(evaluation, context));
    process.stdout.write(`written: ${files.results}, ${files.passAtK}\n`);
    return refused.length === 0 && errors === 0 ? 0 : 1;
  });
}

function readOptions(args: readonly string[]) {
  const options = parseOptions(args, OPTIONS);
  const { samples, tasks, json, resume, overwrite } = options;
  if (samples === undefined) {
    throw new UserError('--samples is missing: name a .jsonl or .jsonl.gz file of samples.');
  }
  if (options.calibrated && options['no-calibrated']) {
    throw new UserError('--calibrated and --no-calibrated exclude each other.');
  }
  if (resume && overwrite) throw new UserError('--resume and --overwrite exclude each other.');
  return {
    samplesPath: samples,
    files: resultFilesOf(samples),
    ...{ tasks, json, resume, overwrite },
    engine: engineSettings(options),
    calibrated: !options['no-calibrated'],
    groundTruth: !options['no-gt'],
    ks: options['pass-k'].split(',').map((k) => wholeAboveZero(k.trim(), '--pass-k')),
  };
}
