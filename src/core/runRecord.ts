import * as v from 'valibot';
import {
  CauseSchema,
  OfficialStatusSchema,
  RunStatusSchema,
  TestStatusSchema,
  type EngineReady,
  type OfficialStatus,
  type TestOutcome,
} from '../shared/engineProtocol.js';
import type { RunResult } from './engine.js';

const seconds = v.pipe(v.number(), v.minValue(0));

const TestRecordSchema = v.object({
  name: v.string(),
  status: TestStatusSchema,
  duration_s: seconds,
  message: v.string(),
});
/** What reports say of a test case. */
export type TestRecord = v.InferOutput<typeof TestRecordSchema>;

export const RunRecordSchema = v.object({
  status: RunStatusSchema,
  official: v.nullable(OfficialStatusSchema),
  /** `null` for a pass, and where the verdict comes from a file that names no causes. */
  cause: v.nullable(CauseSchema),
  message: v.string(),
  /** `null` where the verdict comes from a file that has no times. */
  duration_s: v.nullable(seconds),
  tests: v.array(TestRecordSchema),
  /** The official evaluator's: test method to traceback, or `"ALL"` to a message. */
  details: v.record(v.string(), v.string()),
  /** The level that was in force; `null` where the verdict comes from elsewhere. */
  isolation: v.nullable(v.picklist(['namespaces', 'landlock', 'limits'])),
});
/**
 * What an evaluation keeps of a run: enough for every report, without the output and the coverage.
 * Named as the engine names it.
 */
export type RunRecord = v.InferOutput<typeof RunRecordSchema>;

export function recordOf(result: RunResult, { isolation }: Pick<EngineReady, 'isolation'>) {
  const { status, official, cause, message, duration_s, details } = result;
  const tests = testRecords(result.tests);
  return {
    ...{ status, official, cause, message, duration_s, tests, details },
    isolation: isolation.level,
  } satisfies RunRecord;
}

export function testRecords(tests: readonly TestOutcome[]): TestRecord[] {
  return tests.map(({ name, status, duration_s, message }) => ({
    name,
    status,
    duration_s,
    message,
  }));
}

/**
 * The status in files that the official evaluator reads; `undefined` for a run that says nothing
 * about the code, for which it has no name.
 */
export function officialStatus({ status, official }: RunRecord): OfficialStatus | undefined {
  // A program that ends the engine itself has no official status either, and is no pass.
  return status === 'error' ? undefined : (official ?? 'fail');
}
