import type { TestOutcome } from '../shared/engineProtocol.js';
import type { RunResult } from './engine.js';

/** What can come of an example. One that says nothing of its output is `unchecked` if it runs. */
export const EXAMPLE_FATES = ['true', 'mismatched', 'raising', 'unchecked', 'skipped'] as const;
export type ExampleFate = (typeof EXAMPLE_FATES)[number];

export function exampleFate({ status, example }: TestOutcome): ExampleFate {
  switch (status) {
    case 'pass':
      return example?.expected === null ? 'unchecked' : 'true';
    case 'fail':
      return 'mismatched';
    case 'skip':
      return 'skipped';
    default:
      return 'raising';
  }
}

/** How many examples came to what: `2 true, 1 mismatched`; empty where none was run. */
export function exampleCounts({ tests }: RunResult): string {
  const fates = tests.map(exampleFate);
  return EXAMPLE_FATES.map((fate) => ({ fate, of: fates.filter((each) => each === fate).length }))
    .filter((count) => count.of > 0)
    .map((count) => `${count.of} ${count.fate}`)
    .join(', ');
}

/** Causes that an exception has, in an example or in the code before them. */
const RAISED: ReadonlySet<RunResult['cause']> = new Set<RunResult['cause']>([
  'exception',
  'import',
  'network',
  'exit',
  'memory',
]);

/**
 * What came of a docstring's examples, by the gravest of them: where the run could not be finished,
 * its cause; `undefined` where the docstring has no examples.
 */
export function examplesFate({ cause, status, tests }: RunResult): string | undefined {
  const fates = tests.map(exampleFate);
  if (status === 'pass') return fates.includes('true') ? 'true' : 'unchecked';
  if (cause === 'no_tests') return tests.length === 0 ? undefined : 'skipped';
  if (cause === 'assertion') return 'mismatched';
  return RAISED.has(cause) ? 'raising' : (cause ?? status);
}
