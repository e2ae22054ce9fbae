import * as v from 'valibot';
import { groupBy } from '../groupBy.js';
import {
  ATTEMPT_VERSION,
  AttemptEventSchema,
  type Account,
  type AttemptEvent,
  type AttemptEventOf,
  type AttemptVerdict,
  type Started,
  type TextChange,
} from './attemptEvents.js';
import type { Study } from './study.js';

/** How an attempt ended; `running` until it has. */
export type AttemptEnd = 'running' | 'submitted' | 'gave-up' | 'timed-out';

/** What an attempt's record says, folded. */
export interface Attempt {
  readonly started: Started;
  readonly account: Account;
  readonly end: AttemptEnd;
  readonly paused: boolean;
  /** The text that was handed in, or what there was when it ended; undefined while it runs. */
  readonly text: string | undefined;
  readonly verdict: AttemptEventOf<'judged'> | undefined;
  readonly runs: readonly AttemptEventOf<'ran'>[];
  readonly edits: number;
  /** The edits themselves, where they were recorded. */
  readonly changes: readonly TextChange[];
  readonly pastes: readonly AttemptEventOf<'pasted'>[];
  readonly peeks: readonly string[];
  /** The last answer to each question. */
  readonly answers: readonly AttemptEventOf<'answered'>[];
  /** ISO 8601, UTC. */
  readonly endedAt: string | undefined;
}

/** A record's events, and what could not be read of it. */
export interface AttemptRecord {
  readonly events: readonly AttemptEvent[];
  readonly unread: readonly string[];
}

/** Reads a record; a line that a crash cut short, or of a newer version, is passed over with a reason. */
export function parseAttemptRecord(text: string): AttemptRecord {
  const events: AttemptEvent[] = [];
  const unread: string[] = [];
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue;
    const reading = readLine(line);
    if (typeof reading === 'string') unread.push(`line ${String(index + 1)}: ${reading}`);
    else events.push(reading);
  }
  return { events, unread };
}

function readLine(line: string): AttemptEvent | string {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return 'not JSON: the line was cut short or changed by hand';
  }
  const parsed = v.safeParse(AttemptEventSchema, value);
  if (parsed.success) return parsed.output;
  const version = v.safeParse(v.object({ version: v.number() }), value);
  if (version.success && version.output.version > ATTEMPT_VERSION) {
    return 'written by a newer version of the extension: update it to see this event';
  }
  const [issue] = parsed.issues;
  return `${v.getDotPath(issue) ?? 'event'}: ${issue.message}`;
}

/** The attempt that a record tells of; undefined where its beginning cannot be read. */
export function attemptOf(events: readonly AttemptEvent[]): Attempt | undefined {
  const started = events.find((event) => event.type === 'started');
  const last = events.at(-1);
  if (!started || !last) return undefined;
  const ended = events.find(isEnd);
  const of = <T extends AttemptEvent['type']>(type: T): AttemptEventOf<T>[] =>
    events.filter((event): event is AttemptEventOf<T> => event.type === type);
  const edited = of('edited');
  return {
    started,
    account: ended?.account ?? last.account,
    end: ended?.type ?? 'running',
    paused:
      events.findLast(({ type }) => type === 'paused' || type === 'unpaused')?.type === 'paused',
    text: ended?.text,
    verdict: of('judged').at(-1),
    runs: of('ran'),
    edits: edited.reduce((sum, { edits }) => sum + edits, 0),
    changes: edited.flatMap(({ changes }) => changes ?? []),
    pastes: of('pasted'),
    peeks: [...new Set(of('peeked').map(({ at }) => at))],
    answers: [...groupBy(of('answered'), ({ question }) => question).values()].flatMap((answers) =>
      answers.slice(-1),
    ),
    endedAt: ended?.time,
  };
}

type End = AttemptEventOf<'submitted' | 'gave-up' | 'timed-out'>;

function isEnd(event: AttemptEvent): event is End {
  return event.type === 'submitted' || event.type === 'gave-up' || event.type === 'timed-out';
}

/**
 * Whether a task is over for a solver: solved, given up, out of time, or out of attempts. What was
 * submitted and could not be judged decides nothing.
 */
export function isDecided(attempts: readonly Attempt[], study: Study): boolean {
  const outcomes = attempts.map(isSolved);
  return (
    outcomes.includes(true) ||
    attempts.some(({ end }) => end === 'gave-up' || end === 'timed-out') ||
    outcomes.filter((solved) => solved === false).length >= study.attempts
  );
}

/**
 * What an attempt counts as, judged calibrated as models' samples are. Undefined while it runs, and
 * while what was submitted has no verdict, or only that it could not be run. Who gives up or runs out
 * of time has not solved the task, unless the text of that moment is known to pass.
 */
export function isSolved({ end, verdict }: Attempt): boolean | undefined {
  if (verdict && verdict.calibrated.status !== 'error') return passed(verdict.calibrated);
  return end === 'gave-up' || end === 'timed-out' ? false : undefined;
}

export function passed(verdict: AttemptVerdict | undefined): boolean {
  return verdict?.status === 'pass';
}
