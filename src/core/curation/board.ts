import type { Board, Card } from '../../shared/board.js';
import { openThreads } from './comments.js';
import { projectFigures, type FiguredTask } from './figures.js';
import { askGates, gatesOf, JUDGEMENTS } from './gates/registry.js';
import { taskIn } from './gates/textGates.js';
import type { Project } from './project.js';
import { isOffTheWay, nextStage, STAGES, stageTitle, type Stage } from './stages.js';
import type { RecordedTask } from './standing.js';
import { taskState } from './taskState.js';

const DAY_MS = 24 * 60 * 60 * 1000;

/** What the Board needs to know of a task. */
export type BoardTask = FiguredTask & RecordedTask;

/** A project as its Board page shows it; columns off the way only where a task stands in them. */
export function boardOf(project: Project, tasks: readonly BoardTask[], now = Date.now()): Board {
  const { stages, medianTests, meanBranchPercent, ...figures } = projectFigures(tasks);
  const columns = STAGES.map((stage) => ({
    stage,
    title: stageTitle(stage),
    medianDays: stages.find((one) => one.stage === stage)?.medianDays ?? null,
    cards: tasks
      .filter(({ events }) => taskState(events).stage === stage)
      .map((task) => cardOf(task, project, now)),
  }));
  const { percent, kappa, alpha, ...counts } = figures.agreement;
  return {
    name: project.name,
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

function cardOf(task: BoardTask, project: Project, now: number): Card {
  const { taskId, events } = task;
  const { stage, since, assignee, overridden } = taskState(events);
  const age = since === undefined ? 0 : now - Date.parse(since);
  return {
    taskId,
    assignee: assignee?.name ?? null,
    next: nextOf(task, stage, project),
    days: Math.max(0, Math.floor(age / DAY_MS)),
    openThreads: openThreads(events),
    overridden: [...overridden],
  };
}

/** What keeps a task from the next stage, by what is on record; who is to act where nothing does. */
function nextOf({ taskId, text = '', events }: BoardTask, stage: Stage, project: Project): string {
  switch (stage) {
    case 'draft':
    case 'returned':
      return 'waits for its author';
    case 'accepted':
      return 'waits for a release';
    case 'rejected':
      return 'waits for nobody';
    default: {
      const to = nextStage(stage) ?? stage;
      const gates = gatesOf(project, stage, to).filter((gate) => JUDGEMENTS.includes(gate));
      const { limits } = project;
      const input = { text, task: taskIn(text, taskId), events, limits, facts: {}, others: [] };
      const objection = askGates(gates, input).find(({ outcome }) => outcome.outcome !== 'pass');
      // The gate's sentence stands among other facts.
      return objection?.outcome.message.replace(/\.$/, '') ?? `can move to ${stageTitle(to)}`;
    }
  }
}
