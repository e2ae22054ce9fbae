import * as vscode from 'vscode';
import type { CurationEvent } from '../../../core/curation/events.js';
import type { PreEvaluation } from '../../../core/curation/preEvaluation.js';
import { CancelledError, UserError } from '../../../core/errors.js';
import { abortController } from '../../../node/abort.js';
import type { EngineService } from '../../python/engineService.js';
import { textOf, type CuratedTask, type CurationProjects } from '../curationProjects.js';
import { preEvaluationUri } from '../recordedTexts.js';

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
      defaultUri: vscode.Uri.file(task.project.folder),
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
  const event = {
    ...eventNow(await projects.identity(task.project), textOf(task)),
    type: 'pre-evaluated' as const,
    models: [vscode.workspace.asRelativePath(uri)],
    ...{ samples, passed, failures: { ...failures } },
    flags: flags.map(({ message }) => message),
  } satisfies CurationEvent;
  await projects.append(task, event);
  await vscode.window.showTextDocument(preEvaluationUri(task.path, event.id), {
    viewColumn: vscode.ViewColumn.Beside,
  });
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
