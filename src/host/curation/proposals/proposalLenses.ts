import * as vscode from 'vscode';
import { gatesText, sidesText } from '../../../core/curation/checkText.js';
import type { RecordedGate } from '../../../core/curation/events.js';
import { commandId, type Command } from '../../commands.js';
import type { CurationProjects } from '../curationProjects.js';
import {
  firstLine,
  PROPOSAL_SCHEME,
  type TaskProposal,
  type TaskProposals,
} from './taskProposals.js';

/** The documents with lenses of proposals: the right side of the diff, and task files. */
export const PROPOSAL_DOCUMENTS: vscode.DocumentSelector = [
  { scheme: PROPOSAL_SCHEME },
  { scheme: 'file', language: 'python' },
];

/** A hunk of a proposal, or all of them, as lenses hand it to commands. */
export interface HunkTarget {
  readonly proposal: string;
  readonly hunk?: number;
}

/** Accept and Reject at each hunk, the checks at the top; in a task file the way to proposals. */
export class ProposalLenses implements vscode.CodeLensProvider {
  readonly onDidChangeCodeLenses: vscode.Event<void>;

  constructor(
    private readonly projects: CurationProjects,
    private readonly proposals: TaskProposals,
  ) {
    this.onDidChangeCodeLenses = proposals.onDidChangeProposals;
  }

  async provideCodeLenses(document: vscode.TextDocument): Promise<vscode.CodeLens[]> {
    const { uri } = document;
    if (uri.scheme !== PROPOSAL_SCHEME) return this.#ofFile(document);
    const proposal = this.proposals.all.find(({ event }) => event.id === uri.query);
    if (!proposal) return [];
    const id = proposal.event.id;
    const last = document.lineCount - 1;
    const several = proposal.open.length > 1;
    // Where the diff opens: of a file with new tests the top is far away.
    const [first] = proposal.open;
    const top = first ? Math.min(firstLine(first), last) : 0;
    // A narrow diff cuts lenses off: what the checks have given stands on a line of its own.
    const above = Math.max(0, top - 1);
    return [
      ...proposal.open.flatMap((one) => {
        const line = Math.min(firstLine(one), last);
        const target = { proposal: id, hunk: one.number };
        return [
          lens(line, '$(check) Accept', 'acceptHunk', target),
          lens(line, '$(close) Reject', 'rejectHunk', target),
        ];
      }),
      ...(several
        ? [
            lens(top, '$(check-all) Accept All', 'acceptAllHunks', { proposal: id }),
            lens(top, '$(close-all) Reject All', 'rejectAllHunks', { proposal: id }),
          ]
        : []),
      lens(above, sidesText(proposal.event.before, proposal.event.after)),
      ...(await gatesLens(proposal, above)),
    ];
  }

  #ofFile(document: vscode.TextDocument): vscode.CodeLens[] {
    const { uri } = document;
    // A file that cannot be read cannot be revised either.
    const isReadable = this.projects.find(uri.fsPath)?.text !== undefined;
    if (!vscode.workspace.isTrusted || !isReadable) return [];
    const at = document
      .getText()
      .split(/\r?\n/)
      .findIndex((line) => /^(?:async )?def task_func\b/.test(line));
    const line = Math.max(at, 0);
    const [first] = this.proposals.of(uri.fsPath);
    return [
      lens(line, '$(sparkle) Propose Revision…', 'proposeRevision', uri),
      ...(first ? [lens(line, '$(diff) Show Open Proposal', 'showProposal', uri)] : []),
    ];
  }
}

/** How many gates failed on either side when the proposal was made; which, on hovering. */
async function gatesLens({ event }: TaskProposal, line: number): Promise<vscode.CodeLens[]> {
  const { gatesBefore, gatesAfter } = event;
  if (!gatesBefore || !gatesAfter) return [];
  const { GATES } = await import('../../../core/curation/gates/registry.js');
  const failed = (gates: readonly RecordedGate[]): string =>
    gates
      .filter(({ outcome }) => outcome === 'fail')
      .map(({ gate }) => GATES.find(({ id }) => id === gate)?.title ?? gate)
      .join(', ') || 'none';
  const tooltip = `Failing before: ${failed(gatesBefore)}. After: ${failed(gatesAfter)}. A proposal is run once; “Check Gates” also asks the gates that need more.`;
  return [lens(line, gatesText(gatesBefore, gatesAfter), undefined, undefined, tooltip)];
}

function lens(
  line: number,
  title: string,
  command?: Command,
  target?: HunkTarget | vscode.Uri,
  tooltip?: string,
): vscode.CodeLens {
  return new vscode.CodeLens(new vscode.Range(line, 0, line, 0), {
    title,
    // A lens without a command is plain text.
    command: command ? commandId(command) : '',
    ...(target && { arguments: [target] }),
    ...(tooltip !== undefined && { tooltip }),
  });
}
