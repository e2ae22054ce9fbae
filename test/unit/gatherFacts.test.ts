/** The gates of tasks that are run, on real engines. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, describe, it, type TestContext } from 'node:test';
import { ensureSamplesPython } from '../../scripts/setup/pythonEnvironment.js';
import type { RunFact } from '../../src/core/curation/gates/gate.js';
import { newProject } from '../../src/core/curation/project.js';
import type { Engine, RunOptions } from '../../src/core/engine.js';
import { splitTaskFile } from '../../src/core/taskFile.js';
import { Turns } from '../../src/core/turns.js';
import { abortController } from '../../src/node/abort.js';
import { gatherFacts } from '../../src/node/curation/gatherFacts.js';
import { createEngine } from '../../src/node/engine/createEngine.js';
import { ResultCache } from '../../src/node/results/resultCache.js';
import { temporaryFolder } from './datasetFiles.js';
import { TASK_FILE } from './tasks.js';

/** Without the import that no environment has. */
const RUNNABLE = TASK_FILE.replace('import unused\n', '');
const { limits } = newProject('made');
const ALL: readonly RunFact[] = ['repeats', 'coverage', 'examples', 'trivial'];

/** As `nameOf` has them. */
const REPEATS = ['as written', 'shuffled by 1', 'shuffled by 2'];

function nameOf({ coverage, mode, shuffle }: RunOptions): string {
  if (shuffle !== undefined) return `shuffled by ${String(shuffle)}`;
  if (mode === 'examples') return 'examples';
  return coverage ? 'coverage' : 'as written';
}

describe('what gates need to know', () => {
  const engines = new Map<number | undefined, Engine>();
  let python = '';

  const engineOf = (hashSeed?: number): Engine => {
    const known = engines.get(hashSeed);
    if (known) return known;
    const engine = createEngine({
      ...{ pythonPath: python, harnessDir: join(import.meta.dirname, '../../python'), workers: 2 },
      ...(hashSeed !== undefined && { hashSeed }),
      log: () => undefined,
    });
    engines.set(hashSeed, engine);
    return engine;
  };
  /** What the engines were asked to run, in words. */
  let asked: string[] = [];
  /** The hash seeds of the engines that have a run at work, once a run. */
  const atWork: (number | undefined)[] = [];
  const listening = (hashSeed?: number): Engine => {
    const engine = engineOf(hashSeed);
    return {
      ...engine,
      ready: engine.ready,
      run: async (program, options, ...others) => {
        asked.push(nameOf(options));
        assert.ok(
          atWork.every((other) => other === hashSeed),
          'two engines are at work, each with all the workers',
        );
        atWork.push(hashSeed);
        try {
          return await engine.run(program, options, ...others);
        } finally {
          atWork.pop();
        }
      },
    };
  };
  const gatherer =
    (cache: ResultCache, usesCache: boolean) =>
    async (text: string, needs = ALL) => {
      asked = [];
      const gathered = await gatherFacts(splitTaskFile(text, 'made'), needs, limits, {
        ...{ engine: listening(), seeded: (seed: number) => Promise.resolve(listening(seed)) },
        ...{
          turns: new Turns(),
          cache,
          usesCache,
          timeoutSeconds: 20,
          signal: abortController().signal,
        },
      });
      return { ...gathered, asked: asked.sort() };
    };
  const cacheOf = async (t: TestContext) =>
    new ResultCache(await temporaryFolder(t), (message) => assert.fail(message));

  before(async () => {
    python = await ensureSamplesPython();
  });
  after(() => {
    for (const engine of engines.values()) engine.dispose();
  });

  it('is found by running the task in every way', async (t) => {
    const { facts, check } = await gatherer(await cacheOf(t), false)(RUNNABLE);
    const { repeats, coverage, examples, trivial } = facts;
    assert.deepEqual(
      repeats?.map(({ status }) => status),
      ['pass', 'pass', 'pass'],
    );
    // Its loop never runs: the tests know empty folders alone.
    assert.deepEqual(coverage?.percent, 50);
    assert.equal(coverage.missedLines.length, 1);
    assert.deepEqual(
      examples?.map(({ holds }) => holds),
      [true],
    );
    const passing = trivial?.filter(({ passes }) => passes).map(({ name }) => name);
    assert.deepEqual(passing, ['return 0', 'return 0.0']);
    assert.deepEqual(check, {
      ...{ status: 'pass', cause: null, testsPassed: 2, testsTotal: 2, branchPercent: 50 },
    });
  });

  it('tells a solution that depends on the order of a set', async (t) => {
    const text = RUNNABLE.replace(
      'self.assertEqual(task_func(folder), 0.0)',
      "self.assertEqual(list({'a', 'b', 'c', 'd', 'e', 'f'}), ['a', 'b', 'c', 'd', 'e', 'f'])",
    );
    const { facts, check } = await gatherer(await cacheOf(t), false)(text, ['repeats']);
    const { repeats } = facts;
    assert.ok(repeats?.some(({ status }) => status === 'fail'));
    assert.ok(check && !('branchPercent' in check), 'the tests ran, without coverage');
  });

  it('names the line of an example that does not hold', async (t) => {
    const wrong = RUNNABLE.replace('    0.0\n', '    1.0\n');
    const { facts, check } = await gatherer(await cacheOf(t), false)(wrong, ['examples']);
    assert.equal(check, undefined);
    const [example] = facts.examples ?? [];
    assert.equal(example?.holds, false);
    assert.match(RUNNABLE.split('\n')[example.line - 1] ?? '', />>> task_func/);
  });

  it('is not asked for again, but for the repeats', async (t) => {
    const gather = gatherer(await cacheOf(t), true);
    const first = await gather(RUNNABLE);
    assert.deepEqual(first.runs, { total: first.asked.length, cached: 0 });
    const second = await gather(RUNNABLE);
    assert.deepEqual(second.asked, REPEATS);
    assert.deepEqual(second.runs, { total: first.runs.total, cached: first.runs.total - 3 });
    assert.deepEqual([second.facts, second.check], [first.facts, first.check]);
  });

  it('is asked for again as far as an edit changes it', async (t) => {
    const gather = gatherer(await cacheOf(t), true);
    await gather(RUNNABLE);
    const solved = await gather(RUNNABLE.replace('readings else 0.0', 'readings else -0.0'));
    assert.deepEqual(solved.asked, [...REPEATS, 'coverage', 'examples'].sort());
    const tested = await gather(RUNNABLE.replaceAll('0.0)', '0.00)'));
    assert.equal(tested.runs.cached, 0);
  });

  it('is asked for where the cache is not to be used, which has the newest then', async (t) => {
    const cache = await cacheOf(t);
    const first = await gatherer(cache, true)(RUNNABLE);
    const forced = await gatherer(cache, false)(RUNNABLE);
    assert.deepEqual(forced.asked, first.asked);
    assert.equal(forced.runs.cached, 0);
    assert.deepEqual((await gatherer(cache, true)(RUNNABLE)).asked, REPEATS);
  });
});
