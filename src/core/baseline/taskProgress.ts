import { passed, type Attempt } from './attempt.js';
import type { Study } from './study.js';

/** How far a solver is with a task. */
export type Progress =
  | 'not-begun'
  | 'running'
  | 'paused'
  /** Ended, and no verdict yet: what was to judge it failed. */
  | 'unjudged'
  /** Failed, with attempts left. */
  | 'open'
  | 'solved'
  | 'failed'
  | 'gave-up'
  | 'timed-out';

/** @param attempts the solver's at one task, the first one first */
export function progressOf(attempts: readonly Attempt[], study: Study): Progress {
  const last = attempts.at(-1);
  if (!last) return 'not-begun';
  if (last.end === 'running') return last.paused ? 'paused' : 'running';
  if (!last.verdict) return 'unjudged';
  if (attempts.some(({ verdict }) => passed(verdict?.calibrated))) return 'solved';
  if (last.end !== 'submitted') return last.end;
  return attempts.length >= study.attempts ? 'failed' : 'open';
}
