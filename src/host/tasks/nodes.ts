import type { DatasetTask } from '../../core/dataset.js';
import type { OpenDataset } from '../datasets/openDatasets.js';

/** What the tree shows: datasets, groups of their tasks, tasks. */
export type Node = DatasetNode | GroupNode | TaskNode;

export class DatasetNode {
  readonly id: string;
  constructor(
    readonly dataset: OpenDataset,
    /** The tasks that the filter lets through. */
    readonly tasks: readonly DatasetTask[],
    readonly children: readonly (GroupNode | TaskNode)[],
  ) {
    this.id = dataset.id;
  }
}

export class GroupNode {
  readonly id: string;
  readonly children: readonly TaskNode[];
  constructor(
    readonly dataset: OpenDataset,
    readonly label: string,
    readonly tasks: readonly DatasetTask[],
  ) {
    this.id = `${dataset.id}/${label}`;
    this.children = tasks.map((entry) => new TaskNode(dataset, entry, this));
  }
}

export class TaskNode {
  /** A task can stand in several groups: the group is part of the id. */
  readonly id: string;
  constructor(
    readonly dataset: OpenDataset,
    readonly entry: DatasetTask,
    readonly group: GroupNode | undefined,
  ) {
    this.id = `${group?.id ?? dataset.id}//${entry.task.taskId}`;
  }
}
