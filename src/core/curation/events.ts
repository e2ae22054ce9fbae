/**
 * The record of a task: what was done to it, by whom and why, one event a line, oldest first.
 * Lines are only ever added, so that the records of two branches merge line by line.
 */
import * as v from 'valibot';
import { STAGES } from './stages.js';

/** The version that this program writes, and the newest that it reads. */
export const RECORD_VERSION = 1;

const text = v.string();
const count = v.pipe(v.number(), v.integer(), v.minValue(0));
const eventId = v.pipe(text, v.nonEmpty());
const sha256 = v.pipe(text, v.regex(/^[0-9a-f]{64}$/, 'expected a SHA-256 in hex'));

const PersonSchema = v.object({ kind: v.literal('person'), name: text, email: text });
/** As they were sent: temperature, the endpoint's host, … Never a key. */
const ParametersSchema = v.record(text, v.union([text, v.number(), v.boolean()]));
/** A model never acts by itself: a person asked it. */
const ModelSchema = v.object({
  kind: v.literal('model'),
  name: text,
  parameters: ParametersSchema,
  askedBy: PersonSchema,
});
export type Person = v.InferOutput<typeof PersonSchema>;
export type Model = v.InferOutput<typeof ModelSchema>;
export type Actor = Person | Model;

/** What every event says. */
const common = {
  version: v.literal(RECORD_VERSION),
  id: eventId,
  /** ISO 8601, UTC. */
  time: v.pipe(text, v.isoTimestamp()),
  actor: v.variant('kind', [PersonSchema, ModelSchema]),
  reason: v.optional(text),
  /** Of the task file as it was when this was written; of the new text for a change. */
  text: sha256,
};

/** What a change says besides. */
const change = {
  ...common,
  /** The changes that it follows: none for the first, several where branches were merged. */
  parents: v.array(eventId),
  /**
   * The one of them from whose text `diff` starts. Without it the diff starts from the empty text:
   * in the first change, and where what came before can no longer be read.
   */
  base: v.optional(eventId),
  /** Unified, with three lines around each change. */
  diff: text,
};

const HunkNumbers = v.array(count);

const ChecklistSchema = v.record(text, v.picklist(['yes', 'no', 'unsure']));

const ChangeEventSchema = v.variant('type', [
  v.object({ ...change, type: v.literal('created'), from: v.optional(text) }),
  v.object({ ...change, type: v.literal('imported'), from: text }),
  v.object({
    ...change,
    type: v.literal('edited'),
    /** It only joins what two branches changed: nobody is its author. */
    merge: v.optional(v.literal(true)),
  }),
  v.object({
    ...change,
    type: v.literal('accepted'),
    proposal: eventId,
    hunks: HunkNumbers,
  }),
]);
/** An event that gives the task file a new text. */
export type ChangeEvent = v.InferOutput<typeof ChangeEventSchema>;

const MessageSchema = v.object({
  role: v.picklist(['system', 'user', 'assistant']),
  content: text,
});

/** What a gate said. */
const GateOutcomeSchema = v.object({
  gate: text,
  outcome: v.picklist(['pass', 'fail', 'unknown']),
  message: text,
});

export type RecordedGate = v.InferOutput<typeof GateOutcomeSchema>;

const CheckSummarySchema = v.object({
  status: text,
  cause: v.nullable(text),
  testsPassed: count,
  testsTotal: count,
  branchPercent: v.optional(v.number()),
});
/** A run of the task's own tests, in short. */
export type CheckSummary = v.InferOutput<typeof CheckSummarySchema>;

const AskedModelsSchema = v.object({
  prompt: v.picklist(['complete', 'instruct']),
  models: v.array(v.object({ name: text, parameters: ParametersSchema })),
  answers: v.array(
    v.object({
      model: text,
      /** What was run of the answer; absent where there is no code in it, or no answer. */
      code: v.optional(text),
      /** Of the run. */
      status: v.optional(text),
      /** The names of the tests that it failed. */
      failed: v.optional(v.array(text)),
      /** Why there is no code, or why it fails though it failed no test. */
      reason: v.optional(text),
    }),
  ),
});
/** How models were asked to solve a task, and what came of each answer. */
export type AskedModels = v.InferOutput<typeof AskedModelsSchema>;

const EventSchema = v.variant('type', [
  ...ChangeEventSchema.options,
  v.object({
    ...common,
    type: v.literal('proposed'),
    /** From the task file's text at that time to the proposed one. */
    diff: text,
    instruction: text,
    conversation: v.array(MessageSchema),
    /** What its hunks are counted by; absent in the first proposals, which count by distance. */
    parting: v.optional(v.literal('paragraphs')),
    before: v.optional(CheckSummarySchema),
    after: v.optional(CheckSummarySchema),
    /** Of both texts, where these could be asked: see textGates.ts. */
    gatesBefore: v.optional(v.array(GateOutcomeSchema)),
    gatesAfter: v.optional(v.array(GateOutcomeSchema)),
  }),
  v.object({ ...common, type: v.literal('rejected'), proposal: eventId, hunks: HunkNumbers }),
  v.object({
    ...common,
    type: v.literal('checked'),
    check: v.optional(CheckSummarySchema),
    gates: v.array(GateOutcomeSchema),
    /** The interpreter's version and the fingerprint of its packages. */
    environment: v.optional(text),
  }),
  v.object({
    ...common,
    type: v.literal('reviewed'),
    verdict: v.picklist(['approve', 'return']),
    checklist: ChecklistSchema,
    /** Of the parts that were looked at: the review stands while these are unchanged. */
    covered: v.record(v.picklist(['prompt', 'solution', 'tests']), sha256),
  }),
  v.object({
    ...common,
    type: v.literal('commented'),
    /** The first comment's event begins a thread and has its own id here. */
    thread: eventId,
    /** 1-based, in the text that it was written on. */
    line: v.optional(v.pipe(count, v.minValue(1))),
    body: text,
    /** What the author may apply, as a diff of that text. */
    suggestion: v.optional(text),
    resolved: v.optional(v.boolean()),
  }),
  v.object({
    ...common,
    type: v.literal('pre-evaluated'),
    models: v.array(text),
    samples: count,
    passed: count,
    /** How many samples failed each test, by the test's name. */
    failures: v.record(text, count),
    /** How many samples failed without failing a test, by the cause; absent in the first records. */
    failedNoTest: v.optional(v.record(text, count)),
    flags: v.array(text),
    /** Where models were asked, rather than a file of samples read. */
    asked: v.optional(AskedModelsSchema),
  }),
  v.object({
    ...common,
    type: v.literal('cross-checked'),
    verdict: v.picklist(['agree', 'disagree']),
    checklist: ChecklistSchema,
    /** The verdict on the blind solution, where one was written. */
    solution: v.optional(CheckSummarySchema),
  }),
  v.object({
    ...common,
    type: v.literal('moved'),
    from: v.picklist(STAGES),
    to: v.picklist(STAGES),
    /** Gates that did not pass and were overruled, for ever on record. */
    overridden: v.optional(v.array(text)),
  }),
  v.object({ ...common, type: v.literal('assigned'), to: v.nullable(PersonSchema) }),
  v.object({ ...common, type: v.literal('renamed'), from: text, to: text }),
  v.object({ ...common, type: v.literal('released'), release: text }),
]);
export type CurationEvent = v.InferOutput<typeof EventSchema>;
export type EventOf<T extends CurationEvent['type']> = Extract<CurationEvent, { type: T }>;

/** Whether an event gives the task file a new text. */
export function isChange(event: CurationEvent): event is ChangeEvent {
  return 'parents' in event;
}

export { EventSchema };
