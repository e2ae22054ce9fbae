import { changed, type Moment, type Replay, type ReplayedChange } from '../../shared/replay.js';
import { causeText } from '../verdict.js';
import { attemptOf, type Attempt, type AttemptRecord } from './attempt.js';
import type { AttemptEvent } from './attemptEvents.js';
import { changeBetween } from './changes.js';

/**
 * How the text of a recorded attempt came about. What a damaged record lacks is not guessed: where
 * its edits stop to fit or lead elsewhere, the text that was handed in follows at once.
 *
 * @returns undefined where the edits were not recorded, or the beginning cannot be read
 */
export function replayOf({ events, unread }: AttemptRecord): Replay | undefined {
  const attempt = attemptOf(events);
  if (!attempt?.started.recorded) return undefined;
  const { started, account } = attempt;
  const { changes, damage } = changesOf(attempt);
  return {
    ...{ taskId: started.task_id, solver: started.solver, study: started.study },
    ...{ attempt: started.attempt, begin: started.text, changes },
    moments: momentsOf(events),
    seconds: Math.max(account.counted, changes.at(-1)?.seconds ?? 0),
    damage:
      damage ??
      (unread.length > 0 ? `Not all of the record can be read: ${unread.join('; ')}.` : null),
  };
}

interface SoundChanges {
  readonly changes: ReplayedChange[];
  readonly damage: string | undefined;
}

/** Those that fit, then what is missing to the end. */
function changesOf({ started, changes, text: end, account }: Attempt): SoundChanges {
  const sound: ReplayedChange[] = [];
  let text = started.text;
  let seconds = 0;
  let damage: string | undefined;
  for (const change of changes) {
    if (change.offset + change.deleted > text.length) {
      damage = `An edit after ${Math.round(seconds)} s does not fit: a part of the record is missing.`;
      break;
    }
    seconds = Math.max(seconds, change.seconds);
    text = changed(text, change);
    sound.push({ ...change, seconds });
  }
  const missing = end === undefined ? undefined : changeBetween(text, end);
  if (!missing) return { changes: sound, damage };
  return {
    changes: [...sound, { ...missing, seconds: Math.max(seconds, account.counted) }],
    damage:
      damage ?? 'The edits on record do not lead to the text that was handed in: some are missing.',
  };
}

function momentsOf(events: readonly AttemptEvent[]): Moment[] {
  return events.flatMap((event) => {
    const what = momentText(event);
    return what === undefined ? [] : [{ seconds: event.account.counted, what }];
  });
}

function momentText(event: AttemptEvent): string | undefined {
  switch (event.type) {
    case 'ran': {
      const cause = event.cause === null ? '' : `: ${causeText(event.cause)}`;
      return `Ran the ${event.what}, ${event.passed} of ${event.total} pass${cause}`;
    }
    case 'pasted':
      return `Pasted ${event.characters} characters`;
    case 'paused':
      return 'Paused';
    case 'resumed':
      return 'Went on in a new session';
    case 'peeked':
      return `Opened ${event.at}`;
    case 'submitted':
      return 'Submitted';
    case 'gave-up':
      return 'Gave up';
    case 'timed-out':
      return 'Out of time';
    default:
      return undefined;
  }
}
