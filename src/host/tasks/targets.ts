import * as v from 'valibot';
import * as vscode from 'vscode';
import { UserError } from '../../core/errors.js';
import { taskKey, type OpenDatasets, type ShownTask } from '../datasets/openDatasets.js';
import { taskOfDocument } from '../documents/activeTask.js';
import { DatasetNode, GroupNode, TaskNode, type Node } from './nodes.js';

/** @throws {UserError} where a command finds no task to work on */
export function noTaskChosen(): never {
  throw new UserError('No task is chosen: click one in the Tasks view, or use “Open Task…”.');
}

/** @throws {UserError} for a task that is to be solved */
export function refuseHidden({ entry: { task, hiddenBy } }: ShownTask): void {
  if (!hiddenBy) return;
  throw new UserError(
    `${task.taskId} is hidden while you take part in the study “${hiddenBy.name}”. “Start Attempt” shows its prompt; it can be seen and run here once you have solved it or given up.`,
  );
}

/**
 * Those tasks that may be seen; says how many are left out.
 * @throws {UserError} where none is left
 */
export function withoutHidden(tasks: readonly ShownTask[]): readonly ShownTask[] {
  const open = tasks.filter(({ entry }) => !entry.hiddenBy);
  const hidden = tasks.length - open.length;
  if (hidden === 0) return tasks;
  if (open.length === 0) tasks.forEach(refuseHidden);
  const what = hidden === 1 ? '1 hidden task is' : `${String(hidden)} hidden tasks are`;
  vscode.window.setStatusBarMessage(`$(lock) ${what} left out`, STATUS_MS);
  return open;
}

const STATUS_MS = 10_000;

/** Names a task, or one of its test methods, in a command's arguments. */
const TaskTargetSchema = v.object({
  datasetId: v.string(),
  taskId: v.string(),
  method: v.optional(v.string()),
});

/** Tasks that a command is to work on. */
export interface Targets {
  readonly tasks: readonly ShownTask[];
  /** A test method, where the command was given at one. */
  readonly method?: string | undefined;
}

/**
 * What a command's argument means: a tree node (a dataset or a group means its tasks), a `TaskTarget`,
 * a document's URI, or, without an argument, the active editor's task, else the tree's selection.
 */
export function targetsOf(
  target: unknown,
  datasets: OpenDatasets,
  selection: readonly Node[],
): Targets {
  const tasksOf = (node: Node): ShownTask[] => tasksNow(node, datasets);
  if (isNode(target)) {
    const nodes = selection.includes(target) ? selection : [target];
    return { tasks: unique(nodes.flatMap(tasksOf)) };
  }
  const parsed = v.safeParse(TaskTargetSchema, target);
  if (parsed.success) {
    const shown = datasets.getTask(parsed.output);
    return { tasks: shown ? [shown] : [], method: parsed.output.method };
  }
  const uri = target instanceof vscode.Uri ? target : vscode.window.activeTextEditor?.document.uri;
  const active = uri && taskOfDocument(uri, datasets);
  return { tasks: active ? [active.shown] : unique(selection.flatMap(tasksOf)) };
}

function isNode(target: unknown): target is Node {
  return target instanceof DatasetNode || target instanceof GroupNode || target instanceof TaskNode;
}

/** A node's tasks as they are now: it may be older than an edit, or than the study that hides them. */
function tasksNow(node: Node, datasets: OpenDatasets): ShownTask[] {
  const entries = node instanceof TaskNode ? [node.entry] : node.tasks;
  return entries.flatMap(
    ({ task }) => datasets.getTask({ datasetId: node.dataset.id, taskId: task.taskId }) ?? [],
  );
}

function unique(tasks: readonly ShownTask[]): ShownTask[] {
  return [...new Map(tasks.map((shown) => [taskKey(shown), shown])).values()];
}
