import type { Task } from '../task.js';
import { contentKey } from '../contentKey.js';
import { textKey } from '../textKey.js';

/**
 * What a task is known again by, in whatever dataset it stands: the id with the code that it begins
 * with, the solution, and the tests, each without its blanks. Tasks that share one of them are the
 * same to a solver: a copy under another name, another revision, one with other tests.
 * The key of its content is one more: results are kept under it.
 */
export function answerKeys(task: Task): readonly string[] {
  let keys = remembered.get(task);
  if (!keys) {
    const { taskId, codePrompt, canonicalSolution, test } = task;
    keys = [taskId + codePrompt, canonicalSolution, test]
      .map((text) => text.replaceAll(/\s+/g, ''))
      .filter((text) => text !== '')
      .map(textKey)
      .concat(contentKey(task));
    remembered.set(task, keys);
  }
  return keys;
}

/** While tasks are hidden, whatever shows tasks asks for a thousand. */
const remembered = new WeakMap<Task, readonly string[]>();
