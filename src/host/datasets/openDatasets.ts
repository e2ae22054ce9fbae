import { createHash } from 'node:crypto';
import * as v from 'valibot';
import * as vscode from 'vscode';
import { veiledDataset } from '../../core/baseline/veil.js';
import type { Dataset, DatasetSource, DatasetTask } from '../../core/dataset.js';
import { messageOf, UserError } from '../../core/errors.js';
import { openDataset } from '../../node/datasets/openDataset.js';
import { formatSource, parseSource } from '../../node/datasets/source.js';
import { isSamePath } from '../../node/files.js';
import type { HiddenTasks } from '../baseline/hiddenTasks.js';
import { working } from '../working.js';

/** A dataset on show. */
export interface OpenDataset {
  /** Stable over sessions: derived from the source. */
  readonly id: string;
  readonly dataset: Dataset;
  readonly tasks: ReadonlyMap<string, DatasetTask>;
  /** Whether the user opened it, and so may close it; a workspace folder's tasks stay. */
  readonly closable: boolean;
  /** Milliseconds since the epoch. */
  readonly openedAt: number;
}

/** Names a task across views, documents and sessions. */
export interface TaskRef {
  readonly datasetId: string;
  readonly taskId: string;
}

/** A task of an open dataset. */
export interface ShownTask {
  readonly dataset: OpenDataset;
  readonly entry: DatasetTask;
}

/** One string for a task across datasets, for maps and stored state. */
export function taskKey({ dataset, entry }: ShownTask): string {
  return `${dataset.id}/${entry.task.taskId}`;
}

const REMEMBERED = 'datasets';
const RememberedSchema = v.array(v.string());

/**
 * The datasets on show, in the order they were opened; remembered between sessions.
 * The one place that has what a study hides: every task that it gives out may be seen.
 */
export class OpenDatasets implements vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<void>();
  readonly onDidChange = this.#changed.event;
  readonly #open = new Map<string, OpenDataset>();
  /** The same as they were read, hidden solutions and tests included. */
  readonly #unveiled = new Map<string, Dataset>();
  readonly #subscription: vscode.Disposable;
  /** Pending until `restore` has ended: an editor of the last session may ask before it begins. */
  readonly #restored: Promise<void>;
  #endRestoring: () => void = () => undefined;

  constructor(
    private readonly context: vscode.ExtensionContext,
    private readonly hidden: HiddenTasks,
    private readonly log: vscode.LogOutputChannel,
  ) {
    this.#subscription = hidden.onDidChange(() => {
      this.#veilAgain();
    });
    this.#restored = new Promise((resolve) => {
      this.#endRestoring = resolve;
    });
  }

  get all(): readonly OpenDataset[] {
    return [...this.#open.values()];
  }

  get taskCount(): number {
    return this.all.reduce((sum, { tasks }) => sum + tasks.size, 0);
  }

  get(id: string): OpenDataset | undefined {
    return this.#open.get(id);
  }

  getTask({ datasetId, taskId }: TaskRef): ShownTask | undefined {
    const dataset = this.#open.get(datasetId);
    const entry = dataset?.tasks.get(taskId);
    return dataset && entry && { dataset, entry };
  }

  /** As `get`, once the datasets of the last session are open again. */
  async find(id: string): Promise<OpenDataset | undefined> {
    await this.#restored;
    return this.get(id);
  }

  /** As `getTask`, once the datasets of the last session are open again. */
  async findTask(ref: TaskRef): Promise<ShownTask | undefined> {
    await this.#restored;
    return this.getTask(ref);
  }

  /** The task whose file on disk this is, in a dataset that is a folder. */
  findFile(path: string): ShownTask | undefined {
    for (const dataset of this.#open.values()) {
      const entry = dataset.dataset.tasks.find((candidate) => {
        return candidate.path !== undefined && isSamePath(candidate.path, path);
      });
      if (entry) return { dataset, entry };
    }
    return undefined;
  }

  /**
   * Opens the datasets of the settings and of the last session.
   * @throws {UserError} that names those which could not be opened; the others are
   */
  async restore(workspaceDir: string | undefined): Promise<void> {
    try {
      await this.#openAll([...configured(), ...this.#remembered()], workspaceDir);
    } finally {
      this.#endRestoring();
    }
  }

  /** Opens what the settings name and is not open yet; errors as from `restore`. */
  async openConfigured(workspaceDir: string | undefined): Promise<void> {
    await this.#openAll(configured(), workspaceDir);
  }

  /** Opens a dataset, or reads it again where it is open already. */
  async open(source: DatasetSource, { closable = true } = {}): Promise<OpenDataset> {
    const started = performance.now();
    const dataset = await this.#read(source);
    const id = datasetId(source);
    this.#unveiled.set(id, dataset);
    const opened = this.#show(id, this.#veil(dataset), closable);
    const spent = Math.round(performance.now() - started);
    this.log.info(
      `Opened ${formatSource(source)}: ${String(dataset.tasks.length)} tasks, ${String(dataset.refusedCount)} refused, ${String(spent)} ms`,
    );
    this.#changed.fire();
    if (closable) await this.#remember();
    return opened;
  }

  /** Reads a dataset again, after its file changed. */
  reload({ dataset, closable }: OpenDataset): Promise<OpenDataset> {
    return this.open(dataset.source, { closable });
  }

  async close(id: string): Promise<void> {
    if (!this.#open.delete(id)) return;
    this.#unveiled.delete(id);
    this.#changed.fire();
    await this.#remember();
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#changed.dispose();
  }

  #show(id: string, dataset: Dataset, closable: boolean): OpenDataset {
    const before = this.#open.get(id)?.openedAt ?? 0;
    const shown: OpenDataset = {
      ...{ id, dataset, closable },
      tasks: new Map(dataset.tasks.map((entry) => [entry.task.taskId, entry])),
      // An editor reads a document again only if it is newer.
      openedAt: Math.max(Date.now(), before + 1),
    };
    this.#open.set(id, shown);
    return shown;
  }

  #veil(unveiled: Dataset): Dataset {
    return veiledDataset(unveiled, (task) => this.hidden.hidingOf(task));
  }

  #veilAgain(): void {
    for (const [id, unveiled] of this.#unveiled) {
      const before = this.#open.get(id);
      const dataset = this.#veil(unveiled);
      if (before && before.dataset !== dataset) this.#show(id, dataset, before.closable);
    }
    this.#changed.fire();
  }

  async #openAll(texts: readonly string[], workspaceDir: string | undefined): Promise<void> {
    const failures: string[] = [];
    for (const text of texts) {
      try {
        const source = parseSource(text, workspaceDir);
        if (!this.#open.has(datasetId(source))) await this.open(source);
      } catch (error) {
        failures.push(`${text}: ${messageOf(error)}`);
      }
    }
    if (failures.length > 0) throw new UserError(failures.join(' '));
  }

  /** Reads with progress: in the view for what is local, as a notification with Cancel for a download. */
  async #read(source: DatasetSource): Promise<Dataset> {
    const { extensionUri, globalStorageUri } = this.context;
    return working(
      `Opening ${formatSource(source)}`,
      (onProgress, signal) =>
        openDataset(source, {
          samplesDir: vscode.Uri.joinPath(extensionUri, 'samples').fsPath,
          cacheDir: vscode.Uri.joinPath(globalStorageUri, 'datasets').fsPath,
          ...{ onProgress, signal },
        }),
      source.kind === 'huggingface' ? undefined : { viewId: 'bigcodebench.tasks' },
    );
  }

  #remembered(): readonly string[] {
    const stored = v.safeParse(RememberedSchema, this.context.workspaceState.get(REMEMBERED));
    return stored.success ? stored.output : [];
  }

  async #remember(): Promise<void> {
    const texts = this.all
      .filter(({ closable }) => closable)
      .map(({ dataset }) => formatSource(dataset.source));
    await this.context.workspaceState.update(REMEMBERED, texts);
  }
}

/** The datasets that the settings name. */
function configured(): readonly string[] {
  return vscode.workspace.getConfiguration('bigcodebench').get('datasets', []);
}

/** The id under which a source is open. */
export function datasetId(source: DatasetSource): string {
  return createHash('sha256').update(formatSource(source)).digest('hex').slice(0, 8);
}
