import type { DoctorRequest } from '../../shared/doctorProtocol.js';
import type { Task } from '../task.js';
import { dataForVersion, type DataPackage } from './dataPackages.js';
import { needsOfTask } from './taskNeeds.js';
import { PACKAGE_TOOLS } from './remedies.js';

/** A library as tasks import it. */
export interface NeededLibrary {
  /** The ids of the tasks that import it. */
  readonly tasks: Set<string>;
  /** What is imported of it (`sklearn.svm:SVC`), with the tasks that do. */
  readonly names: Map<string, Set<string>>;
}

/** What the tasks of datasets need, each with the ids of the tasks that need it. */
export class DatasetNeeds {
  readonly libraries = new Map<string, NeededLibrary>();
  readonly data = new Map<string, { readonly data: DataPackage; readonly tasks: Set<string> }>();
  readonly tools = new Map<string, { optional: boolean; readonly tasks: Set<string> }>();

  #ofBenchmark = false;

  /** Whether tasks of the benchmark are among them, for which libraries were published with versions. */
  get isOfBenchmark(): boolean {
    return this.#ofBenchmark;
  }

  add(task: Task): void {
    this.#ofBenchmark ||= task.taskId.startsWith('BigCodeBench/');
    const { libraries, data, tools } = needsOfTask(task);
    for (const [library, names] of libraries) {
      const needed = at<string, NeededLibrary>(this.libraries, library, () => ({
        tasks: new Set(),
        names: new Map(),
      }));
      needed.tasks.add(task.taskId);
      for (const name of names) {
        at(needed.names, name, () => new Set<string>()).add(task.taskId);
      }
    }
    for (const each of data) {
      const key = `${each.library}/${each.name}`;
      at(this.data, key, () => ({ data: each, tasks: new Set() })).tasks.add(task.taskId);
    }
    for (const { tool, optional } of tools) {
      const needed = at(this.tools, tool, () => ({ optional, tasks: new Set() }));
      needed.tasks.add(task.taskId);
      needed.optional &&= optional;
    }
  }

  /** What to ask of an interpreter. Data that has two names by its library's version is asked by both. */
  request(): Pick<DoctorRequest, 'libraries' | 'data' | 'tools'> {
    const data = [...this.data.values()].flatMap(({ data: each }) => {
      const newest = dataForVersion(each, NEWEST);
      return newest === each ? [each] : [each, newest];
    });
    return {
      libraries: Object.fromEntries(
        [...this.libraries].map(([library, { names }]) => [library, [...names.keys()].sort()]),
      ),
      data,
      tools: [...new Set([...this.tools.keys(), ...PACKAGE_TOOLS])],
    };
  }
}

const NEWEST = '99.0';

function at<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  const existing = map.get(key);
  if (existing !== undefined) return existing;
  const made = make();
  map.set(key, made);
  return made;
}
