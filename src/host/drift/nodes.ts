import type { Comparison } from '../../core/drift/comparison.js';
import { findDrift, type Drift } from '../../core/drift/drift.js';
import { environmentNames, groupByBlame, type BlameGroup } from '../../core/drift/report.js';
import type { ShownDrift } from './drifts.js';

/** What the Environment view shows of drift. */
export type DriftContent =
  | { readonly kind: 'drift'; readonly shown: ShownDrift }
  /** One of several comparisons. */
  | { readonly kind: 'comparison'; readonly comparison: Comparison }
  | { readonly kind: 'blame'; readonly group: BlameGroup }
  | { readonly kind: 'task'; readonly drift: Drift; readonly names: readonly string[] };

export class DriftNode {
  readonly children: readonly DriftNode[];
  constructor(
    readonly id: string,
    readonly content: DriftContent,
    readonly parent: DriftNode | undefined,
    childrenOf: (node: DriftNode) => readonly DriftNode[],
  ) {
    this.children = childrenOf(this);
  }
}

/** The tree: drift → libraries to blame → tasks, with a level for the comparisons of several. */
export function driftTree(shown: ShownDrift): DriftNode {
  const { comparisons } = shown;
  const [only] = comparisons;
  return new DriftNode('drift', { kind: 'drift', shown }, undefined, (root) =>
    comparisons.length === 1 && only
      ? blameNodes(only, root)
      : comparisons.map(
          (comparison, index) =>
            new DriftNode(
              `${root.id}/${String(index)}`,
              { kind: 'comparison', comparison },
              root,
              (node) => blameNodes(comparison, node),
            ),
        ),
  );
}

function blameNodes(comparison: Comparison, parent: DriftNode): DriftNode[] {
  const names = environmentNames(comparison.environments);
  return groupByBlame(findDrift(comparison)).map(
    (group) =>
      new DriftNode(`${parent.id}/${group.name}`, { kind: 'blame', group }, parent, (node) =>
        group.drifts.map(
          (drift, index) =>
            // Two datasets can have a task of the same id.
            new DriftNode(
              `${node.id}/${String(index)}/${drift.taskId}`,
              { kind: 'task', drift, names },
              node,
              () => [],
            ),
        ),
      ),
  );
}

/** How many tasks differ in all that is on show. */
export function driftCount({ comparisons }: ShownDrift): number {
  return comparisons.reduce((sum, comparison) => sum + findDrift(comparison).length, 0);
}
