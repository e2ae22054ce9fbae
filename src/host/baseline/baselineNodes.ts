import type { BrokenStudy, OpenStudy, StudyTask } from './studies.js';

/** What the Baseline view shows: studies, and the tasks in them. */
export type BaselineNode = StudyNode | StudyTaskNode | BrokenStudyNode;

export class StudyNode {
  constructor(readonly study: OpenStudy) {}
}

export class StudyTaskNode {
  constructor(
    readonly parent: StudyNode,
    readonly task: StudyTask,
  ) {}
}

export class BrokenStudyNode {
  constructor(readonly broken: BrokenStudy) {}
}
