import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { mapConcurrently } from '../core/concurrently.js';
import type { Dataset, DatasetTask } from '../core/dataset.js';
import type { Engine } from '../core/engine.js';
import { UserError } from '../core/errors.js';
import { librariesByUse } from '../core/libraries.js';
import { programOf } from '../core/program.js';
import { refusalText } from '../core/refusal.js';
import { createEngine } from '../node/engine/createEngine.js';
import { writeJson } from '../node/jsonFile.js';
import { pythonOnPath } from '../node/python/interpreters.js';
import { checkReport, checkTable, type CheckedTask } from './checkReport.js';
import { ProgressBar } from './progress.js';
import { openTasks, parseOptions, type Surroundings } from './surroundings.js';

const OPTIONS = {
  tasks: { type: 'string' },
  ids: { type: 'string', multiple: true },
  coverage: { type: 'boolean', default: false },
  workers: { type: 'string' },
  python: { type: 'string' },
  timeout: { type: 'string', default: '240' },
  json: { type: 'string' },
} as const;

/** `bcb check`: each task's tests against its canonical solution. */
export async function check(args: readonly string[], at: Surroundings): Promise<number> {
  const options = parseOptions(args, OPTIONS);
  const timeoutSeconds = positive(options.timeout, '--timeout');
  const workers =
    options.workers === undefined
      ? availableParallelism()
      : Math.ceil(positive(options.workers, '--workers'));
  const dataset = await openTasks(options.tasks, at);
  const tasks = selectTasks(dataset, options.ids);
  for (const refusal of dataset.refused) process.stderr.write(`refused ${refusalText(refusal)}\n`);

  const engine = createEngine({
    pythonPath: options.python ?? (await defaultPython()),
    harnessDir: join(at.packageDir, 'python'),
    workers,
    log: (level, message) => {
      if (level === 'warning' || level === 'error') process.stderr.write(`engine: ${message}\n`);
    },
  });
  try {
    const ready = await engine.ready;
    if (options.coverage && ready.coverage === null) {
      throw new UserError(
        `Coverage needs coverage.py in ${ready.python.executable}. Install with: "${ready.python.executable}" -m pip install coverage`,
      );
    }
    engine.preload(librariesByUse([{ ...dataset, tasks }]));
    const run = { engine, workers, timeoutSeconds, coverage: options.coverage, signal: at.signal };
    const checked = await checkAll(tasks, run);
    process.stdout.write(checkTable(checked, options.coverage));
    if (options.json !== undefined) {
      await writeJson(options.json, checkReport(checked, dataset.refused, ready, options.coverage));
    }
    const allPass = checked.every(({ result }) => result.status === 'pass');
    const allRead = options.ids !== undefined || dataset.refused.length === 0;
    return allPass && allRead ? 0 : 1;
  } finally {
    engine.dispose();
  }
}

interface CheckRun {
  readonly engine: Engine;
  readonly workers: number;
  readonly timeoutSeconds: number;
  readonly coverage: boolean;
  readonly signal: AbortSignal;
}

/** Checks the tasks, as many at once as the engine has workers, and keeps their order. */
async function checkAll(
  tasks: readonly DatasetTask[],
  { engine, workers, timeoutSeconds, coverage, signal }: CheckRun,
): Promise<CheckedTask[]> {
  const bar = new ProgressBar(tasks.length);
  try {
    // Twice the workers keeps the engine's queue filled.
    return await mapConcurrently(tasks, 2 * workers, async ({ task }) => {
      const options = { timeoutSeconds, coverage };
      const result = await engine.run(programOf(task), options, {}, signal);
      bar.advance(`${task.taskId} ${result.status}`);
      return { task, result };
    });
  } finally {
    bar.end();
  }
}

/** The tasks that `--ids` names (comma-separated, repeatable); all without it. */
function selectTasks(
  { tasks, label }: Dataset,
  ids: readonly string[] | undefined,
): readonly DatasetTask[] {
  if (ids === undefined) return tasks;
  const wanted = ids.flatMap((text) => text.split(',')).filter((id) => id !== '');
  const byId = new Map(tasks.map((entry) => [entry.task.taskId, entry]));
  return wanted.map((id) => {
    const entry = byId.get(id);
    if (!entry) throw new UserError(`There is no task ${id} in ${label}. See bcb list.`);
    return entry;
  });
}

async function defaultPython(): Promise<string> {
  const found = await pythonOnPath();
  if (found) return found.path;
  throw new UserError(
    'No Python was found on the PATH. Install Python 3.8 or newer, or give --python PATH.',
  );
}

function positive(text: string, option: string): number {
  const value = Number(text);
  if (!(value > 0)) throw new UserError(`${option}: expected a number above 0, got “${text}”.`);
  return value;
}
