import * as vscode from 'vscode';
import { importDrafts, newTask } from '../authoring/newTask.js';
import { PromptPreview, showPreview } from '../authoring/promptPreview.js';
import { StructureDiagnostics } from '../authoring/structureDiagnostics.js';
import { registerTaskCompletions } from '../authoring/taskCompletions.js';
import type { Basis } from '../basis.js';
import type { TasksParts } from '../tasks/tasksArea.js';
import type { TestingParts } from '../testing/testingArea.js';
import { BoardPanels } from './boardPanels.js';
import { ChosenTasks } from './chosenTasks.js';
import { curationCommands } from './curationCommands.js';
import { CurationProjects } from './curationProjects.js';
import { CurationView } from './curationView.js';
import { GateChecks } from './gateChecks.js';
import { HubToken } from './hubToken.js';
import { trackShownProposal } from './proposals/decide.js';
import { ModelKeys } from './proposals/modelKeys.js';
import { PROPOSAL_DOCUMENTS, ProposalLenses } from './proposals/proposalLenses.js';
import { proposalCommands } from './proposals/proposeCommands.js';
import { Proposer } from './proposals/proposer.js';
import { PROPOSAL_SCHEME, TaskProposals } from './proposals/taskProposals.js';
import { RECORDED_SCHEME, RecordedTexts } from './recordedTexts.js';
import { RefusedFiles } from './refusedFiles.js';
import { CrossChecks } from './reviews/crossCheck.js';
import { reviewCommands } from './reviews/reviewCommands.js';
import { ReviewComments } from './reviews/reviewComments.js';
import { showHistory } from './showHistory.js';

/** Curation projects: writing tasks, alone or with a model, reviewing and releasing them. */
export function curationArea(
  { context, log, own, report, shipped, ofWorkspace }: Basis,
  { datasets }: TasksParts,
  { engines, cache }: TestingParts,
) {
  const { registerTextDocumentContentProvider } = vscode.workspace;
  const projects = own(new CurationProjects(report));
  const isInProject = (path: string): boolean => projects.find(path) !== undefined;
  own(new StructureDiagnostics(isInProject));
  own(registerTaskCompletions(isInProject));
  own(new PromptPreview());
  own(new RefusedFiles(projects));

  const proposals = own(new TaskProposals(projects, report));
  own(registerTextDocumentContentProvider(PROPOSAL_SCHEME, proposals));
  const lenses = new ProposalLenses(projects, proposals);
  own(vscode.languages.registerCodeLensProvider(PROPOSAL_DOCUMENTS, lenses));
  own(trackShownProposal());
  const modelKeys = new ModelKeys(context.secrets);
  const promptsDir = shipped('prompts');
  const proposer = new Proposer(projects, engines, promptsDir, log);

  const hubToken = new HubToken(context.secrets);
  const curation = own(new CurationView(projects, proposals));
  const chosen = new ChosenTasks(projects, curation);
  const gateChecks = own(new GateChecks(projects, datasets, engines, cache));
  const boards = own(new BoardPanels(context.extensionUri, projects, log));
  const comments = own(new ReviewComments(projects));
  const crossChecks = new CrossChecks(ofWorkspace('cross-checks'), projects, engines);
  own(registerTextDocumentContentProvider(RECORDED_SCHEME, new RecordedTexts(projects)));
  return {
    parts: { projects, curation, comments, proposals, proposer, modelKeys },
    commands: {
      ...curationCommands(projects, chosen, gateChecks, boards),
      ...reviewCommands({
        ...{ chosen, projects, engines, comments, crossChecks, keys: modelKeys, promptsDir },
      }),
      showHistory: (target: unknown) => showHistory(chosen.one(target), { comments, proposals }),
      ...proposalCommands({
        ...{ chosen, proposals, proposer, keys: modelKeys },
      }),
      uploadRelease: async (target: unknown) => {
        const { chooseUpload } = await import('./uploadRelease.js');
        await chooseUpload(target, { projects, token: hubToken, memory: context.workspaceState });
      },
      setHubToken: async () => {
        await hubToken.ask();
      },
      removeHubToken: () => hubToken.remove(),
      newTask: () => newTask(projects, datasets),
      importDrafts: () => importDrafts(projects),
      previewInstruct: () => showPreview('instruct'),
      previewComplete: () => showPreview('complete'),
      previewRow: () => showPreview('row'),
    },
  };
}

export type CurationParts = ReturnType<typeof curationArea>['parts'];
