/** Comparisons of environments in words: for a terminal, a tree, a spreadsheet, a document. */
import { countText } from '../countText.js';
import { groupBy } from '../groupBy.js';
import { table } from '../markdown.js';
import type { CheckedEnvironment, Comparison, Outcome } from './comparison.js';
import { findDrift, type Blamed, type Drift } from './drift.js';

/** What an environment says of a task, in a word: `pass`, or why not. */
export function verdictText({ status, cause }: Outcome): string {
  return cause ?? status;
}

/** `pandas 2.0.3 → 2.2.3`. */
export function blamedText({ distribution, versions }: Blamed): string {
  return `${distribution} ${versions.map((version) => version ?? 'missing').join(' → ')}`;
}

/** The library to blame, or those of which it is one. */
export function blameText({ blamed }: Drift): string {
  const [first, ...others] = blamed;
  if (!first) return 'nothing that differs';
  if (first.why !== 'used' || others.length === 0) return blamedText(first);
  return `one of ${blamed.map(({ distribution }) => distribution).join(', ')}`;
}

/** What the blame rests on, as a sentence's end. */
export function reasonText({ blamed, outcomes }: Drift): string {
  if (outcomes.some(({ status }) => status === 'timeout')) {
    return 'a time limit was reached, which a busy machine does, too';
  }
  switch (blamed[0]?.why) {
    case 'import':
      return 'it, or a name of it, cannot be imported';
    case 'raised':
      return 'the exception comes from its files';
    case 'named':
      return 'the exception names it';
    case 'used':
      return blamed.length === 1
        ? 'nothing else that the task uses differs'
        : 'the task uses them, and no failure points to one';
    case undefined:
      return 'all that the task uses has the same version';
  }
}

/** The first message among the environments that do not pass. */
export function messageText({ outcomes }: Drift): string {
  return outcomes.find(({ status }) => status !== 'pass')?.message ?? '';
}

/** Tasks with one and the same to blame. */
export interface BlameGroup {
  /** A distribution's name, or why there is none. */
  readonly name: string;
  /** `2.0.3 → 2.2.3`; empty where it is no distribution. */
  readonly versions: string;
  readonly drifts: readonly Drift[];
}

/** The tasks by what is to blame, the most frequent first; what cannot be told comes last. */
export function groupByBlame(drifts: readonly Drift[]): BlameGroup[] {
  const groups = [...groupBy(drifts, groupName)].map(([name, members]): BlameGroup => {
    const blamed = members[0]?.blamed[0];
    const versions = blamed?.distribution === name ? blamedText(blamed).slice(name.length + 1) : '';
    return { name, versions, drifts: members };
  });
  return groups.sort(
    (a, b) =>
      Number(a.versions === '') - Number(b.versions === '') || b.drifts.length - a.drifts.length,
  );
}

function groupName({ blamed }: Drift): string {
  const [first, ...others] = blamed;
  if (!first) return 'Nothing that differs';
  return first.why === 'used' && others.length > 0 ? 'One of several' : first.distribution;
}

/** How verdicts have changed, the most frequent first: `pass → exception`. */
export function groupByVerdicts(drifts: readonly Drift[]): ReadonlyMap<string, readonly Drift[]> {
  const groups = groupBy(drifts, ({ outcomes }) => outcomes.map(verdictText).join(' → '));
  return new Map([...groups].sort(([, a], [, b]) => b.length - a.length));
}

/** Short names of environments: their versions, made distinct where they are not. */
export function environmentNames(environments: readonly CheckedEnvironment[]): string[] {
  const distinct = (names: readonly string[]): boolean => new Set(names).size === names.length;
  const versions = environments.map(({ version }) => version);
  if (distinct(versions)) return versions;
  const folders = environments.map(({ version, python }) => `${version} ${folderName(python)}`);
  if (distinct(folders)) return folders;
  const paths = environments.map(({ version, python }) => `${version} ${python}`);
  return distinct(paths) ? paths : versions.map((version, index) => `${version} (${index + 1})`);
}

/** The name of an environment's folder: `.venv` of `/home/me/project/.venv/bin/python`. */
function folderName(python: string): string {
  return (
    python
      .split(/[\\/]/)
      .findLast((part, index) => index > 0 && !/^(?:bin|Scripts|python[\w.]*)$/i.test(part)) ??
    python
  );
}

/** The verdicts of each environment: `900 pass, 80 exception`. */
export function verdictCounts({ environments, tasks }: Comparison): string[] {
  return environments.map((_, position) =>
    countText(
      tasks.flatMap(({ outcomes }) => {
        const outcome = outcomes[position];
        return outcome ? [verdictText(outcome)] : [];
      }),
    ),
  );
}

/** What a report is about: a comparison, or several of pairs of environments. */
export interface ReportedDrift {
  readonly title: string;
  readonly comparisons: readonly Comparison[];
}

/** A document with figures first, then every task. */
export function driftMarkdown({ title, comparisons }: ReportedDrift): string {
  const lines = [`# ${title}`, ...comparisons.flatMap(comparisonLines)];
  return `${lines.join('\n')}\n`;
}

function comparisonLines(comparison: Comparison): string[] {
  const { environments, tasks, when, dataset, timeout_s: timeout } = comparison;
  const drifts = findDrift(comparison);
  const counts = verdictCounts(comparison);
  const names = environmentNames(environments);
  return [
    '',
    `${tasks.length} tasks of ${dataset}, ${timeout} s each, ${when.slice(0, 10)}. **${drifts.length} with another verdict.**`,
    '',
    ...table(
      ['Python', 'interpreter', 'isolation', 'verdicts'],
      environments.map(({ version, python, isolation }, index) => [
        version,
        python,
        isolation,
        counts[index] ?? '',
      ]),
    ),
    ...(drifts.length === 0 ? [] : driftLines(drifts, names)),
  ];
}

function driftLines(drifts: readonly Drift[], names: readonly string[]): string[] {
  return [
    '',
    ...table(
      ['to blame', 'versions', 'tasks'],
      groupByBlame(drifts).map((group) => [
        group.name,
        group.versions,
        String(group.drifts.length),
      ]),
    ),
    '',
    ...table(
      ['verdicts', 'tasks'],
      [...groupByVerdicts(drifts)].map(([verdicts, members]) => [verdicts, String(members.length)]),
    ),
    '',
    ...table(
      ['task', ...names, 'to blame', 'message'],
      drifts.map((drift) => [
        drift.taskId,
        ...drift.outcomes.map(verdictText),
        `${blameText(drift)} (${reasonText(drift)})`,
        messageText(drift),
      ]),
    ),
  ];
}

/** The tasks that differ, one a line, for a spreadsheet. */
export function driftCsv({ comparisons }: ReportedDrift): string {
  const head = ['environments', 'task_id', 'verdicts', 'to_blame', 'versions', 'reason', 'message'];
  const rows = comparisons.flatMap((comparison) => {
    const names = environmentNames(comparison.environments).join(' → ');
    return findDrift(comparison).map((drift) => [
      names,
      drift.taskId,
      drift.outcomes.map(verdictText).join(' → '),
      drift.blamed.map(({ distribution }) => distribution).join(' '),
      drift.blamed.map(blamedText).join(', '),
      reasonText(drift),
      messageText(drift),
    ]);
  });
  return [head, ...rows].map((cells) => `${cells.map(csvCell).join(',')}\r\n`).join('');
}

/** As RFC 4180 has it. What a spreadsheet would take for a formula becomes a text. */
function csvCell(text: string): string {
  const safe = /^[=+\-@\t]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
