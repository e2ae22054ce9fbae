import assert from 'node:assert/strict';
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { copyFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import * as v from 'valibot';
import { evaluate } from '../../src/cli/evaluate.js';
import type { Surroundings } from '../../src/cli/surroundings.js';
import { CancelledError } from '../../src/core/errors.js';
import { toRow } from '../../src/core/row.js';
import { RunRecordSchema } from '../../src/core/runRecord.js';
import { readJson } from '../../src/node/jsonFile.js';
import { readEvalResults, resultFilesOf } from '../../src/node/results/resultFiles.js';
import { jsonl, temporaryFolder } from './datasetFiles.js';
import { OFFICIAL_SAMPLES, OFFICIAL_TASKS } from './evaluations.js';
import { aTask } from './tasks.js';

const PACKAGE_DIR = join(import.meta.dirname, '../..');

/** What the tests read of the file that `--json` writes. */
const ReportSchema = v.object({
  pass_at_k: v.record(v.string(), v.number()),
  gt_pass_rate: v.optional(v.number()),
  samples: v.array(
    v.object({
      ...v.omit(RunRecordSchema, ['details']).entries,
      task_id: v.string(),
      line: v.number(),
      cached: v.boolean(),
    }),
  ),
  refused: v.array(v.object({ line: v.number(), field: v.optional(v.string()) })),
});

const TASKS = [1, 2].map((n) =>
  aTask({
    taskId: `Made/${n}`,
    canonicalSolution: `    return ${n}\n`,
    completePrompt: 'def task_func():\n    """Give a number."""\n',
    codePrompt: 'def task_func():\n',
    test: `import unittest\nclass TestCases(unittest.TestCase):\n    def test_number(self):\n        self.assertEqual(task_func(), ${n})`,
    libs: [],
  }),
);

const completion = (task: number, text: string) => ({
  task_id: `Made/${task}`,
  completion: `    ${text}\n`,
});
const RIGHT = [completion(1, 'return 1'), completion(2, 'return 2')] as const;
const WRONG = completion(1, 'return 0');
const CRASH = completion(2, 'raise ValueError("no")');
/** Right, and at work for long enough to be interrupted. */
const SLOW = completion(2, 'import time; time.sleep(2); return 2');

/** A folder with tasks and these samples, and the ways to evaluate them. */
async function evaluationOf(t: TestContext, ...samples: readonly unknown[]) {
  const folder = await temporaryFolder(t);
  const path = join(folder, 'made.jsonl');
  const tasks = join(folder, 'tasks.jsonl');
  const json = join(folder, 'out.json');
  await writeFile(path, jsonl(...samples));
  await writeFile(tasks, jsonl(...TASKS.map(toRow)));
  const call = ['--samples', path, '--tasks', tasks, '--json', json, '--workers', '1'];
  return {
    path,
    files: resultFilesOf(path),
    run: (args: readonly string[] = [], signal = new AbortController().signal) =>
      evaluate([...call, ...args], { ...surroundings(folder), signal }),
    report: async () => v.parse(ReportSchema, await readJson(json)),
  };
}

/** Where an evaluation runs that leaves nothing outside of the folder. */
function surroundings(folder: string): Surroundings {
  const { signal } = new AbortController();
  return { packageDir: PACKAGE_DIR, cacheDir: join(folder, 'cache'), signal };
}

/** Resolves once the file has so many lines. */
async function lines(path: string, count: number): Promise<void> {
  const found = existsSync(path) ? readFileSync(path, 'utf8').split('\n').length - 1 : 0;
  if (found >= count) return;
  await new Promise((resolve) => setTimeout(resolve, 20));
  await lines(path, count);
}

describe('bcb evaluate', () => {
  it('judges samples in the order of their file, equal ones once', async (t) => {
    const { run, report, files } = await evaluationOf(t, CRASH, RIGHT[0], WRONG, RIGHT[1], CRASH);
    assert.equal(await run(), 0);
    const { samples, pass_at_k, gt_pass_rate } = await report();
    assert.deepEqual(
      samples.map(({ task_id, status, cause, line }) => [line, task_id, status, cause]),
      [
        [1, 'Made/2', 'fail', 'exception'],
        [2, 'Made/1', 'pass', null],
        [3, 'Made/1', 'fail', 'assertion'],
        [4, 'Made/2', 'pass', null],
        [5, 'Made/2', 'fail', 'exception'],
      ],
    );
    const [first, , wrong, , last] = samples;
    assert.deepEqual({ ...last, line: 1 }, first, 'down to the same duration');
    assert.deepEqual(
      wrong?.tests.map(({ name, status, message }) => [name, status, message]),
      [['test_number', 'fail', 'AssertionError: 0 != 1']],
    );
    assert.deepEqual(pass_at_k, { 'pass@1': (1 / 2 + 1 / 3) / 2 });
    assert.equal(gt_pass_rate, 1);
    const results = await readEvalResults(files.results);
    assert.deepEqual(Object.keys(results?.eval ?? {}), ['Made/2', 'Made/1']);
    assert.ok(!existsSync(files.progress));
  });

  it('refuses bad lines, evaluates the rest and says so by its exit code', async (t) => {
    const bad = { task_id: 'Made/9', completion: '' };
    const { run, report } = await evaluationOf(t, bad, RIGHT[0], { task_id: 'Made/1' });
    assert.equal(await run(['--no-gt']), 1);
    const { samples, refused, gt_pass_rate } = await report();
    assert.deepEqual([samples.length, samples[0]?.line, gt_pass_rate], [1, 2, undefined]);
    assert.deepEqual(refused, [
      { line: 1, field: 'task_id' },
      { line: 3, field: 'solution' },
    ]);
  });

  it('without calibration lacks the code prompt', async (t) => {
    const sample = { task_id: 'Made/1', solution: '    return 1\n' };
    const { run, report } = await evaluationOf(t, sample);
    await run(['--no-calibrated', '--no-gt']);
    assert.equal((await report()).samples[0]?.cause, 'syntax');
  });

  it('refuses a wrong call before anything runs', async (t) => {
    const { run, path } = await evaluationOf(t, { task_id: 'Made/9', solution: '' });
    const calls: [string[], RegExp][] = [
      [['--pass-k', '1,x'], /--pass-k/],
      [['--timeout', '0'], /--timeout/],
      [['--resume', '--overwrite'], /exclude/],
      [['--calibrated', '--no-calibrated'], /exclude/],
      [[], new RegExp(`${basename(path)} has no sample of a task in tasks\\.jsonl`)],
    ];
    for (const [args, message] of calls) {
      await assert.rejects(run(args), { name: 'UserError', message });
    }
  });
});

describe('an evaluation of samples that ran before', () => {
  it('takes their results from the cache, unless told not to, and keeps those of new runs', async (t) => {
    const { run, report } = await evaluationOf(t, WRONG, RIGHT[0], CRASH);
    assert.equal(await run(), 0);
    const first = await report();
    assert.equal(await run(['--overwrite']), 0);
    const second = await report();
    const cached = (yes: boolean) => first.samples.map((sample) => ({ ...sample, cached: yes }));
    assert.deepEqual(first.samples, cached(false));
    assert.deepEqual(second, { ...first, samples: cached(true) }, 'down to the same durations');
    assert.equal(await run(['--overwrite', '--no-cache']), 0);
    const third = await report();
    assert.ok(third.samples.every(({ cached: yes }) => !yes));
    assert.equal(await run(['--overwrite']), 0);
    const durations = ({ samples }: typeof first) => samples.map(({ duration_s }) => duration_s);
    assert.deepEqual(durations(await report()), durations(third));
  });
});

describe('an evaluation that is there already', () => {
  it('is kept, unless it is to be resumed or overwritten', async (t) => {
    const { run, report, path, files } = await evaluationOf(t, RIGHT[0]);
    await run(['--no-gt']);
    await assert.rejects(run(), { name: 'UserError', message: /--resume .* --overwrite/ });

    appendFileSync(path, jsonl(RIGHT[1]));
    assert.equal(await run(['--no-gt', '--resume']), 0);
    const [kept, added] = (await report()).samples;
    assert.deepEqual([kept?.duration_s, kept?.isolation], [null, null], 'from the results');
    assert.notEqual(added?.duration_s, null);

    await writeFile(files.results, '{}');
    await assert.rejects(run(['--resume']), /eval_results\.json holds no results/);
    assert.equal(await run(['--no-gt', '--overwrite']), 0);
    assert.notEqual((await report()).samples[0]?.duration_s, null);
  });

  it('is continued after it was interrupted, from whole lines of its progress', async (t) => {
    const { run, report, files } = await evaluationOf(t, RIGHT[0], WRONG, SLOW, CRASH);
    const controller = new AbortController();
    const interrupted = run([], controller.signal);
    await Promise.race([lines(files.progress, 2), interrupted]);
    controller.abort();
    await assert.rejects(interrupted, CancelledError);
    assert.ok(!existsSync(files.results));
    await assert.rejects(run(), /has not ended/);

    // Marked, to be told from a verdict of the second run; then what a power cut leaves.
    const [right = '', wrong = ''] = readFileSync(files.progress, 'utf8').split('\n');
    const marked = right.replace('1 test passed', 'kept');
    assert.notEqual(marked, right);
    await writeFile(files.progress, `${marked}\n${wrong.slice(0, wrong.length / 2)}`);
    assert.equal(await run(['--resume']), 0);
    const { samples } = await report();
    assert.deepEqual(
      samples.map(({ status, message }) => [status, message]),
      [
        ['pass', 'kept'],
        ['fail', '1 of 1 test failed'],
        ['pass', '1 test passed'],
        ['fail', '1 of 1 test failed'],
      ],
    );
    assert.ok(existsSync(files.results) && !existsSync(files.progress));
  });
});

describe('the official evaluator', () => {
  const official = resultFilesOf(OFFICIAL_SAMPLES);

  it('says the same of the same samples', async (t) => {
    const path = join(await temporaryFolder(t), basename(OFFICIAL_SAMPLES));
    await copyFile(OFFICIAL_SAMPLES, path);
    const at = surroundings(join(path, '..'));
    const options = ['--samples', path, '--tasks', OFFICIAL_TASKS, '--pass-k', '1,3,5'];
    assert.equal(await evaluate(options, at), 0);
    const files = resultFilesOf(path);
    assert.deepEqual(await readJson(files.passAtK), await readJson(official.passAtK));
    assert.deepEqual(await comparable(files.results), await comparable(official.results));
  });

  it('leaves results from which an evaluation can go on', async (t) => {
    const path = join(await temporaryFolder(t), basename(OFFICIAL_SAMPLES));
    const files = resultFilesOf(path);
    await copyFile(OFFICIAL_SAMPLES, path);
    await copyFile(official.results, files.results);
    const at = surroundings(join(path, '..'));
    const json = join(path, '../out.json');
    const options = ['--samples', path, '--tasks', OFFICIAL_TASKS, '--json', json, '--no-gt'];
    assert.equal(await evaluate([...options, '--resume'], at), 0);
    const { samples } = v.parse(ReportSchema, await readJson(json));
    assert.deepEqual(
      samples.map(({ status, cause }) => [status, cause]),
      // The last is a timeout to the official evaluator, and is judged again.
      [
        ...['pass', 'pass', 'fail', 'fail', 'fail'].map((status) => [status, null]),
        ['fail', 'exit'],
      ],
    );
    assert.deepEqual(await comparable(files.results), await comparable(official.results));
  });
});

/**
 * Results by task, whose order has no meaning, without the date and without the words of tracebacks,
 * which differ between Pythons.
 */
async function comparable(path: string) {
  const results = await readEvalResults(path);
  const tasks = Object.entries(results?.eval ?? {}).map(([id, entries]) => {
    const samples = entries.map(({ details, ...entry }) => ({
      ...entry,
      details: Object.keys(details).sort(),
    }));
    return [id, samples] as const;
  });
  return new Map(tasks);
}
