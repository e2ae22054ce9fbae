import { domainsOf } from './domains.js';
import { GROUP_STATUSES, verdictLabel, type GroupStatus } from './grouping.js';
import type { Task } from './task.js';

/** Whether a task fits what stands behind a prefix, which is in lower case and not empty. */
type Narrowing = (value: string, task: Task, status: GroupStatus) => boolean;

const PREFIXES: ReadonlyMap<string, Narrowing> = new Map<string, Narrowing>([
  ['lib', (value, { libs }) => libs.some((lib) => lib.toLowerCase() === value)],
  [
    'domain',
    (value, task) => domainsOf(task).some((domain) => domain.toLowerCase().startsWith(value)),
  ],
  [
    'id',
    (value, { taskId }) => [taskId, ...taskId.split('/')].some((id) => id.toLowerCase() === value),
  ],
  ['verdict', (value, _, status) => isVerdict(status, value)],
]);

/**
 * Whether a task fits a search: words between blanks, all of which must be found, in any case.
 *
 * A plain word is looked for in the id, the libraries, the description and the solution.
 * `lib:json` asks for a library of that name, `domain:time` for a domain that begins so, `id:12` for
 * an id that is this or has it between slashes, `verdict:not-run` for a last verdict that the tree
 * calls so. A word with any other prefix is a plain word.
 *
 * @param status the task's last verdict
 */
export function matchesFilter(task: Task, query: string, status: GroupStatus): boolean {
  return wordsOf(query).every((word) => {
    const { prefix, value } = splitWord(word);
    const narrowing = value === '' ? undefined : PREFIXES.get(prefix);
    return narrowing ? narrowing(value, task, status) : isPlainlyIn(task, word);
  });
}

/** Whether a task that runs may begin to match, or cease to. */
export function asksForVerdict(query: string): boolean {
  return wordsOf(query).some((word) => word.startsWith('verdict:'));
}

/** What to know of a query that may not mean what it seems to; undefined where it is clear. */
export function filterHint(query: string): string | undefined {
  for (const word of wordsOf(query)) {
    const { prefix, value } = splitWord(word);
    if (prefix !== '' && !PREFIXES.has(prefix)) {
      const known = [...PREFIXES.keys()].map((name) => `${name}:`);
      return `“${prefix}:” is looked for as it stands. What narrows a word is ${known.join(', ')}.`;
    }
    if (prefix === 'verdict' && !GROUP_STATUSES.some((status) => isVerdict(status, value))) {
      return `verdict: takes ${GROUP_STATUSES.map(verdictWord).join(', ')}.`;
    }
  }
  return undefined;
}

function wordsOf(query: string): string[] {
  return query
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
}

function splitWord(word: string): { readonly prefix: string; readonly value: string } {
  const [, prefix = '', value = word] = /^([a-z]+):(.*)$/.exec(word) ?? [];
  return { prefix, value };
}

/** By the tree's word for it, which may be begun, or by the reports'. */
function isVerdict(status: GroupStatus, value: string): boolean {
  return status === value || verdictWord(status).startsWith(value);
}

/** As the tree groups by it, without blanks: `not-run`. */
function verdictWord(status: GroupStatus): string {
  return verdictLabel(status).toLowerCase().replaceAll(' ', '-');
}

function isPlainlyIn(task: Task, word: string): boolean {
  return [task.taskId, ...task.libs, ...task.docStruct.description, task.canonicalSolution].some(
    (text) => text.toLowerCase().includes(word),
  );
}
