import assert from 'node:assert/strict';
import type { ShownTask } from '../../src/host/datasets/openDatasets.js';
import type { DatasetNode } from '../../src/host/tasks/nodes.js';
import { command, recordTestRuns, studio, type TestRunRecord } from './studio.js';

describe('cached results', () => {
  let samples: DatasetNode;

  before(async () => {
    const { view, arrangement } = await studio();
    await command('openSamples');
    await arrangement.change({ filter: '' });
    const found = view
      .getChildren()
      .find((node): node is DatasetNode => 'dataset' in node && isSamples(node));
    assert.ok(found);
    samples = found;
    await command('clearResultCache');
  });

  it('take the place of running many tasks, and say so', async () => {
    const { verdicts } = await studio();
    const first = await runSamples('runTask');
    assert.deepEqual(cachedIn(first), []);
    const when = firstVerdict(verdicts);
    const second = await runSamples('runTask');
    assert.equal(cachedIn(second).length, samples.tasks.length);
    assert.deepEqual([...second.passed].sort(), [...first.passed].sort());
    assert.deepEqual(firstVerdict(verdicts), when, 'the verdict is of the run that was');
    const { tests } = await studio();
    const [shown] = shownTasks();
    assert.match(tests.taskItem(shown)?.description ?? '', /^cached · /);
  });

  it('bring their coverage along', async () => {
    await runSamples('coverTask');
    const again = await runSamples('coverTask');
    assert.equal(cachedIn(again).length, samples.tasks.length);
    assert.equal(again.coverage.length, samples.tasks.length);
  });

  it('do not keep a task that is run by itself from running', async () => {
    const { tests } = await studio();
    const [{ dataset, entry }] = shownTasks();
    const target = { datasetId: dataset.id, taskId: entry.task.taskId };
    const record = await recordTestRuns(tests.controller, () => command('runTask', target));
    assert.deepEqual(cachedIn(record), []);
    assert.match(record.output.get(entry.task.taskId) ?? '', /: pass, tests/);
    assert.doesNotMatch(tests.taskItem({ dataset, entry })?.description ?? '', /cached/);
  });

  it('are passed over by Run Tasks Without Cache', async () => {
    assert.deepEqual(cachedIn(await runSamples('runWithoutCache')), []);
    assert.equal(cachedIn(await runSamples('runTask')).length, samples.tasks.length);
  });

  async function runSamples(name: string): Promise<TestRunRecord> {
    const { tests } = await studio();
    return recordTestRuns(tests.controller, () => command(name, samples));
  }

  function shownTasks(): [ShownTask, ...ShownTask[]] {
    const { dataset } = samples;
    const [first, ...others] = samples.tasks.map((entry) => ({ dataset, entry }));
    assert.ok(first);
    return [first, ...others];
  }

  function firstVerdict(verdicts: { get(shown: ShownTask): unknown }): unknown {
    return verdicts.get(shownTasks()[0]);
  }
});

function isSamples({ dataset }: { dataset: { dataset: { source: { kind: string } } } }): boolean {
  return dataset.dataset.source.kind === 'samples';
}

/** The items whose output says that the result is a cached one. */
function cachedIn({ output }: TestRunRecord): string[] {
  return [...output].filter(([, text]) => text.includes(', cached result of ')).map(([id]) => id);
}
