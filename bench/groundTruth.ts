/**
 * The ground-truth check of a dataset by us and by the official evaluator, side by side:
 *
 *     npm run bench:ground-truth -- --tasks FILE --python PATH [--sample N] [--workers N] [--coverage]
 *
 * PATH is a Python with the libraries of the tasks; the evaluator itself (the PyPI package
 * bigcodebench 0.2.5) is fetched beside it. `--sample` takes N tasks spread over the domains.
 * Prints totals, medians and their ratios, where our time goes, and every task whose verdict differs.
 * `--coverage` compares our check with coverage to our check without it instead.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { mustSucceed } from '../scripts/setup/childProcesses.js';
import { root } from '../scripts/setup/paths.js';
import { toRow } from '../src/core/row.js';
import { openDataset } from '../src/node/datasets/openDataset.js';
import { parseSource } from '../src/node/datasets/source.js';
import { printComparison, printCoverage, printShares } from './groundTruthReport.js';
import { runOurs, runPeer } from './groundTruthSides.js';
import { sample } from './sample.js';

const { values } = parseArgs({
  options: {
    tasks: { type: 'string' },
    python: { type: 'string' },
    sample: { type: 'string' },
    workers: { type: 'string', default: '2' },
    coverage: { type: 'boolean', default: false },
  },
});
const { tasks, python, workers } = values;
if (tasks === undefined || python === undefined) {
  throw new Error(
    'Name a dataset and a Python that has its libraries: --tasks FILE --python PATH.',
  );
}

await mustSucceed('The build', process.execPath, ['esbuild.mjs', '--production'], { cwd: root });
const scratch = await mkdtemp(path.join(os.tmpdir(), 'bigcodebench-bench-'));
try {
  const dataset = await openDataset(parseSource(tasks), { samplesDir: '', cacheDir: scratch });
  const chosen =
    values.sample === undefined ? dataset.tasks : sample(dataset.tasks, Number(values.sample));
  const file = path.join(scratch, 'tasks.jsonl');
  await writeFile(file, chosen.map(({ task }) => `${JSON.stringify(toRow(task))}\n`).join(''));
  console.log(`${String(chosen.length)} tasks, ${workers} workers`);
  const job = { tasks: file, python, workers, scratch };
  const ours = await runOurs(job, false);
  if (values.coverage) {
    const measured = await runOurs(job, true);
    printCoverage(measured, ours);
    printShares(measured, Number(workers));
  } else {
    printComparison(ours, await runPeer(job), Number(workers));
    printShares(ours, Number(workers));
  }
} finally {
  await rm(scratch, { recursive: true, force: true });
}
