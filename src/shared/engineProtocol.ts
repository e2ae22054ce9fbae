/**
 * The wire types of the engine protocol (docs/engine-protocol.md), as schemas:
 * every message is validated where it enters the process.
 */
import * as v from 'valibot';

export const PROTOCOL_VERSION = 1;

const seconds = v.pipe(v.number(), v.minValue(0));
const line = v.pipe(v.number(), v.integer());

export const TestStatusSchema = v.picklist([
  'pass',
  'fail',
  'error',
  'skip',
  'expected_failure',
  'unexpected_success',
]);
export type TestStatus = v.InferOutput<typeof TestStatusSchema>;

export const CauseSchema = v.picklist([
  'assertion',
  'exception',
  'syntax',
  'import',
  'no_entry_point',
  'no_tests',
  'timeout',
  'memory',
  'output',
  'crash',
  'exit',
  'network',
  'tampered',
  'infrastructure',
]);
export type Cause = v.InferOutput<typeof CauseSchema>;

export const RunStatusSchema = v.picklist(['pass', 'fail', 'timeout', 'error']);
export type RunStatus = v.InferOutput<typeof RunStatusSchema>;

export const OfficialStatusSchema = v.picklist(['pass', 'fail', 'timeout']);
/** What the official evaluator calls a run; it knows no more than these. */
export type OfficialStatus = v.InferOutput<typeof OfficialStatusSchema>;

const FrameSchema = v.object({ line, function: v.string() });
/** A frame of the program under test: a 1-based program line and the function's name. */
export type Frame = v.InferOutput<typeof FrameSchema>;

const ExampleSchema = v.object({
  line,
  source: v.string(),
  /** `null` where the docstring says nothing of its output. */
  expected: v.nullable(v.string()),
  /** `null` where it never ended or was skipped. */
  got: v.nullable(v.string()),
});
/** An example of the docstring; it starts at the 1-based program line `line`. */
export type ExampleReport = v.InferOutput<typeof ExampleSchema>;

export const TestOutcomeSchema = v.object({
  name: v.string(),
  status: TestStatusSchema,
  duration_s: seconds,
  message: v.string(),
  traceback: v.string(),
  frames: v.array(FrameSchema),
  stdout: v.string(),
  stderr: v.string(),
  output_cut: v.boolean(),
  /** Where the test case is an example of the docstring. */
  example: v.optional(ExampleSchema),
});
export type TestOutcome = v.InferOutput<typeof TestOutcomeSchema>;

const BranchSchema = v.tuple([line, line]);
/** `[from line, to line]`; a negative target leaves the function or module starting there. */
export type Branch = v.InferOutput<typeof BranchSchema>;

const CoverageSchema = v.object({
  executed_lines: v.array(line),
  missing_lines: v.array(line),
  executed_branches: v.array(BranchSchema),
  missing_branches: v.array(BranchSchema),
});
/** Line and branch coverage of the program's `code`, in coverage.py's terms. */
export type CoverageReport = v.InferOutput<typeof CoverageSchema>;

const ReadySchema = v.object({
  type: v.literal('ready'),
  protocol: v.literal(PROTOCOL_VERSION),
  python: v.object({ version: v.string(), executable: v.string(), platform: v.string() }),
  workers: v.pipe(v.number(), v.integer(), v.minValue(1)),
  launch: v.picklist(['fork', 'spawn']),
  isolation: v.object({
    level: v.picklist(['namespaces', 'landlock', 'limits']),
    reason: v.string(),
    network: v.picklist(['off', 'loopback', 'on']),
  }),
  memory_mib: v.nullable(v.number()),
  coverage: v.nullable(v.string()),
  packages: v.string(),
  harness: v.string(),
});
/** What the engine says of itself once it has started. */
export type EngineReady = v.InferOutput<typeof ReadySchema>;

export const RunFinishedSchema = v.object({
  type: v.literal('finished'),
  run: v.string(),
  status: RunStatusSchema,
  official: v.nullable(OfficialStatusSchema),
  cause: v.nullable(CauseSchema),
  message: v.string(),
  module: v.nullable(v.string()),
  frames: v.array(FrameSchema),
  tests_run: v.pipe(v.number(), v.integer(), v.minValue(0)),
  duration_s: seconds,
  startup_s: seconds,
  times: v.object({
    launch_s: seconds,
    imports_s: seconds,
    coverage_s: seconds,
    ending_s: seconds,
    tests_cpu_s: seconds,
  }),
  details: v.record(v.string(), v.string()),
  stdout: v.string(),
  stderr: v.string(),
  output_cut: v.boolean(),
  coverage: v.nullable(CoverageSchema),
});
export type RunFinished = v.InferOutput<typeof RunFinishedSchema>;

export const LogLevelSchema = v.picklist(['debug', 'info', 'warning', 'error']);
export type LogLevel = v.InferOutput<typeof LogLevelSchema>;

export const EngineEventSchema = v.variant('type', [
  ReadySchema,
  v.object({ type: v.literal('started'), run: v.string() }),
  v.object({ type: v.literal('test'), run: v.string(), test: TestOutcomeSchema }),
  RunFinishedSchema,
  v.object({ type: v.literal('cancelled'), run: v.string() }),
  v.object({
    type: v.literal('inspected'),
    inspect: v.string(),
    missing: v.array(v.string()),
    packages: v.string(),
  }),
  v.object({ type: v.literal('refused'), request: v.nullable(v.string()), message: v.string() }),
  v.object({
    type: v.literal('log'),
    level: LogLevelSchema,
    message: v.string(),
  }),
]);
/** Engine to host. */
export type EngineEvent = v.InferOutput<typeof EngineEventSchema>;

/** What is run: the `TestCases`, or the examples of the docstring with `code` alone. */
export type RunMode = 'tests' | 'examples';

/** One program to run: `code + "\n" + test`. */
export interface RunRequest {
  readonly type: 'run';
  readonly run: string;
  readonly code: string;
  readonly test: string;
  readonly entry_point: string;
  /** Seconds the tests may take; imports have the same again. */
  readonly timeout_s: number;
  readonly coverage: boolean;
  readonly mode: RunMode;
  /** Test methods to run; all without it. */
  readonly only?: readonly string[];
  /** The seed of a random order of the test methods; unittest's own order without it. */
  readonly shuffle?: number;
  readonly debug?: DebugRequest;
}

/** Lets the user's debugger into a run, which then has no time limit. */
export interface DebugRequest {
  /** Of 127.0.0.1, where a debug adapter awaits the run's process. */
  readonly port: number;
  /** The folder that holds the package debugpy. */
  readonly debugpy: string;
  /** A file with the program's text, under the name by which the adapter's messages speak of it. */
  readonly file: string;
}

/** Host to engine. */
export type EngineRequest =
  | RunRequest
  | { readonly type: 'cancel'; readonly run: string }
  | { readonly type: 'inspect'; readonly inspect: string; readonly modules: readonly string[] }
  | { readonly type: 'preload'; readonly modules: Readonly<Record<string, number>> };
