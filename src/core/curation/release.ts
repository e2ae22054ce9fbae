import { countsOf } from '../countsOf.js';
import { DOMAINS, domainsOf } from '../domains.js';
import { naturally } from '../naturally.js';
import { ROW_FIELDS, toRow, type TaskRow } from '../row.js';
import type { Task } from '../task.js';
import { testMethods } from '../testMethods.js';
import { isChange, type CurationEvent } from './events.js';
import { personOf } from './taskState.js';

/** A task that goes into a release, and how it came to be. */
export interface ReleasedTask {
  readonly task: Task;
  readonly events: readonly CurationEvent[];
}

/** A release's rows, by their ids in natural order; the same tasks give the same rows, byte for byte. */
export function releaseRows(tasks: readonly ReleasedTask[]): readonly TaskRow[] {
  return tasks
    .map(({ task }) => toRow({ ...task, libs: task.libs.toSorted() }))
    .toSorted((a, b) => naturally(a.task_id, b.task_id));
}

export function rowsAsJsonl(rows: readonly TaskRow[]): string {
  return rows.map((row) => `${JSON.stringify(row)}\n`).join('');
}

/** What a release has that the one before it had not, or had otherwise. */
export interface ReleaseChanges {
  readonly added: readonly string[];
  readonly removed: readonly string[];
  readonly changed: readonly { readonly taskId: string; readonly fields: readonly string[] }[];
}

export function releaseChanges(
  before: readonly TaskRow[],
  after: readonly TaskRow[],
): ReleaseChanges {
  const old = new Map(before.map((row) => [row.task_id, row]));
  const kept = new Set(after.map(({ task_id }) => task_id));
  return {
    added: after.map(({ task_id }) => task_id).filter((id) => !old.has(id)),
    removed: before.map(({ task_id }) => task_id).filter((id) => !kept.has(id)),
    changed: after.flatMap((row) => {
      const earlier = old.get(row.task_id);
      const fields = earlier ? ROW_FIELDS.filter((field) => earlier[field] !== row[field]) : [];
      return fields.length === 0 ? [] : [{ taskId: row.task_id, fields }];
    }),
  };
}

/** The list of changes as Markdown. */
export function changeList(
  version: string,
  before: string | undefined,
  { added, removed, changed }: ReleaseChanges,
): string {
  const section = (title: string, lines: readonly string[]): string[] =>
    lines.length === 0 ? [] : ['', `## ${title} (${lines.length})`, '', ...lines];
  const lines = [
    `# Changes in ${version}`,
    '',
    before === undefined ? 'The first release.' : `Compared with ${before}.`,
    ...section(
      'Added',
      added.map((id) => `- ${id}`),
    ),
    ...section(
      'Changed',
      changed.map(({ taskId, fields }) => `- ${taskId}: ${fields.join(', ')}`),
    ),
    ...section(
      'Removed',
      removed.map((id) => `- ${id}`),
    ),
  ];
  return `${lines.join('\n')}\n`;
}

export interface DataCardFacts {
  readonly name: string;
  readonly version: string;
  /** An SPDX name or a sentence; the card says so where there is none. */
  readonly license: string | undefined;
  readonly tasks: readonly ReleasedTask[];
  /** SHA-256 in hex, by file name. */
  readonly checksums: Readonly<Record<string, string>>;
}

/** The data card: what is in a release, and how it was made. */
export function dataCard({ name, version, license, tasks, checksums }: DataCardFacts): string {
  const events = tasks.flatMap((one) => one.events);
  const lastChange = events
    .map(({ time }) => time)
    .toSorted()
    .at(-1);
  const domains = DOMAINS.map((domain) => [
    domain,
    tasks.filter(({ task }) => domainsOf(task).includes(domain)).length,
  ]).filter(([, count]) => count !== 0);
  const lines = [
    '---',
    `pretty_name: ${JSON.stringify(name)}`,
    ...(license === undefined ? [] : licenseMetadata(license)),
    'language: [code]',
    'task_categories: [text-generation]',
    // Three forms of the same rows: only one is to be loaded.
    'configs:',
    '- config_name: default',
    '  data_files:',
    '  - split: test',
    '    path: tasks.parquet',
    '---',
    '',
    `# ${name} ${version}`,
    '',
    `${tasks.length} ${tasks.length === 1 ? 'task' : 'tasks'} of Python code generation, each with a Complete prompt, an Instruct prompt, a canonical solution and a class of test cases.`,
    ...(lastChange === undefined
      ? []
      : [`The last of them was changed on ${lastChange.slice(0, 10)}.`]),
    '',
    '## Contents',
    '',
    ...table(['', 'figure'], contentFigures(tasks)),
    '',
    '## Libraries',
    '',
    ...table(['library', 'tasks'], countsOf(tasks.flatMap(({ task }) => task.libs))),
    '',
    '## Domains',
    '',
    'A task can be of several.',
    '',
    ...table(['domain', 'tasks'], domains),
    '',
    '## Process',
    '',
    ...table(['', 'figure'], processFigures(events)),
    '',
    '## Licence',
    '',
    license ?? 'None is stated.',
    '',
    '## Checksums',
    '',
    '```',
    ...Object.entries(checksums).map(([file, hash]) => `${hash}  ${file}`),
    '```',
  ];
  return `${lines.join('\n')}\n`;
}

/** As Hugging Face takes it, which refuses a card otherwise: its own names are SPDX's in small letters. */
function licenseMetadata(license: string): string[] {
  return /^[\w.+-]+$/.test(license)
    ? [`license: ${license.toLowerCase()}`]
    : ['license: other', `license_name: ${JSON.stringify(license)}`];
}

type Cells = readonly (string | number)[];

function contentFigures(tasks: readonly ReleasedTask[]): Cells[] {
  const tests = tasks.map(({ task }) => testMethods(task.test).length);
  const total = tests.reduce((sum, count) => sum + count, 0);
  return [
    ['tasks', tasks.length],
    ['test cases', total],
    ['test cases per task', tasks.length === 0 ? '–' : (total / tasks.length).toFixed(1)],
    ['libraries', new Set(tasks.flatMap(({ task }) => task.libs)).size],
  ];
}

function processFigures(events: readonly CurationEvent[]): Cells[] {
  const models = new Set(
    events.flatMap(({ actor }) => (actor.kind === 'model' ? [actor.name] : [])),
  );
  const people = new Set(events.map(({ actor }) => personOf(actor).email));
  const count = (type: CurationEvent['type']): number =>
    events.filter((event) => event.type === type).length;
  const overridden = events.filter((event) => event.type === 'moved' && event.overridden).length;
  return [
    ['people', people.size],
    ['models', models.size === 0 ? 'none' : [...models].toSorted().join(', ')],
    ['changes', events.filter(isChange).length],
    ['proposals of models', count('proposed')],
    ['reviews', count('reviewed')],
    ['pre-evaluations', count('pre-evaluated')],
    ['cross-checks', count('cross-checked')],
    ['gates overruled', overridden],
  ];
}

function table(head: Cells, rows: readonly Cells[]): string[] {
  const line = (cells: Cells): string => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)];
}
