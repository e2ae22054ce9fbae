import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import * as vscode from 'vscode';
import type { AttemptEventOf } from '../../core/baseline/attemptEvents.js';
import type { News } from '../../core/baseline/attemptSession.js';
import { startOf } from '../../core/baseline/conditions.js';
import type { RunResult } from '../../core/engine.js';
import { messageOf, UserError } from '../../core/errors.js';
import { testCounts } from '../../core/verdict.js';
import type { AttemptPlace } from '../../node/baseline/attemptFiles.js';
import { givesAway, type Veil } from './givesAway.js';
import type { InlineCompletion } from './inlineCompletion.js';
import type { AttemptSurroundings, Beginning, End, RunningAttempt } from './runningAttempt.js';
import { studyUri } from './studyDocuments.js';
import type { BaselineStudies, StudyTask } from './studies.js';
import type { StudyJudge } from './studyJudge.js';
import { isOfDataset, type StudyTasks } from './studyTasks.js';

const TAKE_UP_TRIES = 5;
const TAKE_UP_AGAIN_MS = 2000;

/** What attempts work with. */
export interface AttemptServices extends Veil {
  readonly studies: BaselineStudies;
  readonly tasks: StudyTasks;
  readonly judge: StudyJudge;
  readonly inlineCompletion: InlineCompletion;
  /** A folder of the extension's own, for locks and for what is kept of running attempts. */
  readonly storage: string;
  readonly log: vscode.LogOutputChannel;
}

/** The attempt at work in this window, if there is one, and what is done with it. */
export class Attempts implements vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<void>();
  /** The attempt has begun, ended, or was paused; and every second. */
  readonly onDidChange = this.#changed.event;
  readonly #ended = new vscode.EventEmitter<StudyTask>();
  /** An attempt has ended by itself: its time is up. */
  readonly onDidTimeOut = this.#ended.event;
  #current: RunningAttempt | undefined;
  #starting: Promise<void> = Promise.resolve();
  #closing: Promise<void> = Promise.resolve();

  constructor(private readonly services: AttemptServices) {}

  get current(): RunningAttempt | undefined {
    return this.#current;
  }

  /** The task that the attempt is at. */
  get currentTask(): StudyTask | undefined {
    const place = this.#current?.place;
    return place && this.services.studies.findTask(place.study.path, place.taskId);
  }

  /**
   * Begins an attempt at a task, or goes on with the one that is not ended. One start at a time: of
   * two clicks the second finds what the first has begun.
   * @param beginning for a new attempt
   * @param force takes the attempt away from another window
   * @throws {UserError} where another attempt is at work, here or elsewhere
   */
  async start(task: StudyTask, beginning: Beginning, { force = false } = {}): Promise<void> {
    const started = this.#starting.then(() => this.#start(task, beginning, force));
    this.#starting = started.catch(() => undefined);
    return started;
  }

  /** Goes on with the attempt that the last session of this window left, without showing it. */
  async restore(): Promise<void> {
    const { studies, inlineCompletion, log } = this.services;
    await studies.loaded;
    const begun = studies.all
      .flatMap(({ tasks }) => tasks)
      .filter(({ progress }) => progress === 'running' || progress === 'paused');
    let isElsewhere = false;
    for (const task of begun) {
      if (this.#current) break;
      try {
        await this.#takeUp(task);
      } catch (error) {
        // Another window may be at it; the view says that it runs, and Start Attempt why not here.
        log.info(`${task.taskId} does not go on here: ${messageOf(error)}`);
        isElsewhere ||= error instanceof AttemptElsewhere;
      }
    }
    if (!this.#current && !isElsewhere) await inlineCompletion.restore();
  }

  /** Runs the examples of the docstring that the attempt's file has. */
  async runExamples(signal: AbortSignal): Promise<RunResult> {
    const { attempt, task } = this.#working();
    const { study } = task.study;
    if (study.runs.kind === 'none') throw new UserError(`“${study.name}” lets nothing be run.`);
    const { text, entryPoint } = attempt;
    const result = await this.services.judge.examples(study, text, entryPoint, signal);
    if (result.tests.length === 0 && result.cause === 'no_tests') {
      throw new UserError(`There are no examples (\`>>>\`) in the docstring of ${entryPoint}.`);
    }
    attempt.ran({ what: 'examples', ...testCountsOf(result) });
    return result;
  }

  /** How many runs of the hidden tests are left. */
  get testRunsLeft(): number {
    const runs = this.currentTask?.study.study.runs;
    if (runs?.kind !== 'tests') return 0;
    return Math.max(0, runs.limit - (this.#current?.testRuns ?? 0));
  }

  /** Runs the hidden tests; how many passed is all that there is to know. */
  async runTests(signal: AbortSignal): Promise<Counts> {
    const { attempt, task } = this.#working();
    const { study } = task.study;
    if (study.runs.kind !== 'tests') {
      throw new UserError(`“${study.name}” does not let the tests be run before you submit.`);
    }
    if (this.testRunsLeft === 0) {
      throw new UserError('No run of the tests is left. Submit the attempt to have it judged.');
    }
    const whole = await this.services.tasks.readOne(task.study, task.taskId);
    const result = await this.services.judge.tests(study, whole, attempt.text, signal);
    const counts = testCountsOf(result);
    attempt.ran({ what: 'tests', ...counts });
    this.#changed.fire();
    return counts;
  }

  async pause(): Promise<void> {
    const { attempt, task } = this.#working();
    if (!task.study.study.pauses) {
      throw new UserError(`“${task.study.study.name}” has no pauses.`);
    }
    await attempt.pause();
  }

  /** Ends the attempt; its verdict is yet to come. */
  async end(end: End): Promise<StudyTask> {
    const { attempt, task } = this.#working();
    await attempt.end(end);
    await this.#closing;
    return this.services.studies.findTask(task.study.path, task.taskId) ?? task;
  }

  /**
   * Judges the last attempt at a task and puts the verdict on record.
   * @throws {UserError} where it could not be judged: then nothing is decided
   */
  async judge(task: StudyTask, signal: AbortSignal): Promise<StudyTask> {
    const { studies, tasks, judge } = this.services;
    const last = task.attempts.at(-1);
    const membership = task.study.membership;
    if (last?.text === undefined || !membership) {
      throw new UserError(`There is no attempt at ${task.taskId} to judge.`);
    }
    const whole = await tasks.readOne(task.study, task.taskId);
    const { study } = task.study;
    const decides = last.end !== 'submitted' || task.attempts.length >= study.attempts;
    const judgement = await judge.judge(study, whole, last.text, decides, signal);
    await this.#append(task, { type: 'judged', ...judgement });
    await studies.reload();
    return studies.findTask(task.study.path, task.taskId) ?? task;
  }

  /** Puts an answer to one of the questions afterwards on record. */
  async answer(
    task: StudyTask,
    answer: Pick<AttemptEventOf<'answered'>, 'question' | 'answer' | 'comment'>,
  ): Promise<void> {
    await this.#append(task, { type: 'answered', ...answer });
    await this.services.studies.reload();
  }

  /** Writes what there is and lets go of the attempt, so that another window can go on with it. */
  async letGo(): Promise<void> {
    const current = this.#current;
    this.#current = undefined;
    await current?.letGo();
  }

  dispose(): void {
    void this.letGo();
    this.#changed.dispose();
    this.#ended.dispose();
  }

  #working(): { attempt: RunningAttempt; task: StudyTask } {
    const attempt = this.#current;
    const task = this.currentTask;
    if (attempt && task) return { attempt, task };
    throw new UserError('No attempt is at work. Begin one in the Baseline view.');
  }

  async #start(task: StudyTask, beginning: Beginning, force: boolean): Promise<void> {
    const place = placeOf(task);
    if (this.#current) {
      const { taskId, attempt, study } = this.#current.place;
      const isThis = taskId === place.taskId && study.path === place.study.path;
      if (!isThis || attempt !== place.attempt) {
        throw new UserError(
          `You are at ${taskId}: submit that attempt, or give it up, before you begin another.`,
        );
      }
      await this.#current.show();
      return;
    }
    const surroundings = await this.#surroundings(task, place, force);
    try {
      const { RunningAttempt } = await import('./runningAttempt.js');
      const tell = (trouble: string | undefined): void => {
        this.#tellTrouble(place, trouble);
      };
      const isNew = task.attempts.at(-1)?.end !== 'running';
      const attempt = isNew
        ? await RunningAttempt.begin(surroundings, beginning, tell)
        : await RunningAttempt.resume(surroundings, tell);
      if (isNew && task.study.membership?.state === 'back') {
        attempt?.peeked('everything: left the study and came back');
      }
      if (attempt) await this.#adopt(attempt);
      else await surroundings.lock.release();
    } catch (error) {
      await surroundings.lock.release();
      throw error;
    }
    await this.services.studies.reload();
  }

  /** Goes on with an attempt; the process of a window that was reloaded may take a while to end. */
  async #takeUp(task: StudyTask): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      try {
        await this.start(task, { recorded: false, ai_extensions: [] });
        return;
      } catch (error) {
        if (!(error instanceof AttemptElsewhere) || attempt === TAKE_UP_TRIES) throw error;
        await delay(TAKE_UP_AGAIN_MS);
      }
    }
  }

  async #append(task: StudyTask, news: News<AttemptEventOf<'judged' | 'answered'>>): Promise<void> {
    const [{ eventAt }, { appendAttemptEvents, attemptRecordOf }] = await Promise.all([
      import('../../core/baseline/attemptSession.js'),
      import('../../node/baseline/attemptFiles.js'),
    ]);
    const last = task.attempts.at(-1);
    if (!last) throw new UserError(`There is no attempt at ${task.taskId}.`);
    const place = { ...placeOf(task), attempt: last.started.attempt };
    const event = eventAt(last.account, news, new Date());
    await appendAttemptEvents(attemptRecordOf(place), [event]);
  }

  async #surroundings(
    task: StudyTask,
    place: AttemptPlace,
    force: boolean,
  ): Promise<AttemptSurroundings> {
    const { storage, tasks } = this.services;
    const [{ takeLock }, { attemptRecordOf, isOfAnother }] = await Promise.all([
      import('../../node/lockFile.js'),
      import('../../node/baseline/attemptFiles.js'),
    ]);
    const whole = await tasks.readOne(task.study, task.taskId);
    const name = createHash('sha256').update(attemptRecordOf(place)).digest('hex').slice(0, 16);
    const lock = await takeLock(join(storage, `${name}.lock`), { force });
    if (typeof lock === 'number') throw new AttemptElsewhere(task.taskId, lock);
    return {
      ...{ place, lock, task: whole },
      // Who tries again goes on from what was handed in.
      start: task.attempts.at(-1)?.text ?? startOf(whole, task.study.study.split),
      prompt: studyUri(task, 'prompt'),
      kept: join(storage, `${name}.json`),
      givesAway: async (uri) =>
        (uri.scheme === 'file' &&
          (isOfDataset(task.study, uri.fsPath) || isOfAnother(place, uri.fsPath))) ||
        givesAway(uri, this.services),
    };
  }

  async #adopt(attempt: RunningAttempt): Promise<void> {
    this.#current = attempt;
    attempt.onDidTick(() => {
      this.#changed.fire();
    });
    attempt.onDidEnd((end) => {
      this.#closing = this.#over(attempt, end);
    });
    if (!attempt.place.study.study.ai) {
      await this.services.inlineCompletion.switchOff().catch((error: unknown) => {
        void vscode.window.showWarningMessage(
          `Inline completion could not be switched off (${messageOf(error)}). Switch it off yourself: this study is solved without AI.`,
        );
      });
    }
    this.#changed.fire();
  }

  async #over(attempt: RunningAttempt, end: End | 'taken'): Promise<void> {
    const { studies, inlineCompletion } = this.services;
    this.#current = undefined;
    await attempt.letGo();
    this.#changed.fire();
    await inlineCompletion.restore().catch(() => undefined);
    await studies.reload();
    const { taskId, study } = attempt.place;
    if (end === 'taken') {
      void vscode.window.showWarningMessage(`Your attempt at ${taskId} goes on in another window.`);
      return;
    }
    const task = studies.findTask(study.path, taskId);
    if (end === 'timed-out' && task) this.#ended.fire(task);
  }

  #tellTrouble({ taskId }: AttemptPlace, trouble: string | undefined): void {
    this.#changed.fire();
    if (trouble === undefined) {
      void vscode.window.showInformationMessage(
        `The record of your attempt at ${taskId} can be written again; nothing is lost.`,
      );
      return;
    }
    this.services.log.warn(`The record of ${taskId} cannot be written: ${trouble}`);
    void vscode.window.showWarningMessage(
      `Your attempt at ${taskId} cannot be written to the disk: ${trouble}. Time and text are kept and written once it works again; do not close the window before.`,
    );
  }
}

/** Another window has the attempt. */
export class AttemptElsewhere extends UserError {
  constructor(taskId: string, holder: number) {
    super(`Your attempt at ${taskId} is at work in another window (process ${holder}).`);
  }
}

type Counts = Pick<AttemptEventOf<'ran'>, 'passed' | 'total' | 'cause'>;

function testCountsOf(result: RunResult): Counts {
  return { ...testCounts(result), cause: result.cause };
}

/** The attempt that a task is at, or that comes next. */
function placeOf(task: StudyTask): AttemptPlace {
  const { study, taskId, attempts } = task;
  if (!study.membership) throw new UserError(`You do not take part in “${study.study.name}” yet.`);
  const isRunning = attempts.at(-1)?.end === 'running';
  const attempt = isRunning ? attempts.length : attempts.length + 1;
  return { study, solver: study.membership.solver, taskId, attempt };
}
