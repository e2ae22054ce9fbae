import { domainsOf } from './domains.js';
import type { Task } from './task.js';

/**
 * Whether a task fits a search: words between blanks, all of which must be found, in any case.
 *
 * A plain word is looked for in the id, the libraries, the description and the solution.
 * `lib:json` asks for a library of that name, `domain:time` for a domain that begins so, `id:12` for
 * an id that is this or has it between slashes. A word with any other prefix is a plain word.
 */
export function matchesFilter(task: Task, query: string): boolean {
  const words = query.toLowerCase().split(/\s+/);
  return words.every((word) => word === '' || matchesWord(task, word));
}

function matchesWord(task: Task, word: string): boolean {
  const [, prefix, value] = /^(lib|domain|id):(.+)$/.exec(word) ?? [];
  switch (value && prefix) {
    case 'lib':
      return task.libs.some((lib) => lib.toLowerCase() === value);
    case 'domain':
      return domainsOf(task).some((domain) => domain.toLowerCase().startsWith(value ?? ''));
    case 'id': {
      const id = task.taskId.toLowerCase();
      return id === value || id.split('/').includes(value ?? '');
    }
    default:
      return [
        task.taskId,
        ...task.libs,
        ...task.docStruct.description,
        task.canonicalSolution,
      ].some((text) => text.toLowerCase().includes(word));
  }
}
