import { createHash } from 'node:crypto';
import * as v from 'valibot';
import * as vscode from 'vscode';
import { veiledDataset } from '../../core/baseline/veil.js';
import type { Dataset, DatasetSource, DatasetTask } from '../../core/dataset.js';
import { CancelledError, messageOf, UserError } from '../../core/errors.js';
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

/** What is used of VS Code's context. */
type Context = Pick<
  vscode.ExtensionContext,
  'extensionUri' | 'globalStorageUri' | 'workspaceState'
>;

/** A dataset that could not be opened, as the settings or the last session name it. */
interface Failure {
  readonly text: string;
  readonly reason: string;
}

const REMEMBERED = 'datasets';
const FORGET = 'Do Not Open Again';
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
  /** By id, the opening that was begun last, for as long as nobody closes the dataset. */
  readonly #opening = new Map<string, Promise<OpenDataset>>();
  readonly #subscription: vscode.Disposable;
  /** Pending until `restore` has ended: an editor of the last session may ask before it begins. */
  readonly #restored: Promise<void>;
  #endRestoring: () => void = () => undefined;

  constructor(
    private readonly context: Context,
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
   * Opens the datasets of the settings and of the last session. Those of the last session that
   * cannot be opened now are tried again in the next one, unless the user says otherwise.
   * @throws {UserError} that names those of the settings which could not be opened; the others are
   */
  async restore(workspaceDir: string | undefined): Promise<void> {
    try {
      const ofSettings = configured();
      const failures = await this.#openAll(ofSettings, workspaceDir);
      const others = this.#remembered().filter((text) => !ofSettings.includes(text));
      const forgettable = await this.#openAll(others, workspaceDir);
      if (forgettable.length > 0) void this.#offerToForget(forgettable);
      throwFailures(failures);
    } finally {
      this.#endRestoring();
    }
  }

  /**
   * Opens what the settings name and is not open yet.
   * @throws {UserError} that names those which could not be opened; the others are
   */
  async openConfigured(workspaceDir: string | undefined): Promise<void> {
    throwFailures(await this.#openAll(configured(), workspaceDir));
  }

  /**
   * Opens a dataset, or reads it again where it is open already. Of several readings the one that
   * was begun last counts, whichever ends last.
   * @throws {CancelledError} where the dataset is closed meanwhile
   */
  open(source: DatasetSource, { closable = true } = {}): Promise<OpenDataset> {
    const id = datasetId(source);
    const opening: Promise<OpenDataset> = this.#read(source).then((dataset) => {
      const latest = this.#opening.get(id);
      if (latest === opening) return this.#take(id, dataset, closable);
      if (latest) return latest;
      throw new CancelledError();
    });
    this.#opening.set(id, opening);
    return opening;
  }

  async #take(id: string, dataset: Dataset, closable: boolean): Promise<OpenDataset> {
    this.#unveiled.set(id, dataset);
    const opened = this.#show(id, this.#veil(dataset), closable);
    this.#changed.fire();
    if (closable) await this.#remember(formatSource(dataset.source));
    return opened;
  }

  /** Reads a dataset again, after its file changed. */
  reload({ dataset, closable }: OpenDataset): Promise<OpenDataset> {
    return this.open(dataset.source, { closable });
  }

  async close(id: string): Promise<void> {
    this.#opening.delete(id);
    const closed = this.#open.get(id);
    if (!closed) return;
    this.#open.delete(id);
    this.#unveiled.delete(id);
    this.#changed.fire();
    await this.#forget([formatSource(closed.dataset.source)]);
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

  async #openAll(
    texts: readonly string[],
    workspaceDir: string | undefined,
  ): Promise<readonly Failure[]> {
    const failures: Failure[] = [];
    for (const text of texts) {
      try {
        const source = parseSource(text, workspaceDir);
        if (!this.#open.has(datasetId(source))) await this.open(source);
      } catch (error) {
        failures.push({ text, reason: messageOf(error) });
      }
    }
    return failures;
  }

  /** Reads with progress: in the view for what is local, as a notification with Cancel for a download. */
  async #read(source: DatasetSource): Promise<Dataset> {
    const { extensionUri, globalStorageUri } = this.context;
    const started = performance.now();
    const dataset = await working(
      `Opening ${formatSource(source)}`,
      (onProgress, signal) =>
        openDataset(source, {
          samplesDir: vscode.Uri.joinPath(extensionUri, 'samples').fsPath,
          cacheDir: vscode.Uri.joinPath(globalStorageUri, 'datasets').fsPath,
          ...{ onProgress, signal },
        }),
      source.kind === 'huggingface' ? undefined : { viewId: 'bigcodebench.tasks' },
    );
    const spent = Math.round(performance.now() - started);
    this.log.info(
      `Opened ${formatSource(source)}: ${String(dataset.tasks.length)} tasks, ${String(dataset.refusedCount)} refused, ${String(spent)} ms`,
    );
    return dataset;
  }

  #remembered(): readonly string[] {
    const stored = v.safeParse(RememberedSchema, this.context.workspaceState.get(REMEMBERED));
    return stored.success ? stored.output : [];
  }

  async #remember(text: string): Promise<void> {
    const texts = this.#remembered();
    if (!texts.includes(text)) {
      await this.context.workspaceState.update(REMEMBERED, [...texts, text]);
    }
  }

  async #forget(texts: readonly string[]): Promise<void> {
    const left = this.#remembered().filter((text) => !texts.includes(text));
    await this.context.workspaceState.update(REMEMBERED, left);
  }

  /** The network may be back next time, or the disk; or the file is gone for good. */
  async #offerToForget(failures: readonly Failure[]): Promise<void> {
    const text = failureText(failures);
    this.log.warn(text);
    const choice = await vscode.window.showErrorMessage(text, FORGET);
    if (choice === FORGET) await this.#forget(failures.map((failure) => failure.text));
  }
}

function throwFailures(failures: readonly Failure[]): void {
  if (failures.length > 0) throw new UserError(failureText(failures));
}

function failureText(failures: readonly Failure[]): string {
  return failures.map(({ text, reason }) => `${text}: ${reason}`).join(' ');
}

/** The datasets that the settings name. */
function configured(): readonly string[] {
  return vscode.workspace.getConfiguration('bigcodebench').get('datasets', []);
}

/** The id under which a source is open. */
export function datasetId(source: DatasetSource): string {
  return createHash('sha256').update(formatSource(source)).digest('hex').slice(0, 8);
}
