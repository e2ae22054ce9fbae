import * as vscode from 'vscode';
import { HiddenTasks } from '../baseline/hiddenTasks.js';
import type { Basis } from '../basis.js';
import { datasetCommands } from '../datasets/datasetCommands.js';
import { OpenDatasets } from '../datasets/openDatasets.js';
import { serveRefused } from '../datasets/refusedDocument.js';
import { WorkspaceTasks } from '../datasets/workspaceTasks.js';
import { trackActivePart } from '../documents/activeTask.js';
import { TASK_DOCUMENTS, TaskCodeLenses } from '../documents/taskCodeLenses.js';
import { TaskFileSystem } from '../documents/taskFileSystem.js';
import { SCHEME } from '../documents/taskUri.js';
import { OverviewPanels } from '../overview/overviewPanels.js';
import { Arrangement } from './arrangement.js';
import { OngoingRuns } from './ongoingRuns.js';
import { taskCommands } from './taskCommands.js';
import { TasksView } from './tasksView.js';
import { TaskVerdicts } from './taskVerdicts.js';

/** Datasets, their tasks as a tree and as documents, and what is known of them. */
export function tasksArea({ context, log, own, inBackground, ofWorkspace }: Basis) {
  const hidden = own(new HiddenTasks(context.globalState));
  const datasets = own(new OpenDatasets(context, hidden, log));
  const verdicts = own(new TaskVerdicts(ofWorkspace('verdicts.json'), log));
  const files = own(new TaskFileSystem(datasets));
  own(
    vscode.workspace.registerFileSystemProvider(SCHEME, files, {
      isCaseSensitive: true,
      isReadonly: true,
    }),
  );
  own(
    datasets.onDidChange(() => {
      files.refresh();
    }),
  );
  own(serveRefused(datasets));
  own(trackActivePart(datasets));
  own(vscode.languages.registerCodeLensProvider(TASK_DOCUMENTS, new TaskCodeLenses(datasets)));
  const runs = own(new OngoingRuns());
  const arrangement = own(new Arrangement(context.workspaceState));
  const view = own(new TasksView(datasets, arrangement, verdicts, runs));
  const overviews = own(new OverviewPanels(context.extensionUri, datasets, verdicts, log));

  const workspaceTasks = own(new WorkspaceTasks(datasets, log));
  const workspaceDir = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath;
  own(
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration('bigcodebench.datasets')) {
        inBackground(datasets.openConfigured(workspaceDir));
      }
    }),
  );
  return {
    parts: { hidden, datasets, verdicts, runs, arrangement, view },
    commands: {
      ...datasetCommands(datasets),
      ...taskCommands(datasets, view, arrangement),
      showOverview: (target: unknown) => overviews.show(target),
    },
    /** Opens what the workspace, the settings and the last session have. */
    restore: async (): Promise<void> => {
      try {
        await verdicts.restore();
        await workspaceTasks.open();
      } finally {
        // Documents and pages of the last session wait for their dataset, whatever else fails.
        await datasets.restore(workspaceDir);
      }
    },
  };
}

export type TasksParts = ReturnType<typeof tasksArea>['parts'];
