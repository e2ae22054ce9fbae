import { join } from 'node:path';
import { contentKey } from '../core/contentKey.js';
import type { DatasetTask } from '../core/dataset.js';
import type { RunResult } from '../core/engine.js';
import { CancelledError, messageOf, UserError } from '../core/errors.js';
import { modulesByUse } from '../core/importedModules.js';
import { longestFirst } from '../core/longestFirst.js';
import { programOf } from '../core/program.js';
import { shuffle } from '../core/shuffle.js';
import type { Task } from '../core/task.js';
import { readDurations, rememberDurations } from '../node/durations.js';
import { writeJson } from '../node/jsonFile.js';
import { formatQuantity } from '../shared/numbers.js';
import {
  checkedTask,
  checkReport,
  checkTable,
  type CheckedRun,
  type CheckedTask,
} from './checkReport.js';
import { CLUSTER_OPTIONS } from './cluster.js';
import {
  ENGINE_OPTIONS,
  engineSettings,
  wholeAboveZero,
  withEngine,
  type EngineSession,
} from './engineSession.js';
import { readOrder, type Order } from './order.js';
import { printRefusals } from './refusals.js';
import { runAll } from './runAll.js';
import { selectTasks } from './selectTasks.js';
import { openTasks, parseOptions, type Surroundings } from './surroundings.js';

const OPTIONS = {
  ...ENGINE_OPTIONS,
  ...CLUSTER_OPTIONS,
  tasks: { type: 'string' },
  ids: { type: 'string', multiple: true },
  coverage: { type: 'boolean', default: false },
  repeat: { type: 'string', default: '1' },
  order: { type: 'string', default: 'longest' },
  doctest: { type: 'boolean', default: false },
  json: { type: 'string' },
} as const;

/** `bcb check`: each task's tests against its canonical solution. */
export async function check(args: readonly string[], at: Surroundings): Promise<number> {
  const options = parseOptions(args, OPTIONS);
  const { coverage, doctest } = options;
  const settings = engineSettings(options);
  const repeat = wholeAboveZero(options.repeat, '--repeat');
  const order = readOrder(options.order);
  const dataset = await openTasks(options.tasks, at);
  const tasks = selectTasks(dataset, options.ids);
  printRefusals(dataset.refused);

  return withEngine(settings, at, async (session) => {
    const { ready, timeoutSeconds } = session;
    if (coverage && ready.coverage === null) {
      throw new UserError(
        `Coverage needs coverage.py in ${ready.python.executable}. Install with: "${ready.python.executable}" -m pip install coverage`,
      );
    }
    if (order.kind === 'random') process.stdout.write(`order: --order random:${order.seed}\n`);
    const durationsFile = join(at.cacheDir, 'durations.json');
    const asked = { coverage, repeat, order, doctest, durationsFile };
    const checked = await checkAll(tasks, session, asked);
    process.stdout.write(checkTable(checked, coverage));
    if (options.json !== undefined) {
      const context = { ready, timeoutSeconds, coverage, refused: dataset.refused };
      await writeJson(options.json, checkReport(checked, context));
    }
    const allPass = checked.every(({ result }) => result.status === 'pass');
    const allRead = options.ids !== undefined || dataset.refused.length === 0;
    return allPass && allRead ? 0 : 1;
  });
}

interface CheckOptions {
  readonly coverage: boolean;
  /** How often each task is run. */
  readonly repeat: number;
  readonly order: Order;
  /** Whether the examples of the docstrings are run, too. */
  readonly doctest: boolean;
  /** How long the tests of earlier checks took. */
  readonly durationsFile: string;
}

/** Checks the tasks and keeps their order, whatever the order of the runs. */
async function checkAll(
  tasks: readonly DatasetTask[],
  session: EngineSession,
  { coverage, repeat, order, doctest, durationsFile }: CheckOptions,
): Promise<CheckedTask[]> {
  const programs = tasks.map((entry) => ({
    ...entry,
    name: entry.task.taskId,
    program: programOf(entry.task),
  }));
  // Round by round: a task comes again only after all the others.
  const rounds = Array.from({ length: repeat }, () => programs).flat();
  const seconds = await readDurations(durationsFile);
  const runs = new Map(tasks.map(({ task }): [Task, CheckedRun[]] => [task, []]));
  // Who asks for more runs, or for another order, hopes to see what differs.
  const afresh = repeat > 1 || order.kind === 'random';
  const onRunning = (running: readonly DatasetTask[]): void => {
    session.engine.preload(modulesByUse([{ tasks: running }]));
  };
  let examples: readonly RunResult[] = [];
  let left = rounds.length;
  try {
    await runAll(ordered(rounds, order, seconds), session, {
      coverage,
      afresh,
      onRunning,
      onResult: ({ task }, result, cached) => {
        left -= 1;
        runs.get(task)?.push({ result, cached });
      },
    });
    // They say nothing of the tests, nor do the tests of them.
    if (doctest) {
      left = programs.length;
      const onResult = (): void => {
        left -= 1;
      };
      examples = await runAll(programs, session, { mode: 'examples', onRunning, onResult });
    }
  } catch (error) {
    if (error instanceof CancelledError && !afresh) sayHowToGoOn(left, session);
    throw error;
  }
  const checked = [...runs].map(([task, ofTask], index) =>
    checkedTask(task, ofTask, examples[index]),
  );
  await keepDurations(checked, durationsFile);
  return checked;
}

function sayHowToGoOn(left: number, { usesCache }: EngineSession): void {
  const call = usesCache ? 'the same call' : 'without --no-cache the same call';
  process.stderr.write(
    `${formatQuantity(left, 'task')} left to do; ${call} goes on with the rest.\n`,
  );
}

/** The verdicts stand without the durations, so that a cache folder that is read-only is only mentioned. */
async function keepDurations(checked: readonly CheckedTask[], file: string): Promise<void> {
  const measured = checked
    .filter(({ cached }) => !cached)
    .map(({ task, result }) => [contentKey(task), result.duration_s] as const);
  if (measured.length === 0) return;
  try {
    await rememberDurations(file, new Map(measured));
  } catch (error) {
    process.stderr.write(`The durations could not be kept: ${messageOf(error)}\n`);
  }
}

function ordered<T extends { readonly task: Task }>(
  runs: readonly T[],
  order: Order,
  seconds: ReadonlyMap<string, number>,
): readonly T[] {
  switch (order.kind) {
    case 'longest':
      return longestFirst(
        runs,
        ({ task }) => task,
        ({ task }) => seconds.get(contentKey(task)),
      );
    case 'file':
      return runs;
    case 'random':
      return shuffle(runs, order.seed);
  }
}
