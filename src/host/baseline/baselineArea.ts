import * as vscode from 'vscode';
import type { Basis } from '../basis.js';
import type { CurationParts } from '../curation/curationArea.js';
import type { EnvironmentParts } from '../environment/environmentArea.js';
import type { TasksParts } from '../tasks/tasksArea.js';
import type { TestingParts } from '../testing/testingArea.js';
import { ATTEMPT_DOCUMENTS, AttemptLenses } from './attemptLenses.js';
import { Attempts } from './attempts.js';
import { showAttemptStatus } from './attemptStatus.js';
import { baselineCommands } from './baselineCommands.js';
import { BaselineView } from './baselineView.js';
import { ExampleMarks } from './exampleMarks.js';
import { forgetResults } from './forgetResults.js';
import { InlineCompletion } from './inlineCompletion.js';
import { ReplayPanels } from './replayPanels.js';
import { ResultsPanels } from './resultsPanels.js';
import { BaselineStudies } from './studies.js';
import { STUDY_SCHEME, StudyDocuments } from './studyDocuments.js';
import { StudyJudge } from './studyJudge.js';
import { StudyTasks } from './studyTasks.js';

/** Studies: people solve tasks against the clock, and what comes of it. */
export function baselineArea(
  { context, log, own, inBackground, shipped, shared }: Basis,
  { datasets, hidden }: TasksParts,
  { engines, missedBranches }: TestingParts,
  { checkup, drifts }: EnvironmentParts,
  { projects }: CurationParts,
) {
  own(
    hidden.onDidHide(() => {
      missedBranches.clear();
      checkup.forget();
      drifts.close();
      inBackground(forgetResults());
    }),
  );
  const { extensionUri, workspaceState } = context;
  const memberships = vscode.Uri.file(shared('baseline', 'memberships.json'));
  const studies = own(new BaselineStudies(memberships, hidden));
  const tasks = new StudyTasks({ samplesDir: shipped('samples'), cacheDir: shared('datasets') });
  const judge = new StudyJudge(engines);
  const solving = { datasets, hidden, studies, tasks, judge, log };
  const inlineCompletion = new InlineCompletion(workspaceState);
  const attempts = own(new Attempts({ ...solving, storage: shared('baseline'), inlineCompletion }));
  own(showAttemptStatus(attempts));
  const lenses = own(new AttemptLenses(attempts));
  own(vscode.languages.registerCodeLensProvider(ATTEMPT_DOCUMENTS, lenses));
  const documents = own(new StudyDocuments(studies, attempts, tasks));
  own(vscode.workspace.registerTextDocumentContentProvider(STUDY_SCHEME, documents));
  const view = own(new BaselineView(studies));
  const shown = { studies, tasks, hidden, datasets, log };
  const results = own(new ResultsPanels(extensionUri, { ...shown, memento: workspaceState }));
  const replays = own(new ReplayPanels(extensionUri, shown));
  const marks = own(new ExampleMarks());
  return {
    parts: { studies, attempts, baseline: view },
    commands: {
      ...baselineCommands({ ...solving, attempts, projects, marks }, solving, view),
      showBaselineResults: (target: unknown) => results.show(target),
      replayAttempt: (target: unknown) => replays.show(target),
    },
    /** Reads the studies of the workspace and goes on with an attempt that was interrupted. */
    restore: async (): Promise<void> => {
      await studies.reload();
      if (vscode.workspace.isTrusted) {
        await attempts.restore();
        return;
      }
      const goOn = (): void => {
        inBackground(attempts.restore());
      };
      own(vscode.workspace.onDidGrantWorkspaceTrust(goOn));
    },
  };
}
