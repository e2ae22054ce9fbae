import type { Stage } from '../../core/curation/stages.js';
import type { ProjectFolder } from '../../node/curation/projectFolder.js';
import type { CuratedTask } from './curationProjects.js';

/** What the Curation view shows: projects, their stages, the tasks in these. */
export type CurationNode = ProjectNode | StageNode | CuratedTaskNode;

export class ProjectNode {
  constructor(
    readonly project: ProjectFolder,
    readonly tasks: readonly CuratedTask[],
  ) {}
}

export class StageNode {
  constructor(
    readonly parent: ProjectNode,
    readonly stage: Stage,
    readonly tasks: readonly CuratedTask[],
  ) {}
}

export class CuratedTaskNode {
  constructor(
    readonly parent: StageNode,
    readonly task: CuratedTask,
  ) {}
}
