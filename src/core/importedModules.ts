import type { Dataset } from './dataset.js';
import type { Task } from './task.js';

/** By name, the share of tasks that import a module: above 0 and up to 1. */
export type ModuleShares = ReadonlyMap<string, number>;

/**
 * The modules that the datasets' tasks import, in their code or their tests, the most used first.
 * Where `from a import b` leaves open whether `b` is a module, both `a` and `a.b` are named.
 */
export function modulesByUse(datasets: readonly Pick<Dataset, 'tasks'>[]): ModuleShares {
  const all = datasets.flatMap(({ tasks }) => tasks);
  const uses = new Map<string, number>();
  for (const { task } of all) {
    for (const module of importedModules(task)) uses.set(module, (uses.get(module) ?? 0) + 1);
  }
  const byUse = [...uses].sort(([, a], [, b]) => b - a);
  return new Map(byUse.map(([module, count]) => [module, count / all.length]));
}

/** `import a, b.c as d`, or `from a import b, c as d`, also with brackets over several lines. */
const IMPORT =
  /^[ \t]*(?:import[ \t]+(?<modules>[\w., \t]+)|from[ \t]+(?<from>\w[\w.]*)[ \t]+import[ \t]+(?:\((?<many>[^)]*)\)|(?<names>[\w., \t*]+)))/gm;

/** Of tasks that were looked at: a dataset of a thousand is not to be read again when another changes. */
const known = new WeakMap<Task, ReadonlySet<string>>();

/** By the look of the lines: a module that is only mentioned costs little. */
export function importedModules(task: Task): ReadonlySet<string> {
  const modules = known.get(task) ?? readImports(task);
  known.set(task, modules);
  return modules;
}

function readImports({ completePrompt, canonicalSolution, test }: Task): ReadonlySet<string> {
  const modules = new Set<string>();
  for (const { groups = {} } of `${completePrompt}${canonicalSolution}\n${test}`.matchAll(IMPORT)) {
    const { modules: listed, from, many, names } = groups;
    for (const module of namesIn(listed)) modules.add(module);
    if (from === undefined) continue;
    modules.add(from);
    for (const name of namesIn(many ?? names)) modules.add(`${from}.${name}`);
  }
  return modules;
}

function namesIn(list = ''): string[] {
  return list
    .replaceAll(/#.*/g, '')
    .split(',')
    .flatMap((item) => /[A-Za-z_][\w.]*/.exec(item)?.[0] ?? []);
}
