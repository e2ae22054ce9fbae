import {
  itemsOf,
  KINDS,
  type Kind,
  type Report,
  type ReportItem,
  type Severity,
} from '../core/doctor/item.js';
import { commandLine } from '../core/doctor/remedies.js';
import { formatQuantity } from '../shared/numbers.js';
import { formatTable } from './table.js';

const TITLES: Readonly<Record<Kind, string>> = {
  interpreter: 'Interpreter',
  isolation: 'Isolation',
  limits: 'Limits',
  library: 'Libraries',
  data: 'Data',
  tool: 'Tools',
  disk: 'Disk',
};
const MARKS: Readonly<Record<Severity, string>> = { problem: '✗', note: '!', ok: '✓' };

/** The report for a person: problems and notes with what mends them, then a table of each kind. */
export function doctorText(report: Report): string {
  const problems = itemsOf(report, 'problem');
  const parts = [
    section('Problems', problems.map(withRemedy)),
    installMissing(report),
    section('Worth knowing', itemsOf(report, 'note').filter(isNoLibrary).map(withRemedy)),
    ...KINDS.map((kind) => kindTable(report, kind)),
    problems.length === 0 ? 'No problems.\n' : `${formatQuantity(problems.length, 'problem')}.\n`,
  ];
  return parts.filter((part) => part !== '').join('\n');
}

/** The report as `--json` writes it; docs/doctor.md describes it. */
export function doctorJson(report: Report) {
  return {
    version: 1,
    interpreter: report.interpreter,
    problems: itemsOf(report, 'problem').length,
    install_missing: report.installMissing?.command ?? null,
    items: report.items.map(({ library, ...item }) => ({
      ...item,
      ...(library && {
        library: {
          distribution: library.distribution,
          state: library.state,
          installed: library.installed,
          pin: library.pin,
          import_s: library.importSeconds,
          origin: library.origin,
        },
      }),
    })),
  };
}

/** Another version than the published one stands in the table of libraries, which says it shorter. */
function isNoLibrary({ kind }: ReportItem): boolean {
  return kind !== 'library';
}

function section(title: string, entries: readonly string[]): string {
  return entries.length === 0 ? '' : `${title}\n${'─'.repeat(title.length)}\n${entries.join('')}`;
}

function withRemedy(item: ReportItem): string {
  const { name, text, tasks, remedy, severity, library } = item;
  const needed = tasks.length === 0 ? '' : ` [${formatQuantity(tasks.length, 'task')}]`;
  const isMissing = library?.state === 'missing';
  const how = remedy?.command && !isMissing ? `    ${shellLine(remedy.command)}\n` : '';
  const what = remedy && !remedy.command ? `    ${remedy.text}\n` : '';
  return `${MARKS[severity]} ${name}${needed}: ${text}\n${how}${what}`;
}

/** Dozens can be missing: one command for all of them, instead of one each. */
function installMissing({ installMissing: remedy }: Report): string {
  return remedy?.command ? `To install what is missing:\n    ${shellLine(remedy.command)}\n` : '';
}

function shellLine(command: readonly string[]): string {
  return commandLine(command, process.platform === 'win32' ? 'powershell' : 'posix');
}

function kindTable(report: Report, kind: Kind): string {
  const items = report.items.filter((item) => item.kind === kind);
  if (items.length === 0) return '';
  if (kind === 'library') return libraryTable(items);
  const rows = items.map(({ severity, name, text, tasks }) => [
    MARKS[severity],
    name,
    tasks.length === 0 ? '' : String(tasks.length),
    text,
  ]);
  return formatTable(['', TITLES[kind], 'tasks', ''], rows, [2]);
}

function libraryTable(items: readonly ReportItem[]): string {
  const rows = items.map(({ severity, name, tasks, library }) => [
    MARKS[severity],
    name,
    String(tasks.length),
    library?.distribution ?? '',
    library?.installed ?? '—',
    library?.pin?.replace('==', '') ?? '',
    library?.importSeconds == null ? '' : `${(library.importSeconds * 1000).toFixed(0)} ms`,
    library?.state ?? '',
  ]);
  const head = [
    '',
    TITLES.library,
    'tasks',
    'distribution',
    'installed',
    'published',
    'import',
    '',
  ];
  return formatTable(head, rows, [2, 6]);
}
