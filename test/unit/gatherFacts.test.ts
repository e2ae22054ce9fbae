/** The gates of tasks that are run, on real engines. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { ensureSamplesPython } from '../../scripts/setup/pythonEnvironment.js';
import type { RunFact } from '../../src/core/curation/gates/gate.js';
import { newProject } from '../../src/core/curation/project.js';
import type { Engine } from '../../src/core/engine.js';
import { splitTaskFile } from '../../src/core/taskFile.js';
import { gatherFacts } from '../../src/node/curation/gatherFacts.js';
import { createEngine } from '../../src/node/engine/createEngine.js';
import { TASK_FILE } from './tasks.js';

/** Without the import that no environment has. */
const RUNNABLE = TASK_FILE.replace('import unused\n', '');
const { limits } = newProject('made');
const ALL: readonly RunFact[] = ['repeats', 'coverage', 'examples', 'trivial'];

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
  const gather = (text: string, needs = ALL) =>
    gatherFacts(splitTaskFile(text, 'made'), needs, limits, {
      ...{
        engine: engineOf(),
        seeded: (seed) => Promise.resolve(engineOf(seed)),
        timeoutSeconds: 20,
      },
    });

  before(async () => {
    python = await ensureSamplesPython();
  });
  after(() => {
    for (const engine of engines.values()) engine.dispose();
  });

  it('is found by running the task in every way', async () => {
    const { facts, check } = await gather(RUNNABLE);
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

  it('tells a solution that depends on the order of a set', async () => {
    const text = RUNNABLE.replace(
      'self.assertEqual(task_func(folder), 0.0)',
      "self.assertEqual(list({'a', 'b', 'c', 'd', 'e', 'f'}), ['a', 'b', 'c', 'd', 'e', 'f'])",
    );
    const { facts, check } = await gather(text, ['repeats']);
    const { repeats } = facts;
    assert.ok(repeats?.some(({ status }) => status === 'fail'));
    assert.ok(check && !('branchPercent' in check), 'the tests ran, without coverage');
  });

  it('names the line of an example that does not hold', async () => {
    const wrong = RUNNABLE.replace('    0.0\n', '    1.0\n');
    const { facts, check } = await gather(wrong, ['examples']);
    assert.equal(check, undefined);
    const [example] = facts.examples ?? [];
    assert.equal(example?.holds, false);
    assert.match(RUNNABLE.split('\n')[example.line - 1] ?? '', />>> task_func/);
  });
});
