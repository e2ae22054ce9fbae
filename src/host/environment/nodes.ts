import { itemsOf, KINDS, type Kind, type Report, type ReportItem } from '../../core/doctor/item.js';
import type { DriftNode } from '../drift/nodes.js';
import type { OpenDatasets, ShownTask } from '../datasets/openDatasets.js';

/** What the Environment view shows: drift, problems, then everything by kind; below them, tasks. */
export type EnvironmentNode = GroupNode | ItemNode | NeedingTaskNode | DriftNode;

export class GroupNode {
  readonly children: readonly ItemNode[];
  constructor(
    readonly kind: Kind | 'problems',
    readonly items: readonly ReportItem[],
    readonly report: Report,
  ) {
    this.children = items.map((item) => new ItemNode(item, this));
  }

  get id(): string {
    return this.kind;
  }
}

export class ItemNode {
  readonly id: string;
  constructor(
    readonly item: ReportItem,
    readonly group: GroupNode,
  ) {
    // A problem stands among the problems and in its group.
    this.id = `${group.id}/${item.kind}/${item.name}`;
  }
}

/** A task that needs the thing it stands below. */
export class NeedingTaskNode {
  readonly id: string;
  constructor(
    readonly shown: ShownTask,
    readonly parent: ItemNode,
  ) {
    this.id = `${parent.id}/${shown.dataset.id}/${shown.entry.task.taskId}`;
  }
}

/** The tree's first level. */
export function groupsOf(report: Report): GroupNode[] {
  const problems = itemsOf(report, 'problem');
  return [
    ...(problems.length > 0 ? [new GroupNode('problems', problems, report)] : []),
    ...KINDS.map((kind) => {
      const items = report.items.filter((item) => item.kind === kind);
      return new GroupNode(kind, items, report);
    }).filter(({ items }) => items.length > 0),
  ];
}

/** The tasks below an item. Of a library there are none: a click shows them in the Tasks view. */
export function tasksBelow(node: ItemNode, datasets: OpenDatasets): NeedingTaskNode[] {
  if (node.item.kind === 'library') return [];
  return node.item.tasks.flatMap((taskId) =>
    datasets.all.flatMap((dataset) => {
      const entry = dataset.tasks.get(taskId);
      return entry ? [new NeedingTaskNode({ dataset, entry }, node)] : [];
    }),
  );
}
