/** What people did, arranged as the figures count it. */
import type { Rate } from '../../shared/baseline.js';
import { domainsOf, type Domain } from '../domains.js';
import { UserError } from '../errors.js';
import type { EvalResults } from '../evalResults.js';
import { groupBy } from '../groupBy.js';
import { naturally } from '../naturally.js';
import { generationOf } from '../passAtKFile.js';
import type { Task } from '../task.js';
import { isDecided, isSolved, type Attempt } from './attempt.js';
import type { Study } from './study.js';
import { wilsonInterval } from './wilson.js';

/** A study and everything that people did in it. */
export interface StudyResults {
  readonly study: Study;
  readonly attempts: readonly Attempt[];
  /** Of its tasks, by their ids. */
  readonly domains: ReadonlyMap<string, readonly Domain[]>;
  /** Tasks that the reader is still to solve: of these no test is named, and no comment told. */
  readonly hidden: ReadonlySet<string>;
}

/** All that one person did at one task of a study. */
export interface SolverTask {
  readonly study: Study;
  readonly solver: string;
  readonly taskId: string;
  readonly domains: readonly Domain[];
  /** The first one first. */
  readonly attempts: readonly Attempt[];
  /** What Pass@1 counts; undefined while the first attempt is open. */
  readonly firstSolved: boolean | undefined;
}

/** What a model did, by the official evaluator's results. */
export interface ModelResults {
  readonly name: string;
  /** Of its prompts; undefined where that is not known. */
  readonly split: Study['split'] | undefined;
  readonly results: EvalResults;
}

/** The domains of tasks by their ids: {@link StudyResults.domains}. */
export function domainsByTask(tasks: readonly Task[]): ReadonlyMap<string, readonly Domain[]> {
  return new Map(tasks.map((task) => [task.taskId, domainsOf(task)]));
}

/** Results under the name of their file, which tells of the model and its prompts. */
export function modelResultsOf(fileName: string, results: EvalResults): ModelResults {
  const { model, split } = generationOf(fileName.replace(/(_eval_results)?\.json$/, ''));
  return { name: model, split, results };
}

/**
 * Copies of one study, which people solved in different places, as one. Records that lie in several
 * of them count once, as they stand where most is on record.
 *
 * @throws {UserError} where two people go by the same name
 */
export function mergeCopies(studies: readonly StudyResults[]): readonly StudyResults[] {
  const copies = groupBy(studies, ({ study }) =>
    JSON.stringify({ ...study, dataset: study.dataset.checksum }),
  );
  return [...copies.values()].flatMap((ofStudy) =>
    ofStudy.slice(0, 1).map((first) => ({
      ...first,
      attempts: distinct(ofStudy.flatMap(({ attempts }) => attempts)),
      hidden: new Set(ofStudy.flatMap(({ hidden }) => [...hidden])),
    })),
  );
}

function distinct(attempts: readonly Attempt[]): Attempt[] {
  const records = groupBy(attempts, ({ started: { solver, task_id, attempt } }) =>
    JSON.stringify([solver, task_id, attempt]),
  );
  return [...records.values()].flatMap((same) => {
    const other = same.find(({ started }) => started.time !== same[0]?.started.time);
    if (other) {
      const { solver, study, task_id: taskId } = other.started;
      throw new UserError(
        `Two people are “${solver}” in copies of the study “${study}”: both have begun ${taskId}. Rename one's folder of attempts.`,
      );
    }
    return same.toSorted((a, b) => fullness(a) - fullness(b)).slice(-1);
  });
}

/** Grows as an attempt's record does. */
function fullness({ account, end, verdict, answers }: Attempt): number {
  const after = Number(end !== 'running') + Number(verdict !== undefined) + answers.length;
  return account.counted + account.away + account.paused + after;
}

/** Who did what, by people's names, then in the order of the study's tasks. */
export function solverTasks({ study, attempts, domains }: StudyResults): readonly SolverTask[] {
  const bySolver = groupBy(attempts, ({ started }) => started.solver);
  return [...bySolver]
    .toSorted(([a], [b]) => naturally(a, b))
    .flatMap(([solver, own]) => {
      const byTask = groupBy(own, ({ started }) => started.task_id);
      return study.tasks.flatMap((taskId): SolverTask[] => {
        const ofTask = (byTask.get(taskId) ?? []).toSorted(
          (a, b) => a.started.attempt - b.started.attempt,
        );
        const [first] = ofTask;
        if (!first) return [];
        return [
          {
            ...{ study, solver, taskId, domains: domains.get(taskId) ?? [], attempts: ofTask },
            firstSolved: isSolved(first),
          },
        ];
      });
    });
}

/** Whether one of the attempts solved the task; undefined while that may still come. */
export function solvedAtAll({ study, attempts }: SolverTask): boolean | undefined {
  const outcomes = attempts.map(isSolved);
  if (outcomes.includes(true)) return true;
  return outcomes.includes(undefined) || !isDecided(attempts, study) ? undefined : false;
}

/** Counted seconds over all attempts. */
export function secondsOf({ attempts }: SolverTask): number {
  return attempts.reduce((sum, { account }) => sum + account.counted, 0);
}

/** How many are solved of those of which it is known. */
export function rateOf(outcomes: readonly (boolean | undefined)[]): Rate {
  const known = outcomes.filter((outcome) => outcome !== undefined);
  const solved = known.filter((outcome) => outcome).length;
  const total = known.length;
  const interval = wilsonInterval(solved, total);
  return {
    ...{ solved, total, rate: total === 0 ? null : solved / total },
    ...{ low: interval?.low ?? null, high: interval?.high ?? null },
  };
}

/** Pass@1 of people: the share of first attempts that solved their task. */
export function passAt1(tasks: readonly SolverTask[]): Rate {
  return rateOf(tasks.map(({ firstSolved }) => firstSolved));
}
