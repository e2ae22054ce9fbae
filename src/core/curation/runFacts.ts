import type { RunResult } from '../engine.js';
import { exampleFate } from '../exampleFates.js';
import { branchSummary, testCounts } from '../verdict.js';
import type { PythonEnvironment } from '../environments/pythonEnvironment.js';
import type { CheckSummary, RecordedGate } from './events.js';
import type { RunFacts } from './gates/gate.js';
import type { AskedGate } from './gates/registry.js';

/** The coverage gate's view of a run with coverage; none where the run did not get that far. */
export function coverageFact({ coverage }: RunResult): RunFacts['coverage'] {
  if (!coverage) return undefined;
  const missedLines = [...new Set(coverage.missing_branches.map(([from]) => from))];
  return { percent: branchSummary(coverage).percent, missedLines };
}

/** The examples gate's view of a run of the docstring's examples. */
export function examplesFact({ tests }: RunResult): NonNullable<RunFacts['examples']> {
  return tests.flatMap((outcome) => {
    const { example, message } = outcome;
    const fate = exampleFate(outcome);
    if (!example || fate === 'skipped') return [];
    return [{ line: example.line, holds: fate === 'true' || fate === 'unchecked', message }];
  });
}

/** A run in short, as records have it. */
export function checkSummary(result: RunResult): CheckSummary {
  const { status, cause, coverage } = result;
  const { passed, total } = testCounts(result);
  return {
    ...{ status, cause },
    testsPassed: passed,
    testsTotal: total,
    ...(coverage && { branchPercent: branchSummary(coverage).percent }),
  };
}

/** What gates have said, as records have it. */
export function recordedGates(asked: readonly AskedGate[]): RecordedGate[] {
  return asked.map(({ gate, outcome: { outcome, message } }) => ({
    ...{ gate: gate.id, outcome, message },
  }));
}

/** In what a check was run, as records have it: whose machine it was is nobody's business. */
export function environmentText({ version, packages }: PythonEnvironment): string {
  return `Python ${version}, packages ${packages}`;
}
