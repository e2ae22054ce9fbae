import * as vscode from 'vscode';
import { UserError } from '../../core/errors.js';
import { formatQuantity } from '../../shared/numbers.js';
import type { OpenDatasets, ShownTask } from '../datasets/openDatasets.js';
import { targetsOf, withoutHidden } from '../tasks/targets.js';
import type { TasksView } from '../tasks/tasksView.js';
import type { DriftRequest } from './drifts.js';

type ChosenTasks = Pick<DriftRequest, 'tasks' | 'dataset'>;

interface TasksItem extends vscode.QuickPickItem {
  readonly shown: readonly ShownTask[];
}

/**
 * Asks which tasks are to be checked; the only choice is taken without asking.
 * @throws {UserError} where no dataset is open, or all of the tasks are hidden
 */
export async function chooseDriftTasks(
  datasets: OpenDatasets,
  view: TasksView,
): Promise<ChosenTasks | undefined> {
  const selected = targetsOf(undefined, datasets, view.selection).tasks;
  const items: TasksItem[] = [
    ...datasets.all.map((dataset) => ({
      label: dataset.dataset.label,
      shown: dataset.dataset.tasks.map((entry) => ({ dataset, entry })),
    })),
    ...(view.shownTasks.length < datasets.taskCount
      ? [{ label: 'Shown Tasks', shown: view.shownTasks }]
      : []),
    ...(selected.length > 0 ? [{ label: 'Selected Tasks', shown: selected }] : []),
  ].filter(({ shown }) => shown.length > 0);
  if (items.length === 0) throw new UserError('No task is open: see “Open Dataset…”.');
  const [only] = items;
  const picked =
    items.length === 1
      ? only
      : await vscode.window.showQuickPick(
          items.map((item) => ({
            ...item,
            description: formatQuantity(item.shown.length, 'task'),
          })),
          { title: 'Compare Environments', placeHolder: 'The tasks to check in each' },
        );
  if (!picked) return undefined;
  const tasks = withoutHidden(picked.shown).map(({ entry }) => entry.task);
  return { tasks, dataset: labelOf(picked) };
}

/** The datasets that tasks are from. */
function labelOf({ shown }: TasksItem): string {
  return [...new Set(shown.map(({ dataset }) => dataset.dataset.label))].join(', ');
}
