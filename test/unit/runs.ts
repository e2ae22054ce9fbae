/** Results of runs, and an engine that gave them, for tests of what is said of them. */
import type { RunResult } from '../../src/core/engine.js';
import type { EngineReady } from '../../src/shared/engineProtocol.js';

export const PASS: RunResult = {
  status: 'pass',
  official: 'pass',
  cause: null,
  message: '',
  module: null,
  frames: [],
  tests_run: 0,
  duration_s: 0,
  startup_s: 0,
  times: { launch_s: 0, imports_s: 0, coverage_s: 0, ending_s: 0, tests_cpu_s: 0 },
  details: {},
  stdout: '',
  stderr: '',
  output_cut: false,
  coverage: null,
  tests: [],
};

export const READY: EngineReady = {
  type: 'ready',
  protocol: 1,
  python: { version: '3.10.0', executable: 'python3', platform: 'linux' },
  workers: 1,
  launch: 'fork',
  isolation: { level: 'limits', reason: '', network: 'on' },
  memory_mib: null,
  coverage: null,
  packages: '',
  harness: '',
};
