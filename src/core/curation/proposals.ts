/** What is still open of the proposals on a task's record, derived from the record alone. */
import { applyDiff, textHash } from './diffs.js';
import { isChange, type CurationEvent, type EventOf } from './events.js';
import { acceptHunk, openHunks, rebase, rejectHunk, type Hunk } from './hunks.js';
import type { Replay } from './replay.js';
import { inOrder } from './taskState.js';

/** A hunk that nobody has decided on yet. */
export interface OpenHunk {
  /** Counts from 1 in the proposal as it was made, and stays when other hunks are decided on. */
  readonly number: number;
  readonly hunk: Hunk;
}

/** A proposal at some time after it was made; hunks.ts explains the two texts. */
export interface Proposal {
  readonly event: EventOf<'proposed'>;
  /** The task file's text. */
  readonly current: string;
  /** That text with all that is open accepted. */
  readonly target: string;
  readonly open: readonly OpenHunk[];
  /** Numbers of the hunks that an edit of the file has left without a place. */
  readonly refused: readonly number[];
}

/**
 * The proposals of a record that are not decided in full, the oldest first.
 * @param text the task file's text now
 */
export function openProposals(
  events: readonly CurationEvent[],
  history: Replay,
  text: string,
): readonly Proposal[] {
  const ordered = inOrder(events);
  return ordered.flatMap((event, index): Proposal[] => {
    if (event.type !== 'proposed') return [];
    const proposal = proposalAfter(event, ordered.slice(index + 1), history);
    const now = proposal && follow(proposal, text);
    return now && now.open.length > 0 ? [now] : [];
  });
}

/** The task file's text with open hunks accepted; `undefined` where one no longer fits. */
export function acceptHunks(
  { current, open }: Proposal,
  numbers: readonly number[],
): string | undefined {
  let text: string | undefined = current;
  // From the end, so that the lines of those before it stay where they are.
  for (const { number, hunk } of open.toReversed()) {
    if (text !== undefined && numbers.includes(number)) text = acceptHunk(text, hunk);
  }
  return text;
}

/** The proposal without hunks that were turned down; those that are not open say nothing. */
function withoutHunks(proposal: Proposal, numbers: readonly number[]): Proposal {
  let { target } = proposal;
  const left = [...proposal.open];
  for (const { number, hunk } of proposal.open.toReversed()) {
    if (!numbers.includes(number)) continue;
    const next = rejectHunk(target, hunk);
    if (next === undefined) continue;
    target = next;
    left.splice(
      left.findIndex((one) => one.number === number),
      1,
    );
  }
  return numbered({ ...proposal, target }, left);
}

/** The proposal on another text of its task file. */
function follow(proposal: Proposal, text: string): Proposal {
  if (proposal.current === text) return proposal;
  const hunks = proposal.open.map(({ hunk }) => hunk);
  const { target, refused } = rebase(proposal.current, hunks, text);
  const lost = proposal.open.filter(({ hunk }) => refused.includes(hunk));
  const left = proposal.open.filter((one) => !lost.includes(one));
  const all = [...proposal.refused, ...lost.map(({ number }) => number)];
  return numbered({ ...proposal, current: text, target, refused: all }, left);
}

/** What became of a proposal; `undefined` where the record cannot give the text that it is of. */
function proposalAfter(
  event: EventOf<'proposed'>,
  later: readonly CurationEvent[],
  { texts }: Replay,
): Proposal | undefined {
  const byHash = new Map([...texts.values()].map((text) => [textHash(text), text]));
  const current = byHash.get(event.text);
  const target = current === undefined ? undefined : applyDiff(current, event.diff);
  if (current === undefined || target === undefined) return undefined;
  let proposal = numbered({ event, current, target, open: [], refused: [] }, []);
  for (const next of later) {
    if (isChange(next)) {
      const after = texts.get(next.id);
      if (after === undefined) continue;
      if (next.type === 'accepted' && next.proposal === event.id) {
        proposal = follow(proposal, next.base === undefined ? '' : (texts.get(next.base) ?? ''));
        const left = proposal.open.filter(({ number }) => !next.hunks.includes(number));
        proposal = numbered({ ...proposal, current: after }, left);
      } else {
        proposal = follow(proposal, after);
      }
    } else if (next.type === 'rejected' && next.proposal === event.id) {
      proposal = withoutHunks(
        follow(proposal, byHash.get(next.text) ?? proposal.current),
        next.hunks,
      );
    }
  }
  return proposal;
}

/**
 * Finds the open hunks of the two texts again. They keep their numbers; where edits have made one of
 * two, or two of one, all are numbered anew, from after the highest that is still in use.
 */
function numbered(proposal: Proposal, left: readonly OpenHunk[]): Proposal {
  const { event, current, target } = proposal;
  const hunks = openHunks(current, target, event.parting ?? 'distance');
  const taken = [...proposal.open, ...left].map(({ number }) => number);
  const first = Math.max(0, ...taken, ...proposal.refused) + 1;
  const keeps = hunks.length === left.length;
  const open = hunks.map((hunk, index) => {
    return { number: (keeps ? left[index]?.number : undefined) ?? first + index, hunk };
  });
  return { ...proposal, open };
}
