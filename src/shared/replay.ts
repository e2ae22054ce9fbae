/**
 * What the Replay page shows, and what it and the extension say to each other.
 * Both sides validate every message where it arrives.
 */
import * as v from 'valibot';

const count = v.pipe(v.number(), v.integer(), v.minValue(0));
/** Counted seconds since the attempt began. */
const seconds = v.pipe(v.number(), v.minValue(0));

const ReplayedChangeSchema = v.object({
  seconds,
  /** In UTF-16 units, in the text before the change. */
  offset: count,
  deleted: count,
  inserted: v.string(),
});
export type ReplayedChange = Readonly<v.InferOutput<typeof ReplayedChangeSchema>>;

const MomentSchema = v.object({ seconds, what: v.string() });
/** Something besides an edit that happened: a run, a large paste, the end. */
export type Moment = Readonly<v.InferOutput<typeof MomentSchema>>;

const ReplaySchema = v.object({
  taskId: v.string(),
  solver: v.string(),
  study: v.string(),
  attempt: count,
  /** The text that the attempt began with. */
  begin: v.string(),
  /** Each fits the text that the ones before it lead to; none is earlier than the one before it. */
  changes: v.array(ReplayedChangeSchema),
  /** The earliest first. */
  moments: v.array(MomentSchema),
  /** How long it took. */
  seconds,
  /** What of the record is missing, in words; null where it is whole. */
  damage: v.nullable(v.string()),
});
/** How an attempt's text came about. */
export type Replay = v.InferOutput<typeof ReplaySchema>;

/** The text after a change. */
export function changed(
  text: string,
  { offset, deleted, inserted }: Omit<ReplayedChange, 'seconds'>,
): string {
  return text.slice(0, offset) + inserted + text.slice(offset + deleted);
}

export const ReplayHostMessageSchema = v.object({ type: v.literal('show'), replay: ReplaySchema });
/** Extension to page. */
export type ReplayHostMessage = v.InferOutput<typeof ReplayHostMessageSchema>;
