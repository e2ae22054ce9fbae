import * as vscode from 'vscode';
import { gatesText, sidesText } from '../../../core/curation/checkText.js';
import { CancelledError, UserError } from '../../../core/errors.js';
import {
  INSTRUCTIONS,
  type Instruction,
  type InstructionId,
} from '../../../core/models/instructions.js';
import { formatQuantity } from '../../../shared/numbers.js';
import type { CommandHandler } from '../../commands.js';
import { working } from '../../working.js';
import type { ChosenTasks } from '../chosenTasks.js';
import type { CuratedTask } from '../curationProjects.js';
import { chooseModel, requireModel } from './chooseModel.js';
import { decideHunk, goToNextHunk, shownProposal } from './decide.js';
import { draftTasks } from './draftTasks.js';
import { removeModelKey, setModelKey, type ModelKeys } from './modelKeys.js';
import type { Proposer, Wish } from './proposer.js';
import type { TaskProposals } from './taskProposals.js';

type ProposalCommand =
  | 'proposeRevision'
  | 'draftInBackground'
  | 'pasteProposal'
  | 'showProposal'
  | 'acceptHunk'
  | 'rejectHunk'
  | 'nextHunk'
  | 'acceptAllHunks'
  | 'rejectAllHunks'
  | 'setModelKey'
  | 'removeModelKey';

export interface ProposalServices {
  readonly proposals: TaskProposals;
  readonly proposer: Proposer;
  readonly keys: ModelKeys;
  readonly chosen: ChosenTasks;
}

/** What asks models for revisions of tasks and decides on what comes back. */
export function proposalCommands(
  services: ProposalServices,
): Record<ProposalCommand, CommandHandler> {
  const { proposals, keys, chosen } = services;
  return {
    proposeRevision: (target) => proposeRevision(chosen.one(target), services),
    draftInBackground: (target) => draftInBackground(chosen.all(target), services),
    pasteProposal: (target) => pasteProposal(chosen.one(target), services),
    showProposal: async (target) => {
      const task = chosen.one(target);
      const open = proposals.of(task.path).at(-1);
      if (!open) throw new UserError(`${task.taskId} has no open proposal.`);
      await proposals.show(open.event.id);
    },
    acceptHunk: (target) => decideHunk(target, proposals, 'accept'),
    rejectHunk: (target) => decideHunk(target, proposals, 'reject'),
    nextHunk: () => {
      goToNextHunk(proposals);
    },
    acceptAllHunks: (target) => proposals.accept(shownProposal(target, proposals).event.id),
    rejectAllHunks: (target) => proposals.reject(shownProposal(target, proposals).event.id),
    setModelKey: () => setModelKey(keys),
    removeModelKey: () => removeModelKey(keys),
  };
}

async function proposeRevision(task: CuratedTask, services: ProposalServices): Promise<void> {
  const { proposer, keys } = services;
  await requireModel(keys);
  const examined = await working(`Running the tests of ${task.taskId}`, (_, signal) =>
    proposer.examine(task, signal),
  );
  const { fittingInstructions } = await import('../../../core/models/taskFacts.js');
  const wish = await askWish(task.taskId, fittingInstructions(examined.facts, examined.lacks));
  const model = await chooseModel(keys);
  const id = await working(`${model.name} revises ${task.taskId}`, (tell, signal) =>
    proposer.propose(examined, wish, model, tell, signal),
  );
  await present(id, task, services);
}

async function pasteProposal(task: CuratedTask, services: ProposalServices): Promise<void> {
  const { proposer } = services;
  const pasted = await askPasted();
  const id = await working(`Checking the proposal for ${task.taskId}`, async (tell, signal) =>
    proposer.paste(await proposer.examine(task, signal), pasted, tell, signal),
  );
  await present(id, task, services);
}

/** Asks the same of several tasks; each answer becomes an open proposal, and nothing is shown. */
async function draftInBackground(
  tasks: readonly CuratedTask[],
  { proposer, keys }: ProposalServices,
): Promise<void> {
  await requireModel(keys);
  const wish = await askWish(
    formatQuantity(tasks.length, 'task'),
    INSTRUCTIONS.map((instruction) => ({ instruction, fits: false })),
  );
  const model = await chooseModel(keys);
  const without = await working(
    `Drafting ${formatQuantity(tasks.length, 'proposal')}`,
    (tell, signal) => draftTasks(tasks, wish, model, proposer, tell, signal),
  );
  if (without.length > 0) {
    const count = `${without.length} of ${formatQuantity(tasks.length, 'task')}`;
    void vscode.window.showWarningMessage(`${count} without a proposal. ${without.join(' ')}`);
  } else {
    void vscode.window.showInformationMessage(
      'The tasks with a proposal to decide on are marked in the Curation view.',
    );
  }
}

/** Shows a new proposal, and says what the checks of both sides have given. */
async function present(
  id: string,
  { taskId }: CuratedTask,
  { proposals }: ProposalServices,
): Promise<void> {
  await proposals.refresh();
  const proposal = proposals.all.find(({ event }) => event.id === id);
  if (!proposal) {
    void vscode.window.showInformationMessage(`The proposal changes nothing in ${taskId}.`);
    return;
  }
  await proposals.show(id);
  const { before, after, gatesBefore, gatesAfter } = proposal.event;
  const gates = gatesBefore && gatesAfter ? ` · ${gatesText(gatesBefore, gatesAfter)}` : '';
  void vscode.window.showInformationMessage(`${taskId}: ${sidesText(before, after)}${gates}`);
}

async function askWish(
  what: string,
  fitting: readonly {
    readonly instruction: Instruction & { readonly id: InstructionId };
    readonly fits: boolean;
  }[],
): Promise<Wish> {
  const picked = await vscode.window.showQuickPick(
    fitting.map(({ instruction: { id, title, description }, fits }) => ({
      ...{ label: title, detail: description, id },
      ...(fits && { description: 'fits what the checks found' }),
    })),
    { title: `Propose Revision of ${what}`, placeHolder: 'What to ask for' },
  );
  if (!picked) throw new CancelledError();
  if (picked.id !== 'translate') return { instruction: picked.id };
  const language = await vscode.window.showInputBox({
    title: 'Language of the Docstring',
    placeHolder: 'French',
    validateInput: (text) => (text.trim() === '' ? 'Which language?' : undefined),
  });
  if (language === undefined) throw new CancelledError();
  return { instruction: picked.id, language: language.trim() };
}

/** A model's answer, or a whole task file, from the clipboard or an unsaved editor. */
async function askPasted(): Promise<string> {
  const clipboard = await vscode.env.clipboard.readText();
  const unsaved = vscode.workspace.textDocuments.filter(({ isUntitled }) => isUntitled);
  const sources = [
    ...(clipboard.trim() === ''
      ? []
      : [{ label: '$(clippy) Clipboard', description: opening(clipboard), text: clipboard }]),
    ...unsaved.map((document) => ({
      label: `$(file) ${document.fileName}`,
      description: opening(document.getText()),
      text: document.getText(),
    })),
  ];
  const [only, ...others] = sources;
  if (!only) {
    throw new UserError(
      'There is nothing to paste. Copy a model’s answer, or the whole revised task file, and try again.',
    );
  }
  if (others.length === 0) return only.text;
  const picked = await vscode.window.showQuickPick(sources, { title: 'Text of the Proposal' });
  if (!picked) throw new CancelledError();
  return picked.text;
}

function opening(text: string): string {
  return text.trim().split('\n', 1)[0]?.slice(0, 80) ?? '';
}
