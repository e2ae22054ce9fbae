import type { Dataset } from './dataset.js';

/** The libraries that the datasets' tasks use, each once, the most used first. */
export function librariesByUse(datasets: readonly Dataset[]): string[] {
  const uses = new Map<string, number>();
  for (const { tasks } of datasets) {
    for (const { task } of tasks) {
      for (const lib of task.libs) uses.set(lib, (uses.get(lib) ?? 0) + 1);
    }
  }
  return [...uses].sort(([, a], [, b]) => b - a).map(([lib]) => lib);
}
