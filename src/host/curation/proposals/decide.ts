import * as v from 'valibot';
import * as vscode from 'vscode';
import type { OpenHunk } from '../../../core/curation/proposals.js';
import { UserError } from '../../../core/errors.js';
import {
  firstLine,
  PROPOSAL_SCHEME,
  proposalIdOf,
  type TaskProposal,
  type TaskProposals,
} from './taskProposals.js';

const HunkTargetSchema = v.object({ proposal: v.string(), hunk: v.optional(v.number()) });

/** Accept Hunk and Reject Hunk: the one of a lens, or the one at the cursor; then on to the next. */
export async function decideHunk(
  target: unknown,
  proposals: TaskProposals,
  verdict: 'accept' | 'reject',
): Promise<void> {
  const proposal = shownProposal(target, proposals);
  const named = v.safeParse(HunkTargetSchema, target);
  const number = (named.success ? named.output.hunk : undefined) ?? hunkAtCursor(proposal).number;
  await proposals[verdict](proposal.event.id, [number]);
  const left = proposals.all.find(({ event }) => event.id === proposal.event.id);
  const next = left?.open.find((hunk) => hunk.number > number) ?? left?.open[0];
  if (left && next) reveal(left, next);
}

/** Next Hunk: moves the cursor to it, from the last to the first. */
export function goToNextHunk(proposals: TaskProposals): void {
  const proposal = shownProposal(undefined, proposals);
  const line = editorOf(proposal)?.selection.active.line ?? -1;
  const next = proposal.open.find((hunk) => firstLine(hunk) > line) ?? proposal.open[0];
  if (next) reveal(proposal, next);
}

/** The proposal of a lens, of a document or of the active tab. @throws {UserError} without any */
export function shownProposal(target: unknown, proposals: TaskProposals): TaskProposal {
  const named = v.safeParse(HunkTargetSchema, target);
  if (named.success) return proposals.get(named.output.proposal);
  if (target instanceof vscode.Uri && target.scheme === PROPOSAL_SCHEME) {
    return proposals.get(target.query);
  }
  const id = proposalIdOf(vscode.window.tabGroups.activeTabGroup.activeTab);
  if (id !== undefined) return proposals.get(id);
  throw new UserError('The active editor shows no proposal. Choose “Show Open Proposal” first.');
}

/** Keeps a context key true while the active editor is a proposal's diff: its keys work on both sides. */
export function trackShownProposal(): vscode.Disposable {
  const track = (): void => {
    const id = proposalIdOf(vscode.window.tabGroups.activeTabGroup.activeTab);
    void vscode.commands.executeCommand(
      'setContext',
      'bigcodebench.proposalShown',
      id !== undefined,
    );
  };
  track();
  return vscode.Disposable.from(
    vscode.window.tabGroups.onDidChangeTabs(track),
    vscode.window.tabGroups.onDidChangeTabGroups(track),
  );
}

/** The hunk that the cursor is in, else the next one below it, else the first. */
function hunkAtCursor(proposal: TaskProposal): OpenHunk {
  const line = editorOf(proposal)?.selection.active.line ?? 0;
  const at = proposal.open.find(
    ({ hunk }) => line < hunk.newStart + Math.max(1, hunk.added.length),
  );
  const found = at ?? proposal.open[0];
  if (found) return found;
  throw new UserError('Nothing of this proposal is open any more.');
}

function reveal(proposal: TaskProposal, hunk: OpenHunk): void {
  const editor = editorOf(proposal);
  if (!editor) return;
  const place = new vscode.Position(firstLine(hunk), 0);
  editor.selection = new vscode.Selection(place, place);
  editor.revealRange(
    new vscode.Range(place, place),
    vscode.TextEditorRevealType.InCenterIfOutsideViewport,
  );
}

/** The diff's right side. */
function editorOf({ event }: TaskProposal): vscode.TextEditor | undefined {
  return vscode.window.visibleTextEditors.find(({ document: { uri } }) => {
    return uri.scheme === PROPOSAL_SCHEME && uri.query === event.id;
  });
}
