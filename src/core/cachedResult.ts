import * as v from 'valibot';
import { RunFinishedSchema, TestOutcomeSchema, type Cause } from '../shared/engineProtocol.js';
import type { RunResult } from './engine.js';

/** What is kept of a run so that it need not be repeated: the verdict and all that it says. */
export const CachedResultSchema = v.object({
  /** When the run ended, ISO 8601 in UTC. */
  when: v.pipe(v.string(), v.isoTimestamp()),
  result: v.object({
    ...v.omit(RunFinishedSchema, ['type', 'run']).entries,
    tests: v.array(TestOutcomeSchema),
  }),
});
export type CachedResult = v.InferOutput<typeof CachedResultSchema>;

/**
 * What the machine may be to blame for, so that the same run may end otherwise the next time: a busy
 * machine lets time run out, and one that is short of memory kills processes, the engine included.
 */
const BY_CHANCE: ReadonlySet<Cause> = new Set(['infrastructure', 'timeout', 'crash', 'tampered']);

/** Whether the same run would end like this again, as far as can be told. */
export function isRepeatable({ cause }: RunResult): boolean {
  return cause === null || !BY_CHANCE.has(cause);
}
