import type {
  AttemptRow,
  BaselineReport,
  Count,
  FailedTask,
  ModelComparison,
} from '../../shared/baseline.js';
import { countsOf } from '../countsOf.js';
import { krippendorffsAlpha, type Ratings } from '../curation/agreement.js';
import { DOMAINS } from '../domains.js';
import { groupBy } from '../groupBy.js';
import { naturally } from '../naturally.js';
import { causeText } from '../verdict.js';
import { isSolved, passed, type Attempt } from './attempt.js';
import { kaplanMeier, medianOf } from './kaplanMeier.js';
import { mcnemarPValue } from './mcnemar.js';
import { percentile } from './percentile.js';
import {
  passAt1,
  rateOf,
  secondsOf,
  solvedAtAll,
  solverTasks,
  type ModelResults,
  type SolverTask,
  type StudyResults,
} from './results.js';

const PERCENTILES = [25, 50, 75, 90];
const SPLITS = ['complete', 'instruct'] as const;

/**
 * The results of one study, or of several taken together. docs/baseline.md says how each figure is
 * computed.
 */
export function baselineReport(
  studies: readonly StudyResults[],
  models: readonly ModelResults[],
): BaselineReport {
  const tasks = studies.flatMap(solverTasks);
  const survival = kaplanMeier(
    tasks.map((one) => ({ seconds: secondsOf(one), solved: solvedAtAll(one) === true })),
  );
  return {
    studies: studies.map((one) => ({
      ...{ name: one.study.name, split: one.study.split, tasks: one.study.tasks.length },
      ...{ minutes: one.study.minutes, attempts: one.study.attempts },
      passAt1: passAt1(solverTasks(one)),
    })),
    solvers: [...groupBy(tasks, ({ solver }) => solver)]
      .toSorted(([a], [b]) => naturally(a, b))
      .map(([name, own]) => ({ name, passAt1: passAt1(own) })),
    passAt1: passAt1(tasks),
    solved: rateOf(tasks.map(solvedAtAll)),
    open: openAttempts(tasks),
    domains: DOMAINS.flatMap((domain) => {
      const own = tasks.filter(({ domains }) => domains.includes(domain));
      return own.length === 0 ? [] : [{ domain, passAt1: passAt1(own) }];
    }),
    splits: SPLITS.flatMap((split) => {
      const own = tasks.filter(({ study }) => study.split === split);
      return own.length === 0 ? [] : [{ split, passAt1: passAt1(own) }];
    }),
    times: timesOf(tasks),
    survival: [...survival],
    medianSeconds: medianOf(survival) ?? null,
    models: models.map((model) => comparison(model, tasks)),
    agreement: agreementOf(tasks),
    failedTasks: studies.flatMap(failedTasks).toSorted(mostFailedFirst),
    attempts: tasks.flatMap(rowsOf),
  };
}

function openAttempts(tasks: readonly SolverTask[]): BaselineReport['open'] {
  const open = tasks.filter(({ firstSolved }) => firstSolved === undefined);
  const running = open.filter(({ attempts }) => attempts[0]?.end === 'running').length;
  return { running, unjudged: open.length - running };
}

function timesOf(tasks: readonly SolverTask[]): BaselineReport['times'] {
  const seconds = tasks.filter((one) => solvedAtAll(one) === true).map(secondsOf);
  return PERCENTILES.flatMap((percent) => {
    const value = percentile(seconds, percent);
    return value === undefined ? [] : [{ percentile: percent, seconds: value }];
  });
}

/** People's first attempts against the model's first samples at the same tasks. */
function comparison(
  { name, split, results }: ModelResults,
  tasks: readonly SolverTask[],
): ModelComparison {
  const pairs = tasks.flatMap(({ study, taskId, firstSolved }) => {
    const sample = results.eval[taskId]?.[0];
    const apart = split !== undefined && split !== study.split;
    if (apart || firstSolved === undefined || !sample) return [];
    return [{ person: firstSolved, model: sample.status === 'pass' }];
  });
  const onlyPeople = pairs.filter(({ person, model }) => person && !model).length;
  const onlyModel = pairs.filter(({ person, model }) => model && !person).length;
  return {
    ...{ model: name, split: split ?? null, pairs: pairs.length },
    people: rateOf(pairs.map(({ person }) => person)),
    modelRate: rateOf(pairs.map(({ model }) => model)),
    ...{ onlyPeople, onlyModel, pValue: mcnemarPValue(onlyPeople, onlyModel) ?? null },
  };
}

/** How far people who tried the same tasks fare alike, by their first attempts. */
function agreementOf(tasks: readonly SolverTask[]): BaselineReport['agreement'] {
  const known = tasks.filter(({ firstSolved }) => firstSolved !== undefined);
  const items = [...groupBy(known, ({ study }) => study).values()].flatMap((ofStudy) => [
    ...groupBy(ofStudy, ({ taskId }) => taskId).values(),
  ]);
  const solvers = [...new Set(known.map(({ solver }) => solver))];
  const raters = solvers.map((solver): Ratings =>
    items.map((item) => item.find((one) => one.solver === solver)?.firstSolved?.toString()),
  );
  const alike = items.flatMap((item) => [
    item.filter(({ firstSolved }) => firstSolved).length,
    item.filter(({ firstSolved }) => !firstSolved).length,
  ]);
  const pairs = pairsAmong(items.map(({ length }) => length));
  return {
    solvers: solvers.length,
    tasks: items.filter(({ length }) => length >= 2).length,
    share: pairs === 0 ? null : pairsAmong(alike) / pairs,
    alpha: krippendorffsAlpha(raters) ?? null,
  };
}

/** How many pairs there are within groups of these sizes. */
function pairsAmong(sizes: readonly number[]): number {
  return sizes.reduce((sum, size) => sum + (size * (size - 1)) / 2, 0);
}

function failedTasks(results: StudyResults): FailedTask[] {
  const byTask = groupBy(solverTasks(results), ({ taskId }) => taskId);
  return [...byTask].flatMap(([taskId, tried]) => {
    const failed = tried.filter(({ firstSolved }) => firstSolved === false);
    if (failed.length === 0) return [];
    const hidden = results.hidden.has(taskId);
    const answers = tried.flatMap(({ attempts }) => attempts.flatMap((one) => one.answers));
    const no = (question: 'prompt-clear' | 'tests-fair'): number =>
      answers.filter((one) => one.question === question && !one.answer).length;
    return [
      {
        ...{ study: results.study.name, taskId, domains: [...(results.domains.get(taskId) ?? [])] },
        attempted: tried.filter(({ firstSolved }) => firstSolved !== undefined).length,
        failed: failed.length,
        causes: counted(failed.flatMap(({ attempts: [first] }) => (first ? whyFailed(first) : []))),
        tests: hidden ? [] : counted(failed.flatMap(failedTests)),
        ...{ unclear: no('prompt-clear'), unfair: no('tests-fair') },
        comments: hidden ? [] : answers.flatMap(({ comment }) => comment ?? []),
      },
    ];
  });
}

function counted(values: readonly string[]): Count[] {
  return countsOf(values).map(([value, count]) => ({ value, count }));
}

function mostFailedFirst(a: FailedTask, b: FailedTask): number {
  return (
    b.failed / b.attempted - a.failed / a.attempted ||
    b.failed - a.failed ||
    naturally(a.taskId, b.taskId)
  );
}

/** Who gave up or ran out of time did not come to an end, whatever stopped the text that was there. */
function whyFailed({ end, verdict }: Attempt): string {
  if (end === 'gave-up') return 'Gave up';
  if (end === 'timed-out') return 'Out of time';
  const cause = verdict?.calibrated.cause;
  return cause ? causeText(cause) : 'Failed';
}

/** The official evaluator's name for what concerns no single test. */
const ALL_TESTS = 'ALL';

/** Each once, of all attempts: those that leave others open keep to themselves what failed. */
function failedTests({ attempts }: SolverTask): string[] {
  const names = attempts.flatMap(({ verdict }) => Object.keys(verdict?.calibrated.details ?? {}));
  return [...new Set(names)].filter((name) => name !== ALL_TESTS);
}

function rowsOf({ study, solver, taskId, attempts }: SolverTask): AttemptRow[] {
  return attempts.map((attempt) => {
    const { started, account, verdict, runs } = attempt;
    const cause = verdict?.calibrated.cause;
    return {
      ...{ study: study.name, solver, taskId, attempt: started.attempt, end: attempt.end },
      passed: isSolved(attempt) ?? null,
      passedPlain: verdict && verdict.plain.status !== 'error' ? passed(verdict.plain) : null,
      cause: cause ? causeText(cause) : null,
      ...{ countedSeconds: account.counted, idleSeconds: account.idle },
      ...{ awaySeconds: account.away, pausedSeconds: account.paused },
      firstRunSeconds: runs[0]?.account.counted ?? null,
      ...{ runs: runs.length, edits: attempt.edits, pastes: attempt.pastes.length },
      ...{ peeks: attempt.peeks.length, recorded: started.recorded },
    };
  });
}
