import { extname, join, resolve } from 'node:path';
import { countText } from '../core/countText.js';
import type { Comparison } from '../core/drift/comparison.js';
import { findDrift, pairUp } from '../core/drift/drift.js';
import {
  blameText,
  driftCsv,
  driftMarkdown,
  environmentNames,
  groupByBlame,
  messageText,
  verdictText,
  type ReportedDrift,
} from '../core/drift/report.js';
import { CancelledError, UserError } from '../core/errors.js';
import { compareEnvironments } from '../node/drift/compareEnvironments.js';
import { readComparison } from '../node/drift/comparisonFile.js';
import { writeAtomically, writeJson } from '../node/jsonFile.js';
import { ResultCache } from '../node/results/resultCache.js';
import { formatQuantity } from '../shared/numbers.js';
import { ENGINE_OPTIONS, engineSettings, startEngine } from './engineSession.js';
import { ProgressBar } from './progress.js';
import { printRefusals } from './refusals.js';
import { selectTasks } from './selectTasks.js';
import { openTasks, parsePathsAndOptions, type Surroundings } from './surroundings.js';
import { formatTable } from './table.js';

const OPTIONS = {
  ...ENGINE_OPTIONS,
  python: { type: 'string', multiple: true },
  tasks: { type: 'string' },
  ids: { type: 'string', multiple: true },
  compare: { type: 'boolean', default: false },
  json: { type: 'string' },
  report: { type: 'string' },
} as const;
const LONGEST_MESSAGE = 80;

/** `bcb drift`: the tasks whose verdicts differ between environments, or between two comparisons. */
export async function drift(args: readonly string[], at: Surroundings): Promise<number> {
  const { values: options, positionals } = parsePathsAndOptions(args, OPTIONS);
  const reportEnding = options.report === undefined ? undefined : endingOf(options.report);
  const reported = options.compare
    ? await compareKept(positionals)
    : await compareNow(options, positionals, at);
  for (const comparison of reported.comparisons) printDrift(comparison);
  if (options.report !== undefined) {
    const text = reportEnding === '.csv' ? driftCsv(reported) : driftMarkdown(reported);
    await writeAtomically(options.report, text);
  }
  const differ = reported.comparisons.some((comparison) => findDrift(comparison).length > 0);
  return differ ? 1 : 0;
}

type DriftOptions = ReturnType<typeof parsePathsAndOptions<typeof OPTIONS>>['values'];

/** Checks the tasks in each environment. */
async function compareNow(
  options: DriftOptions,
  positionals: readonly string[],
  at: Surroundings,
): Promise<ReportedDrift> {
  const pythons = options.python ?? [];
  if (pythons.length < 2) {
    throw new UserError('Expected --python twice or more, once for each environment to compare.');
  }
  if (positionals.length > 0) {
    throw new UserError(`Did not expect ${positionals.join(' ')}. See bcb --help.`);
  }
  const dataset = await openTasks(options.tasks, at);
  const tasks = selectTasks(dataset, options.ids).map(({ task }) => task);
  printRefusals(dataset.refused);
  const cache = new ResultCache(join(at.cacheDir, 'results'), (message) => {
    process.stderr.write(`${message}\n`);
  });
  const usesCache = !options['no-cache'];
  const settingsOf = (python: string) => engineSettings({ ...options, python });
  let bar: ProgressBar | undefined;
  try {
    const comparison = await compareEnvironments(
      {
        ...{ tasks, dataset: dataset.label, pythons, cache, usesCache },
        timeoutSeconds: engineSettings({ ...options, python: undefined }).timeoutSeconds,
        startEngine: (python) => startEngine(settingsOf(python), at),
      },
      at.signal,
      {
        onEnvironment: ({ python }) => {
          process.stdout.write(`Python ${python.version} at ${python.executable}: `);
          bar = new ProgressBar(tasks.length);
        },
        onResult: ({ taskId }, { status }) => bar?.advance(`${taskId} ${status}`),
        onEnvironmentEnd: (results) => {
          bar?.end();
          process.stdout.write(`${countText(results.map(({ status }) => status))}\n`);
        },
      },
    );
    if (options.json !== undefined) await writeJson(options.json, comparison);
    return { title: `Drift of ${dataset.label}`, comparisons: [comparison] };
  } catch (error) {
    bar?.end();
    if (error instanceof CancelledError && usesCache) {
      process.stderr.write('\nThe same call goes on with the rest.\n');
    }
    throw error;
  }
}

/** Sets a later comparison that was kept against an earlier one. */
async function compareKept(paths: readonly string[]): Promise<ReportedDrift> {
  const [one, two, ...more] = paths;
  if (one === undefined || two === undefined || more.length > 0) {
    throw new UserError('--compare takes two files that bcb drift --json has written.');
  }
  const { environments, leftOut } = pairUp(
    await readComparison(resolve(one)),
    await readComparison(resolve(two)),
  );
  if (leftOut.length > 0) {
    process.stdout.write(
      `Left out: ${formatQuantity(leftOut.length, 'task')} that are not in both files with the same text\n`,
    );
  }
  return { title: `Drift from ${one} to ${two}`, comparisons: environments };
}

function printDrift(comparison: Comparison): void {
  const drifts = findDrift(comparison);
  const names = environmentNames(comparison.environments);
  process.stdout.write(
    `${names.join(' → ')}: ${formatQuantity(drifts.length, 'task')} with another verdict\n`,
  );
  if (drifts.length === 0) return;
  const rows = drifts.map((each) => [
    each.taskId,
    ...each.outcomes.map(verdictText),
    blameText(each),
    messageText(each).slice(0, LONGEST_MESSAGE),
  ]);
  process.stdout.write(`\n${formatTable(['task', ...names, 'library to blame', ''], rows)}\n`);
  const groups = groupByBlame(drifts).map(({ name, versions, drifts: members }) => [
    name,
    versions,
    String(members.length),
  ]);
  process.stdout.write(formatTable(['to blame', 'versions', 'tasks'], groups, [2]));
}

function endingOf(report: string): '.md' | '.csv' {
  const ending = extname(report).toLowerCase();
  if (ending === '.md' || ending === '.csv') return ending;
  throw new UserError(`--report ${report}: expected a file that ends in .md or .csv.`);
}
