import type { Task } from './task.js';
import { textKey } from './textKey.js';

/** A key that changes with what decides a task's verdict: its code, its tests, its entry point. */
export function contentKey(task: Task): string {
  let key = remembered.get(task);
  if (key === undefined) {
    key = textKey(
      [task.completePrompt, task.canonicalSolution, task.test, task.entryPoint].join('\0'),
    );
    remembered.set(task, key);
  }
  return key;
}

/** The tree asks for the keys of a thousand tasks whenever it is drawn. */
const remembered = new WeakMap<Task, string>();
