import { countText } from '../core/countText.js';
import type { RunResult } from '../core/engine.js';
import { exampleCounts, examplesFate } from '../core/exampleFates.js';
import { testRecords } from '../core/runRecord.js';
import { formatQuantity } from '../shared/numbers.js';

/** A task's examples in the table: `2 true, 1 mismatched`. */
export function examplesText(result: RunResult): string {
  if (examplesFate(result) === undefined) return 'none';
  return exampleCounts(result) || String(result.cause);
}

/** What came of all examples, as a line; empty where none were asked for. */
export function examplesLine(results: readonly (RunResult | undefined)[]): string {
  const asked = results.filter((result) => result !== undefined);
  if (asked.length === 0) return '';
  const fates = asked.map(examplesFate).filter((fate) => fate !== undefined);
  return `${formatQuantity(fates.length, 'task')} with examples: ${countText(fates)}\n`;
}

/** A task's examples as data; `null` where its docstring has none. */
export function examplesReport(result: RunResult) {
  if (examplesFate(result) === undefined) return null;
  const { status, cause, message, tests } = result;
  const records = testRecords(tests);
  return {
    ...{ status, cause, message },
    examples: tests.map((outcome, index) => ({ ...records[index], ...outcome.example })),
  };
}
