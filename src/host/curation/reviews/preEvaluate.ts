import * as vscode from 'vscode';
import type { AskedModels, CurationEvent } from '../../../core/curation/events.js';
import type { RunResult } from '../../../core/engine.js';
import { CancelledError, messageOf, UserError } from '../../../core/errors.js';
import type { Answer } from '../../../core/models/askForAnswers.js';
import type { Sample } from '../../../core/samples.js';
import type { Task } from '../../../core/task.js';
import type { EngineService } from '../../python/engineService.js';
import { timeoutSeconds } from '../../testing/job.js';
import { working, type Tell } from '../../working.js';
import { textOf, type CuratedTask, type CurationProjects } from '../curationProjects.js';
import type { ModelKeys } from '../proposals/modelKeys.js';
import { reportUri } from '../recordedTexts.js';
import { askModels, chooseQuestions, type Questions } from './askModels.js';

export interface PreEvaluationServices {
  readonly projects: CurationProjects;
  readonly engines: EngineService;
  readonly keys: ModelKeys;
  /** Our templates of what models are asked. */
  readonly promptsDir: string;
}

/** Pre-evaluate…: asks where the answers are to come from, and shows what they say of the task. */
export async function preEvaluateTask(
  chosen: CuratedTask,
  services: PreEvaluationServices,
): Promise<void> {
  const task = await services.projects.saved(chosen);
  const source = await pickSource(task.taskId);
  const id =
    source === 'file'
      ? await preEvaluateFile(task, await pickFile(task), services)
      : await preEvaluateModels(task, await chooseQuestions(task.taskId, services.keys), services);
  await vscode.commands.executeCommand('markdown.showPreviewToSide', reportUri(task.path, id));
}

/** Runs the samples of a file. @returns the id of the event that says what came of them */
export async function preEvaluateFile(
  task: CuratedTask,
  path: string,
  services: PreEvaluationServices,
): Promise<string> {
  const compiled = await compile(task);
  const results = await working(titleOf(task), async (tell, signal) => {
    const { readSamplesFile } = await import('../../../node/results/samplesFile.js');
    const { samples } = await readSamplesFile(path, new Map([[task.taskId, compiled]]));
    if (samples.length === 0) throw new UserError(`${path} has no sample of ${task.taskId}.`);
    return runSamples(samples, services.engines, tell, signal);
  });
  return record(task, compiled, results, services, {
    models: [vscode.workspace.asRelativePath(path)],
  });
}

/** Asks models and runs what they answer. @returns the id of the event that says what came of it */
export async function preEvaluateModels(
  task: CuratedTask,
  questions: Questions,
  services: PreEvaluationServices,
): Promise<string> {
  const compiled = await compile(task);
  const { answers, results } = await working(titleOf(task), async (tell, signal) => {
    const { project } = task;
    const said = await askModels(questions, compiled, project, services.promptsDir, {
      ...{ tell, signal },
    });
    const read = await Promise.all(said.map((answer) => readAnswer(answer, compiled)));
    const samples = read.flatMap(({ sample }) => sample ?? []);
    const ran = await runSamples(samples, services.engines, tell, signal);
    const resultOf = new Map(samples.map((sample, index) => [sample, ran[index]]));
    return {
      answers: await Promise.all(
        read.map(async ({ sample, ...answer }) => ({
          ...answer,
          ...(sample && (await whatCame(sample, resultOf.get(sample)))),
        })),
      ),
      results: ran,
    };
  });
  const models = questions.models.map(({ name, parameters }) => ({ name, parameters }));
  return record(task, compiled, results, services, {
    models: models.map(({ name }) => name),
    asked: { prompt: questions.prompt, models, answers },
  });
}

function titleOf({ taskId }: CuratedTask): string {
  return `Pre-evaluating ${taskId}`;
}

/** The sample in an answer, or why there is none. */
async function readAnswer(
  { model, text, reason }: Answer,
  task: Task,
): Promise<{ readonly model: string; readonly sample?: Sample; readonly reason?: string }> {
  if (text === undefined) return { model, reason: reason ?? '' };
  const { sampleOfAnswer } = await import('../../../core/models/answerSample.js');
  try {
    return { model, sample: { line: 0, task, ...sampleOfAnswer(text) } };
  } catch (error) {
    if (error instanceof UserError) return { model, reason: messageOf(error) };
    throw error;
  }
}

async function whatCame({ text }: Sample, result: RunResult | undefined) {
  if (!result) return { code: text };
  const { failedTests } = await import('../../../core/curation/preEvaluation.js');
  const { status, message } = result;
  const failed = [...failedTests(result)];
  const failsNoTest = status !== 'pass' && failed.length === 0;
  return { code: text, status, failed, ...(failsNoTest && { reason: message }) };
}

async function compile(task: CuratedTask): Promise<Task> {
  const { splitTaskFile } = await import('../../../core/taskFile.js');
  return splitTaskFile(textOf(task), task.taskId);
}

async function runSamples(
  samples: readonly Sample[],
  engines: EngineService,
  tell: Tell,
  signal: AbortSignal,
): Promise<readonly RunResult[]> {
  const [{ programOfSample }, { runsInFlight }, { mapConcurrently }] = await Promise.all([
    import('../../../core/samples.js'),
    import('../../../core/engine.js'),
    import('../../../core/concurrently.js'),
  ]);
  const { engine, workers } = await engines.use();
  let done = 0;
  const progress = (): void => {
    tell(`${String(done)} of ${String(samples.length)} run`);
  };
  progress();
  return mapConcurrently(samples, runsInFlight(workers), async (sample) => {
    const options = { timeoutSeconds: timeoutSeconds(), coverage: false };
    const result = await engine.run(programOfSample(sample, true), options, {}, signal);
    done += 1;
    progress();
    return result;
  });
}

async function record(
  task: CuratedTask,
  compiled: Task,
  results: readonly RunResult[],
  { projects }: PreEvaluationServices,
  from: { readonly models: string[]; readonly asked?: AskedModels },
): Promise<string> {
  const [{ eventNow }, { preEvaluate }] = await Promise.all([
    import('../../../core/curation/newEvents.js'),
    import('../../../core/curation/preEvaluation.js'),
  ]);
  const { samples, passed, failures, failedNoTest, flags } = preEvaluate(compiled, results);
  const event = {
    ...eventNow(await projects.identity(task.project), textOf(task)),
    type: 'pre-evaluated',
    ...{ samples, passed, failures: { ...failures }, failedNoTest: { ...failedNoTest } },
    flags: flags.map(({ message }) => message),
    ...from,
  } satisfies CurationEvent;
  await projects.append(task, event);
  return event.id;
}

async function pickSource(taskId: string): Promise<'models' | 'file'> {
  const picked = await vscode.window.showQuickPick(
    [
      {
        label: '$(sparkle) Ask Models…',
        detail: 'Some answers of one model or several to the task’s prompt',
        source: 'models',
      },
      {
        label: '$(file) From a Samples File…',
        detail: 'A .jsonl or .jsonl.gz file of task_id and solution or completion',
        source: 'file',
      },
    ] as const,
    {
      title: `Pre-evaluate ${taskId}`,
      placeHolder: 'Where the answers come from',
      ignoreFocusOut: true,
    },
  );
  if (!picked) throw new CancelledError();
  return picked.source;
}

async function pickFile({ taskId, project }: CuratedTask): Promise<string> {
  const [uri] =
    (await vscode.window.showOpenDialog({
      title: `Samples of ${taskId}`,
      openLabel: 'Run',
      defaultUri: vscode.Uri.file(project.folder),
      filters: { Samples: ['jsonl', 'gz'] },
    })) ?? [];
  if (!uri) throw new CancelledError();
  return uri.fsPath;
}
