import { instructionTitle } from '../models/instructions.js';
import { checkText, sidesText } from './checkText.js';
import { commentsByThread, isResolved } from './comments.js';
import type { Actor, CurationEvent, EventOf } from './events.js';
import { CHECKLIST } from './reviews.js';
import { stageTitle } from './stages.js';
import { inOrder } from './taskState.js';

/** What happened to a task, as Show History… lists it. */
export interface HistoryEntry {
  readonly event: CurationEvent;
  /** The name of a codicon. */
  readonly icon: string;
  readonly title: string;
  readonly who: string;
  /** What else the record says, in one line; empty where that is nothing. */
  readonly detail: string;
}

type EventType = CurationEvent['type'];
type EventsByType = { readonly [T in EventType]: EventOf<T> };
type Thread = readonly EventOf<'commented'>[];
/** Icon, title, and what the detail is made of besides the actor's reason. */
type Words = readonly [icon: string, title: string, ...details: (string | false | undefined)[]];

/** A record as a person reads it, the newest first; a thread of comments is one entry, where it began. */
export function historyOf(events: readonly CurationEvent[]): readonly HistoryEntry[] {
  const threads = commentsByThread(events);
  return inOrder(events)
    .toReversed()
    .flatMap((event): HistoryEntry[] => {
      const thread = event.type === 'commented' ? (threads.get(event.thread) ?? []) : [];
      if (event.type === 'commented' && event !== thread[0]) return [];
      const [icon, title, ...details] = wordsFor(event.type, event, thread);
      const detail = [event.reason, ...details].filter(Boolean).join(' · ').replace(/\s+/g, ' ');
      return [{ event, icon, title, who: whoText(event.actor), detail }];
    });
}

function wordsFor<T extends EventType>(type: T, event: EventsByType[T], thread: Thread): Words {
  return WORDS[type](event, thread);
}

/** Every kind of event, once. */
const WORDS: { readonly [T in EventType]: (event: EventsByType[T], thread: Thread) => Words } = {
  created: ({ from }) => ['new-file', from === undefined ? 'Created' : `Created from ${from}`],
  imported: ({ from }) => ['cloud-download', `Imported from ${from}`],
  edited: ({ merge }) => (merge ? ['git-merge', 'Branches merged'] : ['edit', 'Edited']),
  proposed: ({ instruction, before, after }) => [
    'sparkle',
    `Proposed: ${instructionTitle(instruction)}`,
    sidesText(before, after),
  ],
  accepted: ({ hunks }) => ['git-pull-request', `Accepted ${hunksText(hunks)}`],
  rejected: ({ hunks }) => ['git-pull-request-closed', `Rejected ${hunksText(hunks)}`],
  checked: ({ gates, check, environment }) => {
    const failed = gates.filter(({ outcome }) => outcome !== 'pass');
    return [
      failed.length === 0 ? 'pass' : 'error',
      `Gates: ${String(gates.length - failed.length)} of ${String(gates.length)} pass`,
      check &&
        `tests: ${checkText(check)}${check.branchPercent === undefined ? '' : ' of branches'}`,
      ...failed.map(({ gate, message }) => `${gate}: ${message}`),
      environment,
    ];
  },
  reviewed: ({ verdict, checklist }) => [
    ...(verdict === 'approve'
      ? (['thumbsup', 'Review: approved'] as const)
      : (['thumbsdown', 'Review: returned to its author'] as const)),
    ...doubts(checklist),
  ],
  commented: ({ line }, thread) => {
    const isDone = isResolved(thread);
    const place = line === undefined ? 'Comment' : `Comment on line ${String(line)}`;
    const said = thread.map(({ body }) => body).filter((body) => body !== '');
    return [
      isDone ? 'comment' : 'comment-unresolved',
      `${place}, ${isDone ? 'resolved' : 'open'}`,
      ...said,
    ];
  },
  'pre-evaluated': ({ models, samples, passed, flags }) => [
    'beaker',
    `Pre-evaluation: ${String(passed)} of ${String(samples)} samples pass`,
    models.join(', '),
    ...flags,
  ],
  'cross-checked': ({ verdict, checklist, solution }) => [
    'eye',
    `Cross-check: the task is ${verdict === 'agree' ? 'sound' : 'not sound'}`,
    solution ? `blind solution: ${checkText(solution)}` : 'judged by its prompt alone',
    ...doubts(checklist),
  ],
  moved: ({ from, to, overridden = [] }) => [
    'arrow-right',
    `Moved from ${stageTitle(from)} to ${stageTitle(to)}`,
    overridden.length > 0 && `gates overruled: ${overridden.join(', ')}`,
  ],
  assigned: ({ to }) => ['person', `Assigned to ${to?.name ?? 'nobody'}`],
  renamed: ({ from, to }) => ['symbol-key', `Renamed from ${from} to ${to}`],
  released: ({ release }) => ['tag', `Released in ${release}`],
};

/** The questions that were not answered with yes. */
function doubts(answers: EventOf<'reviewed'>['checklist']): readonly string[] {
  const doubted = CHECKLIST.filter(({ id }) => (answers[id] ?? 'yes') !== 'yes');
  return doubted.map(
    ({ id, question }) => `${question} ${answers[id] === 'no' ? 'No' : 'Not sure'}`,
  );
}

function hunksText(hunks: readonly number[]): string {
  return `${hunks.length === 1 ? 'hunk' : 'hunks'} ${hunks.join(', ')} of a proposal`;
}

function whoText(actor: Actor): string {
  return actor.kind === 'person' ? actor.name : `${actor.name}, asked by ${actor.askedBy.name}`;
}
