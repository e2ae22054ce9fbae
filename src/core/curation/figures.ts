/** The figures of a project, from its records. */
import { cohensKappa, krippendorffsAlpha, percentAgreement, type Ratings } from './agreement.js';
import type { CurationEvent, EventOf } from './events.js';
import { STAGES, type Stage } from './stages.js';
import { lastReviews } from './reviews.js';
import { inOrder, personOf, taskState } from './taskState.js';

/** What the figures need to know of a task. */
export interface FiguredTask {
  readonly taskId: string;
  readonly events: readonly CurationEvent[];
  readonly tests: number;
  /** 0 to 100, of the last check with coverage. */
  readonly branchPercent: number | undefined;
}

export interface StageFigures {
  readonly stage: Stage;
  readonly tasks: number;
  /** How long tasks stayed before they were moved on; undefined where none has been. */
  readonly medianDays: number | undefined;
}

/** Proposals of one model, or under one person's name, and what became of their hunks. */
export interface AcceptanceFigures {
  readonly name: string;
  readonly proposals: number;
  readonly hunksAccepted: number;
  readonly hunksRejected: number;
}

export interface AgreementFigures {
  readonly reviewers: number;
  /** Tasks that two or more have judged. */
  readonly tasks: number;
  /** 0 to 1, and kappa, of the two reviewers with the most tasks in common. */
  readonly percent: number | undefined;
  readonly kappa: number | undefined;
  /** Of all reviewers. */
  readonly alpha: number | undefined;
}

export interface ProjectFigures {
  readonly stages: readonly StageFigures[];
  /** Tasks that were accepted, of those that were accepted or rejected, by who wrote them. */
  readonly annotators: readonly {
    readonly name: string;
    readonly accepted: number;
    readonly decided: number;
  }[];
  readonly models: readonly AcceptanceFigures[];
  readonly medianTests: number | undefined;
  readonly meanBranchPercent: number | undefined;
  readonly agreement: AgreementFigures;
}

const DAY_MS = 24 * 60 * 60 * 1000;

export function projectFigures(tasks: readonly FiguredTask[]): ProjectFigures {
  const covered = tasks
    .map(({ branchPercent }) => branchPercent)
    .filter((one) => one !== undefined);
  return {
    stages: STAGES.map((stage) => stageFigures(stage, tasks)),
    annotators: annotators(tasks),
    models: models(tasks),
    medianTests: median(tasks.map(({ tests }) => tests)),
    meanBranchPercent:
      covered.length === 0
        ? undefined
        : covered.reduce((sum, one) => sum + one, 0) / covered.length,
    agreement: agreement(tasks),
  };
}

function stageFigures(stage: Stage, tasks: readonly FiguredTask[]): StageFigures {
  return {
    stage,
    tasks: tasks.filter(({ events }) => taskState(events).stage === stage).length,
    medianDays: median(tasks.flatMap(({ events }) => daysIn(stage, events))),
  };
}

/** How long each stay of a task in a stage has lasted; one that goes on counts for nothing yet. */
function daysIn(stage: Stage, events: readonly CurationEvent[]): number[] {
  const ordered = inOrder(events);
  const moves = ordered.filter((event) => event.type === 'moved');
  return moves.flatMap((move, index) => {
    if (move.from !== stage) return [];
    const since = moves[index - 1]?.time ?? ordered[0]?.time ?? move.time;
    return [(Date.parse(move.time) - Date.parse(since)) / DAY_MS];
  });
}

function annotators(tasks: readonly FiguredTask[]): ProjectFigures['annotators'] {
  const byName = new Map<string, { accepted: number; decided: number }>();
  for (const { events } of tasks) {
    const [first] = inOrder(events);
    const { stage } = taskState(events);
    if (!first || (stage !== 'accepted' && stage !== 'rejected')) continue;
    const { name } = personOf(first.actor);
    const figures = byName.get(name) ?? { accepted: 0, decided: 0 };
    figures.decided += 1;
    figures.accepted += stage === 'accepted' ? 1 : 0;
    byName.set(name, figures);
  }
  return [...byName].map(([name, figures]) => ({ name, ...figures }));
}

function models(tasks: readonly FiguredTask[]): AcceptanceFigures[] {
  const events = tasks.flatMap((task) => task.events);
  const proposed = events.filter((event) => event.type === 'proposed');
  const names = new Set(proposed.map(({ actor }) => actor.name));
  return [...names].map((name) => {
    const own = proposed.filter(({ actor }) => actor.name === name);
    const ids = new Set(own.map(({ id }) => id));
    const hunks = (type: 'accepted' | 'rejected'): number =>
      events
        .filter((event): event is EventOf<typeof type> => event.type === type)
        .filter(({ proposal }) => ids.has(proposal))
        .reduce((sum, event) => sum + event.hunks.length, 0);
    return {
      ...{ name, proposals: own.length },
      ...{ hunksAccepted: hunks('accepted'), hunksRejected: hunks('rejected') },
    };
  });
}

/** Agreement of the reviewers' last verdicts, task by task. */
function agreement(tasks: readonly FiguredTask[]): AgreementFigures {
  const verdicts = tasks.map(({ events }) => lastReviews(events));
  const reviewers = [...new Set(verdicts.flatMap((byReviewer) => [...byReviewer.keys()]))];
  const ratings: Ratings[] = reviewers.map((email) =>
    verdicts.map((byReviewer) => byReviewer.get(email)?.verdict),
  );
  const pair = closestPair(ratings);
  return {
    reviewers: reviewers.length,
    tasks: verdicts.filter(({ size }) => size >= 2).length,
    percent: pair && percentAgreement(...pair),
    kappa: pair && cohensKappa(...pair),
    alpha: krippendorffsAlpha(ratings),
  };
}

function closestPair(ratings: readonly Ratings[]): readonly [Ratings, Ratings] | undefined {
  const pairs = ratings.flatMap((a, index) => ratings.slice(index + 1).map((b) => [a, b] as const));
  const common = ([a, b]: readonly [Ratings, Ratings]): number =>
    a.filter((value, item) => value !== undefined && b[item] !== undefined).length;
  return pairs.toSorted((x, y) => common(y) - common(x)).find((pair) => common(pair) > 0);
}

function median(values: readonly number[]): number | undefined {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle];
  const lower = sorted[middle - 1];
  if (upper === undefined) return undefined;
  return sorted.length % 2 === 1 || lower === undefined ? upper : (lower + upper) / 2;
}
