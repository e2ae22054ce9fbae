import { createHash } from 'node:crypto';
import type { Program } from '../../core/engine.js';
import type { EngineReady } from '../../shared/engineProtocol.js';

/** What a verdict depends on beside the program. */
export interface RunConditions {
  readonly timeoutSeconds: number;
  readonly python: EngineReady['python'];
}

/** A key that two runs share only where the one's verdict is the other's. */
export function runKey(program: Program, { timeoutSeconds, python }: RunConditions): string {
  const { code, test, entryPoint } = program;
  const parts = [code, test, entryPoint, timeoutSeconds, python.executable, python.version];
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}
