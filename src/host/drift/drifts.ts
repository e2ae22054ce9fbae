import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import * as vscode from 'vscode';
import type { Comparison } from '../../core/drift/comparison.js';
import { pairUp } from '../../core/drift/drift.js';
import { environmentNames, type ReportedDrift } from '../../core/drift/report.js';
import type { Task } from '../../core/task.js';
import { writeJson } from '../../node/jsonFile.js';
import type { ResultCache } from '../../node/results/resultCache.js';
import { formatCount, formatQuantity } from '../../shared/numbers.js';
import type { HiddenTasks } from '../baseline/hiddenTasks.js';
import type { EngineService } from '../python/engineService.js';

/** A comparison in a file. */
export interface KeptComparison {
  readonly path: string;
  readonly comparison: Comparison;
}

/** The drift on show: a comparison's own, or what differs between two that were kept. */
export interface ShownDrift extends ReportedDrift {
  /** The file; absent where two are on show. */
  readonly file?: string;
}

/** What is to be compared. */
export interface DriftRequest {
  readonly tasks: readonly Task[];
  /** Where they come from, for people. */
  readonly dataset: string;
  readonly pythons: readonly string[];
}

/** Tells how far a comparison is, the fraction from 0 to 1. */
export type DriftProgress = (message: string, fraction: number) => void;

/** Compares environments, keeps what was found in files, and knows what of it is on show. */
export class Drifts implements vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<void>();
  readonly onDidChange = this.#changed.event;
  #shown: ShownDrift | undefined;

  constructor(
    /** The comparisons of this workspace. */
    private readonly folder: string,
    private readonly hidden: HiddenTasks,
    private readonly engines: EngineService,
    private readonly cache: ResultCache,
    private readonly log: vscode.LogOutputChannel,
  ) {}

  get shown(): ShownDrift | undefined {
    return this.#shown;
  }

  /**
   * Checks the tasks in each environment, keeps the outcome and shows it. After a cancellation the
   * same request goes on where it was.
   * @throws {CancelledError} once `signal` is aborted
   * @throws {UserError} where one of the interpreters cannot run tasks
   */
  async compare(
    { tasks, dataset, pythons }: DriftRequest,
    timeoutSeconds: number,
    signal: AbortSignal,
    onProgress: DriftProgress,
  ): Promise<KeptComparison> {
    const { compareEnvironments } = await import('../../node/drift/compareEnvironments.js');
    const all = formatQuantity(tasks.length, 'task');
    let where = '';
    let done = 0;
    let checked = 0;
    const comparison = await compareEnvironments(
      {
        ...{ tasks, dataset, pythons, timeoutSeconds, cache: this.cache, usesCache: true },
        startEngine: (python) => this.engines.startIn(python),
      },
      signal,
      {
        onEnvironment: ({ python }, position) => {
          done += checked;
          checked = 0;
          where = `Python ${python.version} (${String(position + 1)} of ${String(pythons.length)})`;
          this.log.info(`Comparing environments: ${python.version} at ${python.executable}`);
        },
        onResult: () => {
          checked += 1;
          onProgress(
            `${where}: ${formatCount(checked)} of ${all}`,
            (done + checked) / (tasks.length * pythons.length),
          );
        },
      },
    );
    const path = join(this.folder, `${comparison.when.replaceAll(/[:.]/g, '-')}.json`);
    await writeJson(path, comparison);
    const kept = { path, comparison };
    this.show(kept);
    return kept;
  }

  /** Shows a comparison's drift. */
  show({ path, comparison }: KeptComparison): void {
    this.#show({ title: titleOf(comparison), comparisons: [comparison], file: path });
  }

  /**
   * Shows what differs between two comparisons, whichever is named first.
   * @returns how many tasks are left out, as one lacks them or has them with another text
   * @throws {UserError} where they cannot be compared
   */
  showChanges(one: Comparison, two: Comparison): number {
    const [earlier, later] = one.when < two.when ? [one, two] : [two, one];
    const { environments, leftOut } = pairUp(earlier, later);
    this.#show({
      title: `Drift of ${later.dataset}, ${whenText(earlier)} → ${whenText(later)}`,
      comparisons: environments,
    });
    return leftOut.length;
  }

  /** Takes what is on show away; its file stays. */
  close(): void {
    this.#show(undefined);
  }

  /**
   * Reads a comparison, without what it says of hidden tasks: the names and messages of their tests.
   * @throws {UserError} for a file that holds none
   */
  async read(path: string): Promise<KeptComparison> {
    const { readComparison } = await import('../../node/drift/comparisonFile.js');
    const whole = await readComparison(path);
    const tasks = whole.tasks.filter(({ key }) => !this.hidden.hidesContent(key));
    return { path, comparison: { ...whole, tasks } };
  }

  /** The comparisons of this workspace, the newest first; a file that holds none is left out. */
  async kept(): Promise<KeptComparison[]> {
    const names = await readdir(this.folder).catch((): string[] => []);
    const read = await Promise.all(
      names
        .filter((name) => name.endsWith('.json'))
        .map(async (name): Promise<KeptComparison[]> => {
          const path = join(this.folder, name);
          try {
            return [await this.read(path)];
          } catch (error) {
            this.log.warn(String(error));
            return [];
          }
        }),
    );
    return read.flat().sort((a, b) => (a.comparison.when < b.comparison.when ? 1 : -1));
  }

  /** Deletes a comparison of this workspace. */
  async remove({ path }: KeptComparison): Promise<void> {
    await rm(path, { force: true });
    if (this.#shown?.file === path) this.close();
  }

  dispose(): void {
    this.#changed.dispose();
  }

  #show(shown: ShownDrift | undefined): void {
    this.#shown = shown;
    void vscode.commands.executeCommand('setContext', 'bigcodebench.hasDrift', shown !== undefined);
    this.#changed.fire();
  }
}

/** When a comparison was complete, to the minute, in UTC. */
export function whenText({ when }: Comparison): string {
  return when.slice(0, 16).replace('T', ' ');
}

function titleOf({ environments, dataset }: Comparison): string {
  return `Drift of ${dataset}, Python ${environmentNames(environments).join(' → ')}`;
}
