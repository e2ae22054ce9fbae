import path from 'node:path';
import { toRow } from '../../src/core/row.js';
import type { Task } from '../../src/core/task.js';
import { joinTaskFile, splitTaskFile } from '../../src/core/taskFile.js';
import { openDataset } from '../../src/node/datasets/openDataset.js';
import { root } from '../setup/paths.js';
import { SetupError } from '../setup/setupError.js';

/** The sample with a mistake in its solution. */
export const failing = 'general/merge_sorted_ledgers';
/** The sample without the tests of one branch. */
export const uncovered = 'time/business_days_left';

/** What is replaced in a sample: as shipped they show neither a failing test nor a missed branch. */
const flaws: Readonly<Record<string, readonly (readonly [before: string, after: string])[]>> = {
  [failing]: [['if total != 0:', 'if amounts:']],
  [uncovered]: [
    ['# The day itself counts; as a holiday it leaves nothing.', '# The day itself counts.'],
    [
      `        self.assertEqual(task_func("2023-01-31", holidays=["2023-01-31"]), (0, None, None))
`,
      '',
    ],
    [
      `    def test_nothing_left(self):
        # 30 and 31 March 2024 are a Saturday and a Sunday.
        self.assertEqual(task_func("2024-03-30"), (0, None, None))

`,
      '',
    ],
  ],
};

/** The samples as they are shipped. */
export async function sampleTasks(): Promise<readonly Task[]> {
  const samplesDir = path.join(root, 'samples');
  const { tasks } = await openDataset(
    { kind: 'folder', path: samplesDir },
    // A folder of task files leaves nothing in the cache.
    { samplesDir, cacheDir: samplesDir },
  );
  return tasks.map(({ task }) => task);
}

/** The samples as the rows of a dataset, flaws included. */
export async function flawedRows(): Promise<string> {
  return (await sampleTasks())
    .map((task) => splitTaskFile(flawedFile(task), task.taskId))
    .map((task) => `${JSON.stringify(toRow(task))}\n`)
    .join('');
}

/** A sample's file with its flaw, if it is to have one. */
export function flawedFile(task: Task): string {
  return (flaws[task.taskId] ?? []).reduce((text, [before, after]) => {
    if (!text.includes(before)) throw new SetupError(`${task.taskId} no longer has “${before}”.`);
    return text.replace(before, after);
  }, joinTaskFile(task));
}
