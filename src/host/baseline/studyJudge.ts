import type { AttemptEventOf, AttemptVerdict } from '../../core/baseline/attemptEvents.js';
import type { Study } from '../../core/baseline/study.js';
import { passed } from '../../core/baseline/attempt.js';
import type { Program, RunOptions, RunResult } from '../../core/engine.js';
import { UserError } from '../../core/errors.js';
import { programOfSample } from '../../core/samples.js';
import type { Task } from '../../core/task.js';
import { causeText, verdictOf } from '../../core/verdict.js';
import type { EngineInUse, EngineService } from '../python/engineService.js';
import { timeoutSeconds } from '../testing/job.js';

export type Judgement = Pick<
  AttemptEventOf<'judged'>,
  'plain' | 'calibrated' | 'python' | 'packages' | 'isolation'
>;

/** Runs what solvers write, in the environment in which models' answers are judged. */
export class StudyJudge {
  constructor(private readonly engines: EngineService) {}

  /** Of the Python that runs tasks at the moment, as `3.10`; undefined where none was started. */
  get pythonInUse(): string | undefined {
    const { state } = this.engines;
    if (state.kind !== 'ready') return undefined;
    return state.engine.python.version.split('.').slice(0, 2).join('.');
  }

  /**
   * The engine that the study's verdicts are to come from.
   * @throws {UserError} where there is none, or its Python is not the study's
   */
  async engineFor({ name, python }: Study): Promise<EngineInUse> {
    const inUse = await this.engines.use();
    const { version } = inUse.environment;
    if (python === undefined || version.startsWith(`${python}.`)) return inUse;
    throw new UserError(
      `The study “${name}” is judged with Python ${python}; the one in use is ${version}. Choose another with “BigCodeBench: Select Python Interpreter…”.`,
    );
  }

  /** Runs the examples in the docstring of the solver's own file. */
  async examples(study: Study, text: string, entryPoint: string, signal: AbortSignal) {
    const { engine } = await this.engineFor(study);
    return run(engine, { code: text, test: '', entryPoint }, { mode: 'examples' }, signal);
  }

  /** Runs the hidden tests, as the verdict will. */
  async tests(study: Study, task: Task, text: string, signal: AbortSignal): Promise<RunResult> {
    const { engine } = await this.engineFor(study);
    return run(engine, programOfSample(sampleOf(task, text), true), {}, signal);
  }

  /**
   * Judges an attempt's text as it stands and calibrated.
   * @param decides whether the task is decided by a failure, too: only then may the verdict tell of the tests
   * @throws {UserError} where the engine or the machine failed, which says nothing of the text
   */
  async judge(
    study: Study,
    task: Task,
    text: string,
    decides: boolean,
    signal: AbortSignal,
  ): Promise<Judgement> {
    const { engine, environment } = await this.engineFor(study);
    const sample = sampleOf(task, text);
    const verdictWith = async (calibrated: boolean): Promise<AttemptVerdict> => {
      const result = await run(engine, programOfSample(sample, calibrated), {}, signal);
      const { status, cause, message, testsPassed, testsTotal, durationSeconds } = verdictOf(
        result,
        task,
        environment,
      );
      const counts = { status, cause, testsPassed, testsTotal, durationSeconds };
      return { ...counts, message, details: result.details };
    };
    const [plain, calibrated] = await Promise.all([verdictWith(false), verdictWith(true)]);
    const tells = decides || passed(calibrated);
    const { isolation } = await engine.ready;
    return {
      plain: tells ? plain : discreet(plain),
      calibrated: tells ? calibrated : discreet(calibrated),
      python: environment.version,
      packages: environment.packages,
      isolation: isolation.level,
    };
  }
}

/** @throws {UserError} where the run says nothing of the program */
async function run(
  engine: EngineInUse['engine'],
  program: Program,
  options: Pick<RunOptions, 'mode'>,
  signal: AbortSignal,
): Promise<RunResult> {
  const limits = { timeoutSeconds: timeoutSeconds(), coverage: false };
  const result = await engine.run(program, { ...limits, ...options }, {}, signal);
  if (result.cause !== 'infrastructure') return result;
  throw new UserError(
    `It could not be run, for a reason that is not in the attempt: ${result.message}`,
  );
}

function sampleOf(task: Task, text: string) {
  return { line: 1, task, kind: 'solution', text } as const;
}

/** A verdict without what it tells of the tests: the record is a file that the solver can open. */
function discreet(verdict: AttemptVerdict): AttemptVerdict {
  const message = verdict.cause === null ? '' : causeText(verdict.cause);
  return { ...verdict, message, details: {} };
}
