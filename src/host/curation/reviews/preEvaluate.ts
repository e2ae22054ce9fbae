import * as vscode from 'vscode';
import type { PreEvaluation } from '../../../core/curation/preEvaluation.js';
import { CancelledError, UserError } from '../../../core/errors.js';
import { abortController } from '../../../node/abort.js';
import type { EngineService } from '../../python/engineService.js';
import { textOf, type CuratedTask, type CurationProjects } from '../curationProjects.js';

/** Runs models' samples against a task and puts on record what they say of it. */
export async function preEvaluateTask(
  task: CuratedTask,
  projects: CurationProjects,
  engines: EngineService,
): Promise<void> {
  const [uri] =
    (await vscode.window.showOpenDialog({
      title: `Samples of ${task.taskId}`,
      openLabel: 'Run',
      filters: { Samples: ['jsonl', 'gz'] },
    })) ?? [];
  if (!uri) throw new CancelledError();
  const evaluation = await vscode.window.withProgress(
    {
      location: vscode.ProgressLocation.Notification,
      title: `Pre-evaluating ${task.taskId}`,
      cancellable: true,
    },
    (progress, token) => runSamples(task, uri.fsPath, engines, progress, token),
  );
  const { eventNow } = await import('../../../core/curation/newEvents.js');
  const { samples, passed, failures, flags } = evaluation;
  await projects.append(task, {
    ...eventNow(await projects.identity(task.project), textOf(task)),
    type: 'pre-evaluated',
    models: [vscode.workspace.asRelativePath(uri)],
    ...{ samples, passed, failures: { ...failures } },
    flags: flags.map(({ message }) => message),
  });
  const report = await vscode.workspace.openTextDocument({
    language: 'markdown',
    content: reportOf(task.taskId, evaluation),
  });
  await vscode.window.showTextDocument(report, vscode.ViewColumn.Beside);
}

async function runSamples(
  task: CuratedTask,
  path: string,
  engines: EngineService,
  progress: vscode.Progress<{ message: string; increment: number }>,
  token: vscode.CancellationToken,
): Promise<PreEvaluation> {
  const [{ splitTaskFile }, { readSamplesFile }, { programOfSample }, { preEvaluate }] =
    await Promise.all([
      import('../../../core/taskFile.js'),
      import('../../../node/results/samplesFile.js'),
      import('../../../core/samples.js'),
      import('../../../core/curation/preEvaluation.js'),
    ]);
  const { runsInFlight } = await import('../../../core/engine.js');
  const { mapConcurrently } = await import('../../../core/concurrently.js');
  const compiled = splitTaskFile(textOf(task), task.taskId);
  const { samples } = await readSamplesFile(path, new Map([[task.taskId, compiled]]));
  if (samples.length === 0) {
    throw new UserError(`${path} has no sample of ${task.taskId}.`);
  }
  const { engine, workers } = await engines.use();
  const abort = abortController();
  token.onCancellationRequested(() => {
    abort.abort();
  });
  const timeoutSeconds = vscode.workspace
    .getConfiguration('bigcodebench')
    .get<number>('run.timeout', 240);
  const results = await mapConcurrently(samples, runsInFlight(workers), async (sample) => {
    const program = programOfSample(sample, true);
    const options = { timeoutSeconds, coverage: false };
    const result = await engine.run(program, options, {}, abort.signal);
    progress.report({ message: result.status, increment: 100 / samples.length });
    return result;
  });
  return preEvaluate(compiled, results);
}

function reportOf(taskId: string, { samples, passed, failures, flags }: PreEvaluation): string {
  const share = (count: number): string => `${((100 * count) / Math.max(1, samples)).toFixed(0)} %`;
  const lines = [
    `# Pre-evaluation of ${taskId}`,
    '',
    `${String(passed)} of ${String(samples)} samples pass (${share(passed)}).`,
    '',
    ...flags.map(({ message }) => `- **${message}**`),
    '',
    '| test | fails for |',
    '| --- | --- |',
    ...Object.entries(failures)
      .toSorted(([, a], [, b]) => b - a)
      .map(([test, count]) => `| ${test} | ${String(count)} (${share(count)}) |`),
  ];
  return `${lines.join('\n')}\n`;
}
