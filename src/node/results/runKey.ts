import { createHash } from 'node:crypto';
import type { Program, RunOptions } from '../../core/engine.js';
import type { EngineReady } from '../../shared/engineProtocol.js';

/**
 * A key that two runs share only where the one's verdict is the other's.
 *
 * It is made of all that is asked of a run and all that the engine says of itself, but for what is
 * named here. So whatever is added to either counts from the start, and a key that nothing has is
 * the worst that can come of it.
 */
export function runKey(program: Program, options: RunOptions, ready: EngineReady): string {
  const { level, network } = ready.isolation;
  const conditions = { ...ready, workers: undefined, isolation: { level, network } };
  return createHash('sha256')
    .update(JSON.stringify([program, options, conditions], inOrder))
    .digest('hex');
}

/** For `JSON.stringify`: an object's fields in the order of their names, whoever has made it. */
function inOrder(_name: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}
