import { CancelledError, UserError } from '../core/errors.js';
import { pendingRuns, recordsFromResults, type EvaluationPlan } from '../core/evaluationPlan.js';
import type { Judged } from '../core/evaluation.js';
import { recordOf, type RunRecord } from '../core/runRecord.js';
import { ProgressFile, readProgress } from '../node/results/progressFile.js';
import { readEvalResults, type ResultFiles } from '../node/results/resultFiles.js';
import type { EngineSession } from './engineSession.js';
import { runAll } from './runAll.js';
import { isThere } from '../node/files.js';
import { formatQuantity } from '../shared/numbers.js';

/** @throws {UserError} where an earlier evaluation of the samples has left something */
export async function refuseToOverwrite({ results, passAtK, progress }: ResultFiles) {
  const choice = '--resume keeps its verdicts and runs what is missing, --overwrite begins anew.';
  if (await isThere(progress)) {
    throw new UserError(
      `An evaluation of these samples has not ended, ${progress} is its progress: ${choice}`,
    );
  }
  for (const path of [results, passAtK]) {
    if (await isThere(path)) {
      throw new UserError(`${path} is there already, from an earlier evaluation: ${choice}`);
    }
  }
}

/**
 * The verdicts that an earlier evaluation has left. Its progress, where there is any, began with
 * what the results held before; results that it was to replace do not count.
 */
export async function earlierRecords(
  { progress, results }: ResultFiles,
  plan: EvaluationPlan,
): Promise<ReadonlyMap<string, RunRecord>> {
  if (await isThere(progress)) return readProgress(progress);
  const earlier = await readEvalResults(results);
  return earlier ? recordsFromResults(earlier, plan) : new Map();
}

/**
 * Runs what the plan needs beyond `known`, keeping each verdict in the progress file at once.
 * @param preload told of the tasks whose programs are about to be run, if there are any
 */
export async function judgeAll(
  plan: EvaluationPlan,
  known: ReadonlyMap<string, RunRecord>,
  progressPath: string,
  session: EngineSession,
  preload: (taskIds: ReadonlySet<string>) => void,
): Promise<Judged> {
  const records = new Map(known);
  const cached = new Set(known.keys());
  const pending = pendingRuns(plan, known);
  const progress = await ProgressFile.create(progressPath, known);
  let judged = 0;
  try {
    await runAll(pending, session, {
      onRunning: (runs) => {
        preload(new Set(runs.map(({ taskId }) => taskId)));
      },
      onResult: ({ key }, result, isCached) => {
        if (isCached) cached.add(key);
        const record = recordOf(result, session.ready);
        records.set(key, record);
        judged += 1;
        // A failure of the machine is no verdict: a resumed evaluation tries again.
        if (record.status !== 'error') progress.add(key, record);
      },
    });
  } catch (error) {
    if (error instanceof CancelledError) {
      const left = formatQuantity(pending.length - judged, 'run');
      process.stderr.write(`${left} left to do; the same call with --resume goes on with them.\n`);
    }
    throw error;
  } finally {
    progress.close();
  }
  return { records, cached };
}
