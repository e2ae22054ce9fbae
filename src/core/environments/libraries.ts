import type { Dataset } from '../dataset.js';
import { importedModules } from '../importedModules.js';
import { isStandardLibrary } from '../standardLibrary.js';

/** The top-level modules that the datasets' tasks import and Python does not come with, the most used first. */
export function librariesByUse(datasets: readonly Dataset[]): string[] {
  const uses = new Map<string, number>();
  for (const { tasks } of datasets) {
    for (const { task } of tasks) {
      const libraries = new Set([...importedModules(task)].map((name) => name.split('.')[0] ?? ''));
      for (const library of libraries) uses.set(library, (uses.get(library) ?? 0) + 1);
    }
  }
  return [...uses]
    .sort(([, a], [, b]) => b - a)
    .map(([library]) => library)
    .filter((library) => !isStandardLibrary(library));
}
