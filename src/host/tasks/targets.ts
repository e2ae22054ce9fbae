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
  if (isNode(target)) {
    const nodes = selection.includes(target) ? selection : [target];
    return { tasks: unique(nodes.flatMap(tasksOfNode)) };
  }
  const parsed = v.safeParse(TaskTargetSchema, target);
  if (parsed.success) {
    const shown = datasets.getTask(parsed.output);
    return { tasks: shown ? [shown] : [], method: parsed.output.method };
  }
  const uri = target instanceof vscode.Uri ? target : vscode.window.activeTextEditor?.document.uri;
  const active = uri && taskOfDocument(uri, datasets);
  return { tasks: active ? [active.shown] : unique(selection.flatMap(tasksOfNode)) };
}

function isNode(target: unknown): target is Node {
  return target instanceof DatasetNode || target instanceof GroupNode || target instanceof TaskNode;
}

function tasksOfNode(node: Node): ShownTask[] {
  if (node instanceof TaskNode) return [{ dataset: node.dataset, entry: node.entry }];
  return node.tasks.map((entry) => ({ dataset: node.dataset, entry }));
}

function unique(tasks: readonly ShownTask[]): ShownTask[] {
  return [...new Map(tasks.map((shown) => [taskKey(shown), shown])).values()];
}
