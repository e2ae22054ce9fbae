import type { Refusal } from '../core/dataset.js';
import { refusalText } from '../core/refusal.js';

/** Names on standard error what was refused, and why. */
export function printRefusals(refused: readonly Refusal[]): void {
  for (const refusal of refused) process.stderr.write(`refused ${refusalText(refusal)}\n`);
}
