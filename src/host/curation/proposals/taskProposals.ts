import * as vscode from 'vscode';
import type { OpenHunk, Proposal } from '../../../core/curation/proposals.js';
import { UserError } from '../../../core/errors.js';
import { instructionTitle } from '../../../core/models/instructions.js';
import type { CuratedTask, CurationProjects } from '../curationProjects.js';

/** The scheme of the right side of a proposal's diff: the file with all that is open accepted. */
export const PROPOSAL_SCHEME = 'bcb-proposal';

/** An open proposal and the task that it is of. */
export interface TaskProposal extends Proposal {
  readonly task: CuratedTask;
}

/** What is open of all proposals, told by the records; taking and leaving it goes on record too. */
export class TaskProposals implements vscode.TextDocumentContentProvider, vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<void>();
  readonly onDidChangeProposals = this.#changed.event;
  readonly #texts = new vscode.EventEmitter<vscode.Uri>();
  readonly onDidChange = this.#texts.event;
  readonly #subscription: vscode.Disposable;
  #all: readonly TaskProposal[] = [];
  #last: Promise<unknown> = Promise.resolve();
  #refreshing: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly projects: CurationProjects,
    report: (error: unknown) => void,
  ) {
    this.#subscription = projects.onDidChange(() => {
      this.refresh().catch(report);
    });
  }

  get all(): readonly TaskProposal[] {
    return this.#all;
  }

  /** The open proposals of a task file, the oldest first. */
  of(path: string): readonly TaskProposal[] {
    return this.#all.filter(({ task }) => task.path === path);
  }

  /** @throws {UserError} for a proposal of which nothing is open */
  get(id: string): TaskProposal {
    const found = this.#all.find(({ event }) => event.id === id);
    if (found) return found;
    throw new UserError('Nothing of this proposal is open any more.');
  }

  provideTextDocumentContent({ query }: vscode.Uri): string {
    return this.#all.find(({ event }) => event.id === query)?.target ?? '';
  }

  /** Opens a proposal as a diff: the file as it is, and as it would be. */
  async show(id: string): Promise<void> {
    const proposal = this.get(id);
    const { task, event } = proposal;
    await vscode.commands.executeCommand(
      'vscode.diff',
      vscode.Uri.file(task.path),
      proposalUri(proposal),
      `${task.taskId}: ${instructionTitle(event.instruction)} (${event.actor.name})`,
      { preview: false } satisfies vscode.TextDocumentShowOptions,
    );
  }

  /** Takes hunks into the task file; all that are open where none are named. */
  async accept(id: string, numbers?: readonly number[]): Promise<void> {
    await this.#alone(async () => {
      const { task, chosen, proposal } = await this.#chosen(id, numbers);
      const [{ acceptHunks }, { eventNow }] = await Promise.all([
        import('../../../core/curation/proposals.js'),
        import('../../../core/curation/newEvents.js'),
      ]);
      const text = acceptHunks(proposal, chosen);
      if (text === undefined) throw new UserError(`It no longer fits into ${task.taskId}.`);
      const person = await this.projects.identity(task.project);
      await this.projects.change(task, text, (place) => ({
        ...{ ...eventNow(person, text), ...place, type: 'accepted' },
        ...{ proposal: id, hunks: [...chosen] },
      }));
      await this.refresh();
    });
  }

  /** Turns hunks down; all that are open where none are named. The task file stays as it is. */
  async reject(id: string, numbers?: readonly number[]): Promise<void> {
    await this.#alone(async () => {
      const { task, chosen, proposal } = await this.#chosen(id, numbers);
      const { eventNow } = await import('../../../core/curation/newEvents.js');
      await this.projects.append(task, {
        ...eventNow(await this.projects.identity(task.project), proposal.current),
        ...{ type: 'rejected', proposal: id, hunks: [...chosen] },
      });
      await this.refresh();
    });
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#changed.dispose();
    this.#texts.dispose();
  }

  /** What is meant by numbers once the file is saved, which may leave a hunk without its place. */
  async #chosen(id: string, numbers: readonly number[] | undefined) {
    const task = await this.projects.saved(this.get(id).task);
    await this.refresh();
    const proposal = this.get(id);
    const open = proposal.open.map(({ number }) => number);
    const chosen = numbers ?? open;
    const gone = chosen.find((number) => !open.includes(number));
    if (gone !== undefined) {
      throw new UserError(`Hunk ${String(gone)} of this proposal is no longer open.`);
    }
    return { task, chosen, proposal };
  }

  /** Decisions one after the other: each begins with the text that the one before has left. */
  async #alone(work: () => Promise<void>): Promise<void> {
    const run = this.#last.then(work, work);
    this.#last = run;
    await run;
  }

  /** Reads the records again, as they are in the projects now; resolves when the editors show it. */
  async refresh(): Promise<void> {
    const load = (): Promise<void> => this.#load();
    const run = this.#refreshing.then(load, load);
    this.#refreshing = run;
    await run;
  }

  async #load(): Promise<void> {
    const { tasks } = this.projects;
    const isProposed = ({ record }: CuratedTask): boolean =>
      record.events.some(({ type }) => type === 'proposed');
    if (this.#all.length === 0 && !tasks.some(isProposed)) return;
    const { openProposals } = await import('../../../core/curation/proposals.js');
    const before = this.#all;
    this.#all = tasks.flatMap((task): TaskProposal[] => {
      const { record, history, text } = task;
      if (text === undefined || !isProposed(task)) return [];
      return openProposals(record.events, history, text).map((one) => ({ ...one, task }));
    });
    this.#tellOfRefused(before);
    await this.#closeDone(before);
    for (const { uri } of vscode.workspace.textDocuments) {
      if (uri.scheme === PROPOSAL_SCHEME) this.#texts.fire(uri);
    }
    this.#changed.fire();
  }

  #tellOfRefused(before: readonly TaskProposal[]): void {
    for (const { event, task, refused } of this.#all) {
      const known = before.find((one) => one.event.id === event.id);
      const fresh = refused.filter((number) => known && !known.refused.includes(number));
      if (fresh.length === 0) continue;
      void vscode.window.showWarningMessage(
        `${task.taskId} was edited where hunk ${fresh.join(', ')} of its proposal belongs, so that no longer fits and is left out. The proposal is still on record.`,
      );
    }
  }

  /** Closes the diffs of which nothing is left to decide. */
  async #closeDone(before: readonly TaskProposal[]): Promise<void> {
    const done = before.filter(({ event }) => !this.#all.some((one) => one.event.id === event.id));
    const tabs = vscode.window.tabGroups.all
      .flatMap((group) => group.tabs)
      .filter((tab) => done.some(({ event }) => proposalIdOf(tab) === event.id));
    if (tabs.length === 0) return;
    const active = done.find(({ event }) =>
      tabs.some((tab) => tab.isActive && proposalIdOf(tab) === event.id),
    );
    await vscode.window.tabGroups.close(tabs);
    if (active) await vscode.window.showTextDocument(vscode.Uri.file(active.task.path));
  }
}

/** The proposal that a tab shows. */
export function proposalIdOf(tab: vscode.Tab | undefined): string | undefined {
  const { input } = tab ?? {};
  if (!(input instanceof vscode.TabInputTextDiff)) return undefined;
  return input.modified.scheme === PROPOSAL_SCHEME ? input.modified.query : undefined;
}

/** The 0-based line of the target where a hunk's change begins. */
export function firstLine({ hunk }: OpenHunk): number {
  // The blank lines that an added definition begins with are not what a reader looks for.
  const blank = hunk.added.findIndex((line) => line.trim() !== '');
  return hunk.newStart + Math.max(0, blank);
}

function proposalUri({ task, event }: TaskProposal): vscode.Uri {
  return vscode.Uri.file(task.path).with({ scheme: PROPOSAL_SCHEME, query: event.id });
}
