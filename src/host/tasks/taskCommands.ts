import * as vscode from 'vscode';
import { filterHint } from '../../core/filter.js';
import type { TaskPart } from '../../core/parts.js';
import { summary } from '../../core/summary.js';
import type { CommandHandler } from '../commands.js';
import type { OpenDatasets, ShownTask } from '../datasets/openDatasets.js';
import { openTask, showPart } from '../documents/showTask.js';
import type { Arrangement } from './arrangement.js';
import { noTaskChosen, refuseHidden, targetsOf } from './targets.js';
import type { TasksView } from './tasksView.js';

type TaskCommand =
  | 'openTask'
  | 'showComplete'
  | 'showInstruct'
  | 'showTests'
  | 'showSolution'
  | 'filterTasks'
  | 'clearFilter'
  | 'groupByDomain'
  | 'groupByLibrary'
  | 'groupByVerdict'
  | 'groupByNone'
  | 'sortById'
  | 'sortByName'
  | 'revealActiveTask';

/** What finds tasks, arranges the tree and shows a task's parts. */
export function taskCommands(
  datasets: OpenDatasets,
  view: TasksView,
  arrangement: Arrangement,
): Record<TaskCommand, CommandHandler> {
  const oneTask = (target: unknown): ShownTask => {
    const [shown] = targetsOf(target, datasets, view.selection).tasks;
    if (!shown) noTaskChosen();
    return shown;
  };
  const show =
    (part: TaskPart): CommandHandler =>
    (target) => {
      const shown = oneTask(target);
      refuseHidden(shown);
      return showPart(shown, part);
    };
  return {
    openTask: async (target) => {
      const shown = target === undefined ? await pickTask(view.shownTasks) : oneTask(target);
      if (shown) await openTask(shown);
    },
    showComplete: show('complete'),
    showInstruct: show('instruct'),
    showTests: show('tests'),
    showSolution: show('solution'),
    filterTasks: async (target) => {
      const query = typeof target === 'string' ? target : await askFilter(arrangement.filter);
      if (query !== undefined) await arrangement.change({ filter: query.trim() });
    },
    clearFilter: () => arrangement.change({ filter: '' }),
    groupByDomain: () => arrangement.change({ grouping: 'domain' }),
    groupByLibrary: () => arrangement.change({ grouping: 'library' }),
    groupByVerdict: () => arrangement.change({ grouping: 'verdict' }),
    groupByNone: () => arrangement.change({ grouping: 'none' }),
    sortById: () => arrangement.change({ sorting: 'id' }),
    sortByName: () => arrangement.change({ sorting: 'name' }),
    revealActiveTask: async (target) => {
      const shown = oneTask(target);
      if (await view.reveal(shown)) return;
      const clear = 'Clear Filter';
      const choice = await vscode.window.showInformationMessage(
        `The filter hides ${shown.entry.task.taskId}.`,
        clear,
      );
      if (choice !== clear) return;
      await arrangement.change({ filter: '' });
      await view.reveal(shown);
    },
  };
}

async function pickTask(tasks: readonly ShownTask[]): Promise<ShownTask | undefined> {
  const picked = await vscode.window.showQuickPick(
    tasks.map((shown) => ({
      label: shown.entry.task.taskId,
      description: shown.entry.task.libs.join(', '),
      detail: summary(shown.entry.task),
      shown,
    })),
    {
      title: 'Open Task',
      placeHolder: 'Id, library or words of the description',
      matchOnDescription: true,
      matchOnDetail: true,
    },
  );
  return picked?.shown;
}

function askFilter(current: string): Thenable<string | undefined> {
  return vscode.window.showInputBox({
    title: 'Filter Tasks',
    value: current,
    prompt:
      'All words must occur in the id, libraries, description or solution. lib:, domain:, id: and verdict: narrow a word; empty shows all.',
    placeHolder: 'lib:seaborn heatmap verdict:failed',
    validateInput: (query) => {
      const message = filterHint(query);
      return message === undefined
        ? undefined
        : { message, severity: vscode.InputBoxValidationSeverity.Info };
    },
  });
}
