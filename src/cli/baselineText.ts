import type {
  BaselineReport,
  Count,
  FailedTask,
  ModelComparison,
  Rate,
  SurvivalStep,
} from '../shared/baseline.js';
import { clockText } from '../shared/clockText.js';
import { formatQuantity } from '../shared/numbers.js';
import { formatTable } from './table.js';

const SPLIT_NAMES = { complete: 'Complete', instruct: 'Instruct' } as const;
const MOST_NAMED = 3;

/** A study's results for people: the headline first, then what it is made of. */
export function baselineText(report: BaselineReport): string {
  const { domains, solvers, splits, studies } = report;
  return [
    headLines(report),
    rateTable(
      'study',
      studies.length > 1 ? studies.map(({ name, ...rest }) => [name, rest.passAt1]) : [],
    ),
    rateTable(
      'split',
      splits.length > 1
        ? splits.map(({ split, ...rest }) => [SPLIT_NAMES[split], rest.passAt1])
        : [],
    ),
    rateTable(
      'domain',
      domains.map(({ domain, passAt1 }) => [domain, passAt1]),
    ),
    rateTable(
      'solver',
      solvers.map(({ name, passAt1 }) => [name, passAt1]),
    ),
    timeLines(report),
    modelTable(report.models),
    failedTable(report.failedTasks),
    agreementLine(report) + remarkLines(report),
  ]
    .filter((part) => part !== '')
    .join('\n');
}

function headLines({ studies, solvers, passAt1, solved, open }: BaselineReport): string {
  const waiting = [
    ...(open.running === 0 ? [] : [`${String(open.running)} still running`]),
    ...(open.unjudged === 0 ? [] : [`${String(open.unjudged)} without a verdict`]),
  ];
  return [
    ...studies.map(({ name, split, tasks, minutes, attempts }) => {
      const each = `${formatQuantity(minutes, 'minute')} and ${formatQuantity(attempts, 'attempt')} each`;
      return `${name}: ${SPLIT_NAMES[split]}, ${formatQuantity(tasks, 'task')}, ${each}`;
    }),
    [
      `${formatQuantity(solvers.length, 'solver')}, ${formatQuantity(passAt1.total, 'first attempt')} that ended`,
    ]
      .concat(waiting)
      .join(', '),
    '',
    `Pass@1 of people: ${percentText(passAt1.rate)} (${ofText(passAt1)}), 95 % interval ${intervalText(passAt1)}`,
    `solved in any attempt: ${percentText(solved.rate)} (${ofText(solved)})`,
  ]
    .map((line) => `${line}\n`)
    .join('');
}

function rateTable(what: string, rows: readonly (readonly [string, Rate])[]): string {
  if (rows.length === 0) return '';
  const head = [what, 'Pass@1', '95 % interval', 'solved'];
  const cells = rows.map(([name, rate]) => [
    ...[name, percentText(rate.rate), intervalText(rate), ofText(rate)],
  ]);
  return formatTable(head, cells, [1, 2, 3]);
}

function timeLines({ times, medianSeconds, survival, studies }: BaselineReport): string {
  if (survival.length === 0) return '';
  const limit = 60 * Math.max(...studies.map(({ minutes }) => minutes));
  const quarters = [1, 2, 3, 4].map((quarter) => (limit * quarter) / 4);
  const percentiles = times.map((one) => `${String(one.percentile)} % ${clockText(one.seconds)}`);
  const left = quarters.map(
    (seconds) => `${clockText(seconds)} ${percentText(unsolvedAfter(survival, seconds))}`,
  );
  const half = medianSeconds === null ? 'not reached' : clockText(medianSeconds);
  return [
    times.length === 0 ? '' : `time to a solution, percentiles: ${percentiles.join(', ')}\n`,
    `not solved after: ${left.join(', ')}; half after ${half} (Kaplan–Meier)\n`,
  ].join('');
}

function unsolvedAfter(survival: readonly SurvivalStep[], seconds: number): number {
  return survival.findLast((step) => step.seconds <= seconds)?.unsolved ?? 1;
}

function modelTable(models: readonly ModelComparison[]): string {
  if (models.length === 0) return '';
  const head = [
    'model',
    'pairs',
    'people pass',
    'it passes',
    'only people',
    'only it',
    'McNemar p',
  ];
  const rows = models.map(({ model, split, people, modelRate, ...one }) => [
    split === null ? model : `${model} (${SPLIT_NAMES[split]})`,
    ...[String(one.pairs), percentText(people.rate), percentText(modelRate.rate)],
    ...[String(one.onlyPeople), String(one.onlyModel)],
    one.pValue === null ? '–' : pText(one.pValue),
  ]);
  return formatTable(head, rows, [1, 2, 3, 4, 5, 6]);
}

function failedTable(tasks: readonly FailedTask[]): string {
  if (tasks.length === 0) return '';
  const rows = tasks.map((task) => [
    task.taskId,
    `${String(task.failed)} of ${String(task.attempted)}`,
    mostText(task.causes),
    mostText(task.tests),
    complaints(task),
  ]);
  const comments = tasks.flatMap(({ taskId, comments: told }) =>
    told.map((comment) => `${taskId}: “${comment}”\n`),
  );
  return [
    formatTable(['failed task', '', 'why', 'failed tests', ''], rows, [1]),
    ...(comments.length > 0 ? ['\n', ...comments] : []),
  ].join('');
}

function complaints({ unclear, unfair }: FailedTask): string {
  return [
    ...(unclear === 0 ? [] : [`${String(unclear)} found the prompt unclear`]),
    ...(unfair === 0 ? [] : [`${String(unfair)} found the tests unfair`]),
  ].join(', ');
}

/** The most frequent: `3 Out of time, 1 Exception`. */
function mostText(counts: readonly Count[]): string {
  const named = counts.slice(0, MOST_NAMED).map(({ value, count }) => `${String(count)} ${value}`);
  return [...named, ...(counts.length > MOST_NAMED ? ['…'] : [])].join(', ');
}

function agreementLine({ agreement }: BaselineReport): string {
  const { solvers, tasks, share, alpha } = agreement;
  if (share === null) return '';
  const beyond = alpha === null ? '' : `, Krippendorff's alpha ${alpha.toFixed(2)}`;
  return `agreement of ${formatQuantity(solvers, 'solver')} at ${formatQuantity(tasks, 'common task')}: ${percentText(share)}${beyond}\n`;
}

function remarkLines({ attempts }: BaselineReport): string {
  const pasted = attempts.filter(({ pastes }) => pastes > 0).length;
  const peeked = attempts.filter(({ peeks }) => peeks > 0).length;
  return [
    pasted === 0 ? '' : `${formatQuantity(pasted, 'attempt')} with large pastes\n`,
    peeked === 0 ? '' : `${formatQuantity(peeked, 'attempt')} in which the answer could be seen\n`,
  ].join('');
}

function ofText({ solved, total }: Rate): string {
  return `${String(solved)} of ${String(total)}`;
}

function percentText(share: number | null): string {
  return share === null ? '–' : `${(100 * share).toFixed(1)} %`;
}

function intervalText({ low, high }: Rate): string {
  if (low === null || high === null) return '–';
  return `${(100 * low).toFixed(1)} to ${(100 * high).toFixed(1)} %`;
}

function pText(value: number): string {
  return value < 0.001 ? '< 0.001' : value.toFixed(3);
}
