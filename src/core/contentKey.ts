import type { Task } from './task.js';

/**
 * A key that changes with what decides a task's verdict: its code, its tests, its entry point.
 * It tells a task's own versions apart and is no defence against forgery.
 */
export function contentKey(task: Task): string {
  let key = remembered.get(task);
  if (key === undefined) {
    key = hash(
      [task.completePrompt, task.canonicalSolution, task.test, task.entryPoint].join('\0'),
    );
    remembered.set(task, key);
  }
  return key;
}

/** The tree asks for the keys of a thousand tasks whenever it is drawn. */
const remembered = new WeakMap<Task, string>();

/** 64 bits of FNV-1a over UTF-16 units, as two halves with bases of their own: 16 hex digits. */
function hash(text: string): string {
  const PRIME = 0x01000193;
  let high = 0x811c9dc5;
  let low = 0xcbf29ce4;
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    high = Math.imul(high ^ unit, PRIME);
    low = Math.imul(low ^ unit ^ (high >>> 16), PRIME);
  }
  return [high, low].map((half) => (half >>> 0).toString(16).padStart(8, '0')).join('');
}
