/**
 * What the Board page of a curation project shows, and what it and the extension say to each other.
 * Both sides validate every message where it arrives.
 */
import * as v from 'valibot';

const count = v.pipe(v.number(), v.integer(), v.minValue(0));
const optional = v.nullable(v.number());

const CardSchema = v.object({
  taskId: v.string(),
  assignee: v.nullable(v.string()),
  /** What keeps it from the next stage, or who is to act. */
  next: v.string(),
  days: count,
  /** How many comments' threads are open. */
  openThreads: count,
  overridden: v.array(v.string()),
});
export type Card = v.InferOutput<typeof CardSchema>;

const ColumnSchema = v.object({
  stage: v.string(),
  title: v.string(),
  /** Of the stays that have ended. */
  medianDays: optional,
  cards: v.array(CardSchema),
});
export type Column = v.InferOutput<typeof ColumnSchema>;

const BoardSchema = v.object({
  name: v.string(),
  columns: v.array(ColumnSchema),
  medianTests: optional,
  /** 0 to 100. */
  meanBranchPercent: optional,
  annotators: v.array(v.object({ name: v.string(), accepted: count, decided: count })),
  models: v.array(
    v.object({ name: v.string(), proposals: count, hunksAccepted: count, hunksRejected: count }),
  ),
  agreement: v.object({
    reviewers: count,
    tasks: count,
    percent: optional,
    kappa: optional,
    alpha: optional,
  }),
});
export type Board = v.InferOutput<typeof BoardSchema>;

export const BoardHostMessageSchema = v.object({ type: v.literal('show'), board: BoardSchema });
/** Extension to page; sent again after every change. */
export type BoardHostMessage = v.InferOutput<typeof BoardHostMessageSchema>;

export const BoardPageMessageSchema = v.variant('type', [
  v.object({ type: v.literal('openTask'), taskId: v.string() }),
  v.object({ type: v.literal('moveTask'), taskId: v.string() }),
]);
/** Page to extension. */
export type BoardPageMessage = v.InferOutput<typeof BoardPageMessageSchema>;
