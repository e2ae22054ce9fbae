import * as v from 'valibot';
import {
  CauseSchema,
  RunStatusSchema,
  type Cause,
  type CoverageReport,
  type TestOutcome,
} from '../shared/engineProtocol.js';
import { formatShare } from '../shared/numbers.js';
import { contentKey } from './contentKey.js';
import type { RunResult } from './engine.js';
import {
  PythonEnvironmentSchema,
  type PythonEnvironment,
} from './environments/pythonEnvironment.js';
import type { Task } from './task.js';

const count = v.pipe(v.number(), v.integer(), v.minValue(0));

const VerdictSchema = v.object({
  status: RunStatusSchema,
  /** Why it is no pass; null for a pass. */
  cause: v.nullable(CauseSchema),
  message: v.string(),
  testsPassed: count,
  testsTotal: count,
  /** The tests' own time, without imports and start-up. */
  durationSeconds: v.pipe(v.number(), v.minValue(0)),
  /** 0 to 100; null where the code has no branches, absent where the run was without coverage. */
  branchPercent: v.optional(v.nullable(v.pipe(v.number(), v.minValue(0), v.maxValue(100)))),
  /** When the run ended, ISO 8601 in UTC. */
  when: v.pipe(v.string(), v.isoTimestamp()),
  /** Of the task as it was when it ran: a verdict on another text says nothing. */
  contentKey: v.string(),
  /** Of what it ran in; null where that was not recorded. */
  environment: v.nullable(PythonEnvironmentSchema),
});
/** What is remembered of a task's last run. */
export type Verdict = v.InferOutput<typeof VerdictSchema>;

/** Verdicts as they are kept between sessions, under keys of the keeper's choice. */
const StoredVerdictsSchema = v.object({
  version: v.literal(2),
  verdicts: v.record(v.string(), VerdictSchema),
});
export type StoredVerdicts = v.InferOutput<typeof StoredVerdictsSchema>;

/** Version 1 did not record the environment. */
const FirstStoredVerdictsSchema = v.pipe(
  v.object({
    version: v.literal(1),
    verdicts: v.record(v.string(), v.omit(VerdictSchema, ['environment'])),
  }),
  v.transform(({ verdicts }): StoredVerdicts => {
    const entries = Object.entries(verdicts);
    return {
      version: 2,
      verdicts: Object.fromEntries(
        entries.map(([key, verdict]) => [key, { ...verdict, environment: null }]),
      ),
    };
  }),
);

const AnyStoredVerdictsSchema = v.union([StoredVerdictsSchema, FirstStoredVerdictsSchema]);

/** Stored verdicts of this version or an earlier one; undefined where the value is neither. */
export function parseStoredVerdicts(value: unknown): StoredVerdicts | undefined {
  const parsed = v.safeParse(AnyStoredVerdictsSchema, value);
  return parsed.success ? parsed.output : undefined;
}

/** How many tests of a run have passed, and of how many it began. */
export function testCounts({ tests, tests_run: begun }: RunResult): {
  readonly passed: number;
  readonly total: number;
} {
  // A run that ended early has reported fewer tests than it began, or none at all.
  return { passed: tests.filter(hasPassed).length, total: Math.max(begun, tests.length) };
}

/** Whether unittest takes a test for passed: one that failed as it was expected to has. */
export function hasPassed({ status }: Pick<TestOutcome, 'status'>): boolean {
  return status === 'pass' || status === 'expected_failure';
}

/** The verdict on `task` that a run of it gave. */
export function verdictOf(
  result: RunResult,
  task: Task,
  environment: PythonEnvironment,
  when = new Date(),
): Verdict {
  const { coverage } = result;
  const { passed, total } = testCounts(result);
  return {
    status: result.status,
    cause: result.cause,
    message: result.message,
    testsPassed: passed,
    testsTotal: total,
    durationSeconds: result.duration_s,
    ...(coverage && { branchPercent: branchPercent(coverage) }),
    when: when.toISOString(),
    contentKey: contentKey(task),
    environment,
  };
}

function branchPercent(coverage: CoverageReport): number | null {
  const { total, percent } = branchSummary(coverage);
  return total === 0 ? null : percent;
}

/**
 * How many of its branches a task's tests take, null where it has none; undefined where that was not
 * measured by a run that passed: what ran before a failure is no merit of the tests.
 */
export function testedBranches({
  status,
  branchPercent,
}: Pick<Verdict, 'status' | 'branchPercent'>): number | null | undefined {
  return status === 'pass' ? branchPercent : undefined;
}

/** `87 % of branches`, `no branches`; undefined as for `testedBranches`. */
export function branchesText(
  verdict: Pick<Verdict, 'status' | 'branchPercent'>,
): string | undefined {
  const percent = testedBranches(verdict);
  if (percent === undefined) return undefined;
  return percent === null ? 'no branches' : `${formatShare(percent, 100)} of branches`;
}

/** How much of something was covered; `percent` is 0 to 100, not rounded. */
export interface CoverageSummary {
  readonly covered: number;
  readonly total: number;
  readonly percent: number;
}

/** Branches alone. As in coverage.py's reports, code without a branch is covered in full. */
export function branchSummary(report: CoverageReport): CoverageSummary {
  return summarize(report.executed_branches.length, report.missing_branches.length);
}

/** Lines alone. As in coverage.py's reports, code without a statement is covered in full. */
export function lineSummary(report: CoverageReport): CoverageSummary {
  return summarize(report.executed_lines.length, report.missing_lines.length);
}

function summarize(covered: number, missing: number): CoverageSummary {
  const total = covered + missing;
  return { covered, total, percent: total === 0 ? 100 : (100 * covered) / total };
}

const CAUSE_TEXTS: Readonly<Record<Cause, string>> = {
  assertion: 'Assertion failed',
  exception: 'Exception',
  syntax: 'Syntax error',
  import: 'Missing library',
  no_entry_point: 'No entry point',
  no_tests: 'No tests ran',
  timeout: 'Timed out',
  memory: 'Out of memory',
  output: 'Too much output',
  crash: 'Crashed',
  exit: 'Left early',
  network: 'Network refused',
  tampered: 'Tampered with its tests',
  infrastructure: 'Could not be run',
};

/** A cause in words, to stand before the run's message. */
export function causeText(cause: Cause): string {
  return CAUSE_TEXTS[cause];
}
