import * as v from 'valibot';
import { EventSchema, RECORD_VERSION, type CurationEvent } from './events.js';

/** A line of a record that says nothing to this program; it is kept as it is. */
export interface UnreadLine {
  /** 1-based. */
  readonly line: number;
  readonly reason: string;
  /** Whether a newer version of this program wrote it, and can read it. */
  readonly isNewer: boolean;
}

/** A task's record as it was read. */
export interface TaskRecord {
  /** In the order of the file, each once. */
  readonly events: readonly CurationEvent[];
  readonly unread: readonly UnreadLine[];
}

export const EMPTY_RECORD: TaskRecord = { events: [], unread: [] };

/**
 * Reads a record. A line that is broken (a crash cut it short) or newer than this program is passed
 * over with a reason; one that a merge brought twice counts once.
 */
export function parseRecord(text: string): TaskRecord {
  const events = new Map<string, CurationEvent>();
  const unread: UnreadLine[] = [];
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue;
    const { event, ...why } = readLine(line);
    if (!event) unread.push({ line: index + 1, ...why });
    else if (!events.has(event.id)) events.set(event.id, event);
  }
  return { events: [...events.values()], unread };
}

/** The event as a line of a record. */
export function formatEvent(event: CurationEvent): string {
  return `${JSON.stringify(event)}\n`;
}

interface Reading {
  readonly event?: CurationEvent;
  readonly reason: string;
  readonly isNewer: boolean;
}

function readLine(line: string): Reading {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return { reason: 'not JSON: the line was cut short or changed by hand', isNewer: false };
  }
  const parsed = v.safeParse(EventSchema, value);
  if (parsed.success) return { event: parsed.output, reason: '', isNewer: false };
  const version = v.safeParse(v.object({ version: v.number() }), value);
  if (version.success && version.output.version > RECORD_VERSION) {
    const reason = `written by a newer version of the extension (record version ${version.output.version}, this one reads up to ${RECORD_VERSION}): update it to see this event`;
    return { reason, isNewer: true };
  }
  const [issue] = parsed.issues;
  const field = v.getDotPath(issue);
  return {
    reason: `${field === null ? '' : `field ${field}: `}${issue.message}`,
    isNewer: false,
  };
}
