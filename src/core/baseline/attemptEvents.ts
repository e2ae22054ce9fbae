/**
 * The record of an attempt: one event a line, oldest first, only ever added to.
 * Times are of two kinds: `time` is the wall clock's, which people can set and which says when;
 * `account` is our own, which counts and never runs backwards.
 */
import * as v from 'valibot';
import { CauseSchema, RunStatusSchema } from '../../shared/engineProtocol.js';

/** The version that this program writes, and the newest that it reads. */
export const ATTEMPT_VERSION = 1;

const text = v.string();
const count = v.pipe(v.number(), v.integer(), v.minValue(0));
const seconds = v.pipe(v.number(), v.minValue(0));

/** How the time since the start was spent, in seconds. */
const AccountSchema = v.object({
  /** With the task open and the window focused: what the time limit is held against. */
  counted: seconds,
  /** The part of `counted` in which nothing was typed, moved or clicked for a while. */
  idle: seconds,
  /** With the task closed or the window out of focus. */
  away: seconds,
  paused: seconds,
});
export type Account = v.InferOutput<typeof AccountSchema>;

const common = {
  version: v.literal(ATTEMPT_VERSION),
  /** ISO 8601, UTC. */
  time: v.pipe(text, v.isoTimestamp()),
  account: AccountSchema,
};

const VerdictSchema = v.object({
  status: RunStatusSchema,
  /** Null for a pass. */
  cause: v.nullable(CauseSchema),
  message: text,
  testsPassed: count,
  testsTotal: count,
  durationSeconds: seconds,
  /** The official evaluator's: test method to traceback, or `"ALL"` to a message. */
  details: v.record(text, text),
});
/** The engine's judgement of an attempt's text. */
export type AttemptVerdict = v.InferOutput<typeof VerdictSchema>;

const ChangeSchema = v.object({
  /** When it was made, in counted seconds: an event gathers the changes of a while. */
  seconds,
  /** In UTF-16 units, in the text before the change. */
  offset: count,
  /** How much of that text goes. */
  deleted: count,
  inserted: text,
});
/** One edit of a text. */
export type TextChange = v.InferOutput<typeof ChangeSchema>;

export const AttemptEventSchema = v.variant('type', [
  v.object({
    ...common,
    type: v.literal('started'),
    study: text,
    task_id: text,
    /** From 1. */
    attempt: v.pipe(count, v.minValue(1)),
    solver: text,
    /** The file's text at the beginning. */
    text,
    /** Whether every edit is recorded, which only the solver can allow. */
    recorded: v.boolean(),
    /** Extensions that complete or write code by AI and were active, by their ids. */
    ai_extensions: v.array(text),
  }),
  /** Written every few seconds, so that a crash costs no more than those. */
  v.object({ ...common, type: v.literal('tick') }),
  /** Goes on in a new session of the editor. */
  v.object({ ...common, type: v.literal('resumed') }),
  v.object({ ...common, type: v.literal('paused') }),
  v.object({ ...common, type: v.literal('unpaused') }),
  /** The machine slept, or the process stood still: these seconds count nowhere. */
  v.object({ ...common, type: v.literal('suspended'), seconds }),
  v.object({
    ...common,
    type: v.literal('ran'),
    what: v.picklist(['examples', 'tests']),
    passed: count,
    total: count,
    cause: v.nullable(CauseSchema),
  }),
  /** Edits since the last event of this kind; `changes` only with the solver's consent. */
  v.object({
    ...common,
    type: v.literal('edited'),
    edits: count,
    changes: v.optional(v.array(ChangeSchema)),
  }),
  /** More text at once than people type. */
  v.object({ ...common, type: v.literal('pasted'), characters: count, lines: count }),
  /** Something was opened that gives the answer away: the dataset's own file, say. */
  v.object({ ...common, type: v.literal('peeked'), at: text }),
  v.object({ ...common, type: v.literal('submitted'), text }),
  v.object({ ...common, type: v.literal('gave-up'), text }),
  v.object({ ...common, type: v.literal('timed-out'), text }),
  v.object({
    ...common,
    type: v.literal('judged'),
    /** The text as it stands. */
    plain: VerdictSchema,
    /** After the prompt's code, as models' samples are judged. */
    calibrated: VerdictSchema,
    python: text,
    /** Fingerprint of the interpreter's packages. */
    packages: text,
    isolation: v.picklist(['namespaces', 'landlock', 'limits']),
  }),
  v.object({
    ...common,
    type: v.literal('answered'),
    question: v.picklist(['prompt-clear', 'tests-fair']),
    answer: v.boolean(),
    comment: v.optional(text),
  }),
]);
export type AttemptEvent = v.InferOutput<typeof AttemptEventSchema>;
export type AttemptEventOf<T extends AttemptEvent['type']> = Extract<AttemptEvent, { type: T }>;
export type Started = AttemptEventOf<'started'>;
