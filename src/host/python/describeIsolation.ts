import type { EngineReady } from '../../shared/engineProtocol.js';

/** The level in force, and why it is no stronger where that is known. */
export function describeIsolation({ level, reason }: EngineReady['isolation']): string {
  return reason === '' ? level : `${level} (${reason})`;
}
