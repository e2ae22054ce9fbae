import type { Attempts } from './baseline/attempts.js';
import type { BaselineView } from './baseline/baselineView.js';
import type { BaselineStudies } from './baseline/studies.js';
import type { HiddenTasks } from './baseline/hiddenTasks.js';
import type { CurationProjects } from './curation/curationProjects.js';
import type { CurationView } from './curation/curationView.js';
import type { ModelKeys } from './curation/proposals/modelKeys.js';
import type { Proposer } from './curation/proposals/proposer.js';
import type { TaskProposals } from './curation/proposals/taskProposals.js';
import type { ReviewComments } from './curation/reviews/reviewComments.js';
import type { OpenDatasets } from './datasets/openDatasets.js';
import type { Drifts } from './drift/drifts.js';
import type { Checkup } from './environment/checkup.js';
import type { EnvironmentView } from './environment/environmentView.js';
import type { EngineService } from './python/engineService.js';
import type { InterpreterPick } from './python/selectInterpreter.js';
import type { Arrangement } from './tasks/arrangement.js';
import type { TasksView } from './tasks/tasksView.js';
import type { TaskVerdicts } from './tasks/taskVerdicts.js';
import type { ExampleTests } from './testing/exampleTests.js';
import type { TaskTests } from './testing/taskTests.js';

/** What `activate` returns, for the integration tests. */
export interface StudioParts {
  readonly datasets: OpenDatasets;
  readonly hidden: HiddenTasks;
  readonly verdicts: TaskVerdicts;
  readonly arrangement: Arrangement;
  readonly view: TasksView;
  readonly engines: EngineService;
  readonly tests: TaskTests;
  readonly examples: ExampleTests;
  readonly projects: CurationProjects;
  readonly curation: CurationView;
  readonly comments: ReviewComments;
  readonly proposals: TaskProposals;
  readonly proposer: Proposer;
  readonly modelKeys: ModelKeys;
  readonly studies: BaselineStudies;
  readonly attempts: Attempts;
  readonly baseline: BaselineView;
  readonly checkup: Checkup;
  readonly environment: EnvironmentView;
  readonly drifts: Drifts;
  /** Opens the quick pick of interpreters. */
  readonly pickInterpreter: () => InterpreterPick;
}
