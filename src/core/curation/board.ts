import type { Board, Card } from '../../shared/board.js';
import { commentsByThread, isResolved } from './comments.js';
import type { CurationEvent } from './events.js';
import { projectFigures, type FiguredTask } from './figures.js';
import { lastReviews } from './reviews.js';
import { isOffTheWay, STAGES, stageTitle, type Stage } from './stages.js';
import { taskState } from './taskState.js';

const DAY_MS = 24 * 60 * 60 * 1000;

/** A project as its Board page shows it; columns off the way only where a task stands in them. */
export function boardOf(name: string, tasks: readonly FiguredTask[], now = Date.now()): Board {
  const { stages, medianTests, meanBranchPercent, ...figures } = projectFigures(tasks);
  const columns = STAGES.map((stage) => ({
    stage,
    title: stageTitle(stage),
    medianDays: stages.find((one) => one.stage === stage)?.medianDays ?? null,
    cards: tasks
      .filter(({ events }) => taskState(events).stage === stage)
      .map((task) => cardOf(task, now)),
  }));
  const { percent, kappa, alpha, ...counts } = figures.agreement;
  return {
    name,
    columns: columns.filter(({ stage, cards }) => cards.length > 0 || !isOffTheWay(stage)),
    medianTests: medianTests ?? null,
    meanBranchPercent: meanBranchPercent ?? null,
    annotators: [...figures.annotators],
    models: [...figures.models],
    agreement: {
      ...counts,
      ...{ percent: percent ?? null, kappa: kappa ?? null, alpha: alpha ?? null },
    },
  };
}

function cardOf({ taskId, events }: FiguredTask, now: number): Card {
  const { stage, since, assignee, overridden } = taskState(events);
  const age = since === undefined ? 0 : now - Date.parse(since);
  return {
    taskId,
    assignee: assignee?.name ?? null,
    waitsFor: waitsFor(stage, events),
    days: Math.max(0, Math.floor(age / DAY_MS)),
    openThreads: openThreads(events),
    overridden: [...overridden],
  };
}

function waitsFor(stage: Stage, events: readonly CurationEvent[]): string {
  switch (stage) {
    case 'draft':
      return 'its author';
    case 'refined': {
      const { size } = lastReviews(events);
      return size === 0 ? 'a reviewer' : 'more reviews';
    }
    case 'reviewed':
      return 'models’ samples';
    case 'pre-evaluated':
      return 'a cross-check';
    case 'cross-checked':
      return 'acceptance';
    case 'accepted':
      return 'a release';
    case 'returned':
      return 'its author';
    case 'rejected':
      return 'nobody';
  }
}

function openThreads(events: readonly CurationEvent[]): number {
  const threads = [...commentsByThread(events).values()];
  return threads.filter((comments) => !isResolved(comments)).length;
}
