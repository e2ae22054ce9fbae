/** What leaves a study for other programs and other people. */
import { UserError } from '../errors.js';
import { shuffle } from '../shuffle.js';
import { isSolved, type Attempt } from './attempt.js';
import type { AttemptVerdict } from './attemptEvents.js';
import { solverTasks, type SolverTask, type StudyResults } from './results.js';
import type { Study } from './study.js';

/** A person's answer, as the official evaluator reads a model's; it passes over other columns. */
export interface PersonSample {
  readonly task_id: string;
  readonly solution: string;
  readonly solver: string;
}

/**
 * The same results by P1, P2 and so on, without what they wrote about tasks.
 * @param seed decides who is whom: draw it anew, since an order that can be repeated can be guessed
 */
export function withPseudonyms(
  studies: readonly StudyResults[],
  seed: number,
): readonly StudyResults[] {
  const attempts = studies.flatMap((one) => one.attempts);
  const names = [...new Set(attempts.map(({ started }) => started.solver))].toSorted();
  const pseudonyms = new Map(
    shuffle(names, seed).map((name, index) => [name, `P${String(index + 1)}`]),
  );
  return studies.map((results) => ({
    ...results,
    attempts: results.attempts.map((attempt) => ({
      ...attempt,
      started: { ...attempt.started, solver: pseudonyms.get(attempt.started.solver) ?? '' },
      answers: attempt.answers.map((answer) => ({ ...answer, comment: undefined })),
    })),
  }));
}

/**
 * First attempts that have ended, task by task, each task's in the order of their solvers.
 * @throws {UserError} for studies of both splits, and where there is none
 */
export function samplesOf(studies: readonly StudyResults[]): readonly PersonSample[] {
  const splits = new Set(studies.map(({ study }) => study.split));
  if (splits.size > 1) {
    throw new UserError(
      'Samples are of studies of one split: evaluations keep Complete and Instruct apart.',
    );
  }
  const samples = studies.flatMap((results) => {
    const tasks = solverTasks(results);
    return results.study.tasks.flatMap((taskId) =>
      tasks
        .filter((one) => one.taskId === taskId)
        .flatMap(({ solver, attempts: [first] }) =>
          first?.text === undefined ? [] : [{ task_id: taskId, solution: first.text, solver }],
        ),
    );
  });
  if (samples.length > 0) return samples;
  throw new UserError('No first attempt has ended yet, so there are no samples to write.');
}

/** Samples as a file for the official evaluator. */
export function samplesText(samples: readonly PersonSample[]): string {
  return samples.map((sample) => `${JSON.stringify(sample)}\n`).join('');
}

/**
 * All that is known of the attempts, as data.
 * @param studies by pseudonyms, where nobody is to be named
 * @param personal adds what may tell who somebody is: times of day, comments, recorded edits and so on
 */
export function dataExport(
  studies: readonly StudyResults[],
  { personal }: { readonly personal: boolean },
) {
  return {
    version: 1,
    studies: studies.map((results) => ({
      ...(personal ? results.study : withoutFolders(results.study)),
      attempts: solverTasks(results).flatMap((task) =>
        task.attempts.map((attempt) => ({
          ...attemptData(task, attempt),
          ...(personal && { personal: personalData(attempt) }),
        })),
      ),
    })),
  };
}

/** Folders are named for people. */
function withoutFolders(study: Study): Study {
  const { dataset, selection } = study;
  return {
    ...study,
    dataset: { ...dataset, source: lastName(dataset.source) },
    selection:
      selection.kind === 'list' ? { ...selection, from: lastName(selection.from) } : selection,
  };
}

function lastName(source: string): string {
  return source.startsWith('hf:') ? source : (source.split(/[\\/]/).at(-1) ?? source);
}

function attemptData({ solver, taskId, domains }: SolverTask, attempt: Attempt) {
  const { started, account, verdict } = attempt;
  return {
    ...{ solver, task_id: taskId, domains, attempt: started.attempt, end: attempt.end },
    solved: isSolved(attempt) ?? null,
    ...{ counted_s: account.counted, idle_s: account.idle },
    ...{ away_s: account.away, paused_s: account.paused },
    runs: attempt.runs.map(({ what, passed, total, cause, account: at }) => ({
      ...{ what, passed, total, cause, counted_s: at.counted },
    })),
    edits: attempt.edits,
    pastes: attempt.pastes.map(({ characters, lines, account: at }) => ({
      ...{ characters, lines, counted_s: at.counted },
    })),
    peeks: attempt.peeks.length,
    solution: attempt.text ?? null,
    verdict: verdict
      ? {
          plain: verdictData(verdict.plain),
          calibrated: verdictData(verdict.calibrated),
          ...{ python: verdict.python, packages: verdict.packages, isolation: verdict.isolation },
        }
      : null,
    answers: Object.fromEntries(attempt.answers.map(({ question, answer }) => [question, answer])),
  };
}

/** Without messages and tracebacks: they name files of the machine. */
function verdictData({ status, cause, testsPassed, testsTotal, details }: AttemptVerdict) {
  return {
    ...{ status, cause, tests_passed: testsPassed, tests_total: testsTotal },
    failed: Object.keys(details),
  };
}

function personalData({ started, endedAt, peeks, answers, verdict, changes }: Attempt) {
  return {
    ...{ started: started.time, ended: endedAt ?? null, ai_extensions: started.ai_extensions },
    peeks,
    comments: Object.fromEntries(
      answers.flatMap(({ question, comment }) => (comment ? [[question, comment]] : [])),
    ),
    details: verdict?.calibrated.details ?? {},
    begun_with: started.text,
    changes,
  };
}
