/** The composition root: builds the parts of the extension and registers them. */
import * as vscode from 'vscode';
import { environmentOfEngine } from './core/environments/pythonEnvironment.js';
import type { StudioParts } from './host/api.js';
import { forgetResults } from './host/baseline/forgetResults.js';
import { ATTEMPT_DOCUMENTS, AttemptLenses } from './host/baseline/attemptLenses.js';
import { Attempts } from './host/baseline/attempts.js';
import { showAttemptStatus } from './host/baseline/attemptStatus.js';
import { baselineCommands } from './host/baseline/baselineCommands.js';
import { BaselineView } from './host/baseline/baselineView.js';
import { ExampleMarks } from './host/baseline/exampleMarks.js';
import { HiddenTasks } from './host/baseline/hiddenTasks.js';
import { ReplayPanels } from './host/baseline/replayPanels.js';
import { ResultsPanels } from './host/baseline/resultsPanels.js';
import { InlineCompletion } from './host/baseline/inlineCompletion.js';
import { BaselineStudies } from './host/baseline/studies.js';
import { STUDY_SCHEME, StudyDocuments } from './host/baseline/studyDocuments.js';
import { StudyJudge } from './host/baseline/studyJudge.js';
import { StudyTasks } from './host/baseline/studyTasks.js';
import { importDrafts, newTask } from './host/authoring/newTask.js';
import { PromptPreview, showPreview } from './host/authoring/promptPreview.js';
import { StructureDiagnostics } from './host/authoring/structureDiagnostics.js';
import { registerTaskCompletions } from './host/authoring/taskCompletions.js';
import { registerCommands, reportError } from './host/commands.js';
import { datasetCommands } from './host/datasets/datasetCommands.js';
import { BoardPanels } from './host/curation/boardPanels.js';
import { curationCommands, targetTasks } from './host/curation/curationCommands.js';
import { CurationProjects } from './host/curation/curationProjects.js';
import { CurationView } from './host/curation/curationView.js';
import { GateChecks } from './host/curation/gateChecks.js';
import { trackShownProposal } from './host/curation/proposals/decide.js';
import { ModelKeys } from './host/curation/proposals/modelKeys.js';
import { PROPOSAL_DOCUMENTS, ProposalLenses } from './host/curation/proposals/proposalLenses.js';
import { proposalCommands } from './host/curation/proposals/proposeCommands.js';
import { Proposer } from './host/curation/proposals/proposer.js';
import { PROPOSAL_SCHEME, TaskProposals } from './host/curation/proposals/taskProposals.js';
import { RECORDED_SCHEME, RecordedTexts } from './host/curation/recordedTexts.js';
import { CrossChecks } from './host/curation/reviews/crossCheck.js';
import { reviewCommands } from './host/curation/reviews/reviewCommands.js';
import { ReviewComments } from './host/curation/reviews/reviewComments.js';
import { OpenDatasets } from './host/datasets/openDatasets.js';
import { WorkspaceTasks } from './host/datasets/workspaceTasks.js';
import { TaskDebugger } from './host/debugging/taskDebugger.js';
import { trackActivePart } from './host/documents/activeTask.js';
import { TASK_DOCUMENTS, TaskCodeLenses } from './host/documents/taskCodeLenses.js';
import { TaskFileSystem } from './host/documents/taskFileSystem.js';
import { SCHEME } from './host/documents/taskUri.js';
import { driftCommands } from './host/drift/driftCommands.js';
import { serveDriftDocument } from './host/drift/driftDocument.js';
import { Drifts } from './host/drift/drifts.js';
import { Checkup } from './host/environment/checkup.js';
import { environmentCommands } from './host/environment/environmentCommands.js';
import { EnvironmentView } from './host/environment/environmentView.js';
import { OverviewPanels } from './host/overview/overviewPanels.js';
import { EngineService } from './host/python/engineService.js';
import { showEngineStatus } from './host/python/engineStatus.js';
import { openTerminal } from './host/python/pythonTerminal.js';
import { showInterpreterPick } from './host/python/selectInterpreter.js';
import { Arrangement } from './host/tasks/arrangement.js';
import { taskCommands } from './host/tasks/taskCommands.js';
import { TasksView } from './host/tasks/tasksView.js';
import { TaskVerdicts } from './host/tasks/taskVerdicts.js';
import { ExampleTests } from './host/testing/exampleTests.js';
import { MissedBranches } from './host/testing/missedBranches.js';
import { runCommands, RunProfiles } from './host/testing/runCommands.js';
import { TaskTests } from './host/testing/taskTests.js';
import { ResultCache } from './node/results/resultCache.js';

let verdictsToFlush: TaskVerdicts | undefined;
let attemptToLetGo: Attempts | undefined;

/** Called by VS Code once; returns at once and leaves reading datasets to the background. */
export function activate(context: vscode.ExtensionContext): StudioParts {
  const own = <T extends vscode.Disposable>(part: T): T => {
    context.subscriptions.push(part);
    return part;
  };
  const log = own(vscode.window.createOutputChannel('BigCodeBench', { log: true }));
  const hidden = own(new HiddenTasks(context.globalState));
  const datasets = own(new OpenDatasets(context, hidden, log));
  const storage = context.storageUri ?? context.globalStorageUri;
  const verdicts = own(new TaskVerdicts(vscode.Uri.joinPath(storage, 'verdicts.json').fsPath, log));
  verdictsToFlush = verdicts;

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
  own(trackActivePart(datasets));
  own(vscode.languages.registerCodeLensProvider(TASK_DOCUMENTS, new TaskCodeLenses(datasets)));

  const arrangement = own(new Arrangement(context.workspaceState));
  const view = own(new TasksView(datasets, arrangement, verdicts));
  const harnessDir = vscode.Uri.joinPath(context.extensionUri, 'python').fsPath;
  const engines = own(new EngineService(harnessDir, datasets, log));
  own(showEngineStatus(engines));
  own(
    engines.onDidChangeState((state) => {
      if (state.kind === 'ready') verdicts.setEnvironment(environmentOfEngine(state.engine));
    }),
  );
  const keptLibraries = vscode.Uri.joinPath(context.globalStorageUri, 'libraries.json').fsPath;
  const checkup = own(new Checkup(harnessDir, keptLibraries, datasets, engines, log));
  const createdDir = vscode.Uri.joinPath(context.globalStorageUri, 'environments').fsPath;
  const tests = own(new TaskTests(datasets));
  const examples = own(new ExampleTests(tests.controller, datasets));
  const missedBranches = own(new MissedBranches());
  const resultsDir = vscode.Uri.joinPath(context.globalStorageUri, 'results').fsPath;
  const cache = new ResultCache(resultsDir, (message) => {
    log.warn(message);
  });
  const driftDir = vscode.Uri.joinPath(storage, 'drift').fsPath;
  const drifts = own(new Drifts(driftDir, hidden, engines, cache, log));
  own(serveDriftDocument(drifts));
  const environment = own(new EnvironmentView(checkup, drifts, datasets, log));
  const taskDebugger = own(new TaskDebugger(harnessDir, context.globalStorageUri));
  const profiles = own(
    new RunProfiles({
      tests,
      examples,
      engines,
      verdicts,
      missedBranches,
      cache,
      taskDebugger,
      log,
    }),
  );
  const overviews = own(new OverviewPanels(context.extensionUri, datasets, verdicts, log));

  const projects = own(
    new CurationProjects((error) => {
      reportError(error, log);
    }),
  );
  const isInProject = (path: string): boolean => projects.find(path) !== undefined;
  own(new StructureDiagnostics(isInProject));
  own(registerTaskCompletions(isInProject));
  own(new PromptPreview());
  const proposals = own(
    new TaskProposals(projects, (error) => {
      reportError(error, log);
    }),
  );
  own(vscode.workspace.registerTextDocumentContentProvider(PROPOSAL_SCHEME, proposals));
  own(
    vscode.languages.registerCodeLensProvider(
      PROPOSAL_DOCUMENTS,
      new ProposalLenses(projects, proposals),
    ),
  );
  own(trackShownProposal());
  const modelKeys = new ModelKeys(context.secrets);
  const promptsDir = vscode.Uri.joinPath(context.extensionUri, 'prompts').fsPath;
  const proposer = new Proposer(projects, engines, promptsDir, log);
  const curation = own(new CurationView(projects, proposals));
  const gateChecks = own(new GateChecks(projects, datasets, engines));
  const boards = own(new BoardPanels(context.extensionUri, projects, log));
  const comments = own(new ReviewComments(projects));
  const crossCheckDir = vscode.Uri.joinPath(storage, 'cross-checks').fsPath;
  const crossChecks = new CrossChecks(crossCheckDir, projects, engines);
  own(
    vscode.workspace.registerTextDocumentContentProvider(
      RECORDED_SCHEME,
      new RecordedTexts(projects),
    ),
  );
  own(
    hidden.onDidHide(() => {
      missedBranches.clear();
      checkup.forget();
      drifts.close();
      forgetResults().then(undefined, (error: unknown) => {
        reportError(error, log);
      });
    }),
  );
  const solverDir = vscode.Uri.joinPath(context.globalStorageUri, 'baseline');
  const studies = own(
    new BaselineStudies(vscode.Uri.joinPath(solverDir, 'memberships.json'), hidden),
  );
  const studyTasks = new StudyTasks({
    samplesDir: vscode.Uri.joinPath(context.extensionUri, 'samples').fsPath,
    cacheDir: vscode.Uri.joinPath(context.globalStorageUri, 'datasets').fsPath,
  });
  const judge = new StudyJudge(engines);
  const attempts = own(
    new Attempts({
      ...{ datasets, hidden, studies, tasks: studyTasks, judge, log },
      storage: solverDir.fsPath,
      inlineCompletion: new InlineCompletion(context.workspaceState),
    }),
  );
  attemptToLetGo = attempts;
  const baseline = own(new BaselineView(studies));
  own(showAttemptStatus(attempts));
  own(
    vscode.languages.registerCodeLensProvider(ATTEMPT_DOCUMENTS, own(new AttemptLenses(attempts))),
  );
  own(
    vscode.workspace.registerTextDocumentContentProvider(
      STUDY_SCHEME,
      new StudyDocuments(studies, studyTasks),
    ),
  );
  const results = own(
    new ResultsPanels(context.extensionUri, {
      ...{ studies, tasks: studyTasks, hidden, datasets, log },
      memento: context.workspaceState,
    }),
  );
  const replays = own(
    new ReplayPanels(context.extensionUri, { studies, tasks: studyTasks, hidden, log }),
  );
  const interpreters = { datasets, engines, log, createdDir };
  const pickInterpreter = () => showInterpreterPick(interpreters);
  const creation = {
    ...interpreters,
    samplesDir: vscode.Uri.joinPath(context.extensionUri, 'samples').fsPath,
    toolsDir: vscode.Uri.joinPath(context.globalStorageUri, 'tools').fsPath,
  };

  own(
    registerCommands(
      {
        ...datasetCommands(datasets),
        ...taskCommands(datasets, view, arrangement),
        ...runCommands(profiles, datasets, view),
        ...curationCommands(projects, curation, gateChecks, boards),
        ...reviewCommands({
          ...{ projects, engines, comments, crossChecks, keys: modelKeys, promptsDir },
          taskOf: (target) => (targetTasks(target, projects) ?? curation.selection)[0],
        }),
        ...proposalCommands({
          ...{ proposals, proposer, keys: modelKeys },
          tasksOf: (target) => curation.chosen(target) ?? targetTasks(target, projects) ?? [],
        }),
        ...baselineCommands(
          {
            ...{ datasets, hidden, studies, attempts, tasks: studyTasks, judge, projects, log },
            marks: own(new ExampleMarks()),
          },
          { datasets, studies, tasks: studyTasks, judge },
          baseline,
        ),
        showBaselineResults: (target) => results.show(target),
        replayAttempt: (target) => replays.show(target),
        newTask: () => newTask(projects, datasets),
        importDrafts: () => importDrafts(projects),
        previewInstruct: () => showPreview('instruct'),
        previewComplete: () => showPreview('complete'),
        previewRow: () => showPreview('row'),
        showOverview: (target) => overviews.show(target),
        clearMissedBranches: () => {
          missedBranches.clear();
        },
        clearResultCache: async () => {
          await cache.clear();
          void vscode.window.showInformationMessage(
            'Every task will run again: no result is cached.',
          );
        },
        ...environmentCommands(checkup),
        ...driftCommands({
          ...{ ...interpreters, drifts, view },
          reveal: () => environment.revealDrift(),
        }),
        selectInterpreter: () => {
          pickInterpreter();
        },
        createEnvironment: async () => {
          const { createEnvironment } = await import('./host/environment/createEnvironment.js');
          await createEnvironment(creation);
        },
        openTerminal,
        showLog: () => {
          log.show();
        },
      },
      log,
    ),
  );

  const workspaceTasks = own(new WorkspaceTasks(datasets, log));
  const workspaceDir = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath;
  const reported = (work: Promise<void>): void => {
    work.catch((error: unknown) => {
      reportError(error, log);
    });
  };
  own(
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration('bigcodebench.datasets')) {
        reported(datasets.openConfigured(workspaceDir));
      }
    }),
  );
  const restore = async (): Promise<void> => {
    await verdicts.restore();
    await workspaceTasks.open();
    await datasets.restore(workspaceDir);
  };
  reported(restore());
  reported(projects.reload());
  reported(studies.reload());
  if (vscode.workspace.isTrusted) reported(attempts.restore());
  return {
    datasets,
    hidden,
    verdicts,
    arrangement,
    view,
    engines,
    tests,
    examples,
    projects,
    proposals,
    proposer,
    modelKeys,
    studies,
    attempts,
    baseline,
    checkup,
    environment,
    drifts,
    pickInterpreter,
  };
}

/** Called by VS Code when the window closes. */
export async function deactivate(): Promise<void> {
  await Promise.all([verdictsToFlush?.flush(), attemptToLetGo?.letGo()]);
}
