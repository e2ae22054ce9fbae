import { countText } from '../core/countText.js';
import type { Cause } from '../shared/engineProtocol.js';

/** Why runs did not pass, as a line; empty where all did. */
export function causesLine(causes: readonly (Cause | null)[]): string {
  const named = causes.filter((cause) => cause !== null);
  return named.length === 0 ? '' : `causes: ${countText(named)}\n`;
}
