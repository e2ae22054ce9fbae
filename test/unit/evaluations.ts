/** Samples for the tests of evaluations, and what the official evaluator made of some. */
import { join } from 'node:path';

const FIXTURES = join(import.meta.dirname, '../fixtures/samples');

/** The tasks of these samples. */
export const OFFICIAL_TASKS = join(FIXTURES, 'tasks.jsonl');

/** Beside them lie the files that bigcodebench 0.2.5 wrote, on Python 3.10. */
export const OFFICIAL_SAMPLES = join(
  FIXTURES,
  'river--main--bigcodebench-hard-complete--vllm-0.2-3-sanitized_calibrated.jsonl',
);
