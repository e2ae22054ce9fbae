import { dirname, sep } from 'node:path';
import * as vscode from 'vscode';
import type { ChangeEvent, CurationEvent, Person } from '../../core/curation/events.js';
import type { TaskState } from '../../core/curation/taskState.js';
import { messageOf, UserError } from '../../core/errors.js';
import { refusalText } from '../../core/refusal.js';
import type { ProjectFolder, ProjectTask } from '../../node/curation/projectFolder.js';
import type { ProjectReader, ProjectReading } from '../../node/curation/projectReader.js';
import { NOT_OURS } from '../notOurs.js';

/** A task of an open project, with what its record says of it. */
export interface CuratedTask extends ProjectTask {
  readonly project: ProjectFolder;
  readonly state: TaskState;
  /** What is on record of it as it is now, in a word or two each. */
  readonly standing: readonly string[];
}

/** A task file's new text, and the event that says so. */
export interface NewTaskFile {
  readonly path: string;
  readonly text: string;
  readonly event: ChangeEvent;
}

const PROJECT_FILES = '**/bigcodebench.json';
const RELOAD_DELAY_MS = 200;

/**
 * The curation projects of the workspace and their tasks, kept up to date with the disk.
 * What other programs have done to task files is put on record as it is seen.
 */
export class CurationProjects implements vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<void>();
  readonly onDidChange = this.#changed.event;
  readonly #watcher = vscode.workspace.createFileSystemWatcher(
    '**/{bigcodebench.json,*.py,*.events.jsonl}',
  );
  readonly #subscriptions: vscode.Disposable;
  /** The folders with a project file, each with its reader. */
  #readers: ReadonlyMap<string, ProjectReader> = new Map();
  #projects: readonly ProjectFolder[] = [];
  #tasks: readonly CuratedTask[] = [];
  /** What was made of the readers' tasks, so that one that has not changed stays the same object. */
  #curated = new WeakMap<ProjectTask, CuratedTask>();
  /** Why it could not be read or its records not be kept, by the project's folder. */
  readonly #failures = new Map<string, string>();
  #reloading: NodeJS.Timeout | undefined;
  #last: Promise<unknown> = Promise.resolve();

  constructor(private readonly report: (error: unknown) => void) {
    const changed = ({ fsPath }: vscode.Uri): void => {
      if (!this.#concerns(fsPath)) return;
      clearTimeout(this.#reloading);
      this.#reloading = setTimeout(() => void this.reload(), RELOAD_DELAY_MS);
    };
    this.#subscriptions = vscode.Disposable.from(
      this.#watcher,
      this.#watcher.onDidCreate(changed),
      this.#watcher.onDidChange(changed),
      this.#watcher.onDidDelete(changed),
      vscode.workspace.onDidChangeWorkspaceFolders(() => void this.reload()),
      vscode.workspace.onDidGrantWorkspaceTrust(() => void this.reload()),
    );
  }

  get projects(): readonly ProjectFolder[] {
    return this.#projects;
  }

  get tasks(): readonly CuratedTask[] {
    return this.#tasks;
  }

  /** The task whose file this is. */
  find(path: string): CuratedTask | undefined {
    return this.#tasks.find((task) => task.path === path);
  }

  /** Looks for projects, and reads what has changed in them. */
  async reload(): Promise<void> {
    await this.#alone(async () => {
      await this.#find();
      await this.#load();
    });
  }

  /** Resolves when what was asked so far is done, the first reading of all projects included. */
  async settled(): Promise<void> {
    await this.#last.catch(() => undefined);
  }

  /** Adds events to a task's record. */
  async append(task: CuratedTask, ...events: readonly CurationEvent[]): Promise<void> {
    const { appendEvents, recordPathOf } = await import('../../node/curation/recordFile.js');
    await this.#alone(async () => {
      await appendEvents(recordPathOf(task.path), events);
      await this.#load();
    });
  }

  /** Gives a task file a new text, and puts the change on record. */
  async change(
    task: CuratedTask,
    text: string,
    eventOf: (place: Pick<ChangeEvent, 'parents' | 'base' | 'diff'>) => ChangeEvent,
  ): Promise<void> {
    const { changeTo } = await import('../../core/curation/newEvents.js');
    const event = eventOf(changeTo(text, task.history));
    await this.#write([{ path: task.path, text, event }]);
  }

  /** Makes task files and begins their records. */
  async add(files: readonly NewTaskFile[]): Promise<void> {
    await this.#write(files);
  }

  /**
   * A task as it stands once its file is saved: checks, proposals and reviews are of what is on the
   * disk.
   * @throws {UserError} where the file cannot be saved or is no longer there
   */
  async saved({ path, taskId }: CuratedTask): Promise<CuratedTask> {
    const document = vscode.workspace.textDocuments.find(({ uri, isDirty }) => {
      return isDirty && uri.scheme === 'file' && uri.fsPath === path;
    });
    // What the editor shows of a refused file is not all that is in it.
    const { refusal } = this.find(path) ?? {};
    if (document && refusal) throw new UserError(refusalText(refusal));
    if (document) {
      await document.save();
      // Auto save may have been quicker; what counts is that all is on the disk.
      if (document.isDirty) {
        throw new UserError(`${taskId} has unsaved changes that cannot be saved. Save it first.`);
      }
    }
    // What another program wrote a moment ago counts, too.
    await this.#alone(() => this.#load());
    const task = this.find(path);
    if (task) return task;
    throw new UserError(`${taskId} is no longer in its project.`);
  }

  /** Who works in a project. */
  async identity({ folder }: Pick<ProjectFolder, 'folder'>): Promise<Person> {
    const { gitIdentity } = await import('../../node/curation/gitIdentity.js');
    return gitIdentity(folder);
  }

  dispose(): void {
    clearTimeout(this.#reloading);
    this.#subscriptions.dispose();
    this.#changed.dispose();
  }

  async #write(files: readonly NewTaskFile[]): Promise<void> {
    const { writeTaskFile } = await import('../../node/curation/recordFile.js');
    await this.#alone(async () => {
      for (const { path, text, event } of files) await writeTaskFile(path, text, event);
      await this.#load();
    });
  }

  /** Does work that writes records itself, and reads what it has changed. */
  async alone<T>(work: () => Promise<T>): Promise<T> {
    return this.#alone(async () => {
      const result = await work();
      await this.#load();
      return result;
    });
  }

  /**
   * One at a time: a reading between a file's new text and its event would take the change for
   * somebody else's.
   */
  async #alone<T>(work: () => Promise<T>): Promise<T> {
    const run = this.#last.then(work, work);
    this.#last = run;
    return run;
  }

  /** Whether a file may belong to a project: any may while there is none. */
  #concerns(path: string): boolean {
    if (path.endsWith('bigcodebench.json')) return true;
    return this.#projects.some(({ folder }) => path.startsWith(folder + sep));
  }

  async #find(): Promise<void> {
    const files = await vscode.workspace.findFiles(PROJECT_FILES, NOT_OURS);
    if (files.length === 0 && this.#readers.size === 0) return;
    const { ProjectReader } = await import('../../node/curation/projectReader.js');
    this.#readers = new Map(
      files.map(({ fsPath }) => {
        const folder = dirname(fsPath);
        return [folder, this.#readers.get(folder) ?? new ProjectReader(folder)];
      }),
    );
  }

  async #load(): Promise<void> {
    const projects: ProjectFolder[] = [];
    const tasks: CuratedTask[] = [];
    for (const reader of this.#readers.values()) {
      try {
        const { failure, ...reading } = await this.#read(reader);
        this.#tellOfFailure(reader.folder, failure);
        projects.push(reading.project);
        tasks.push(...(await this.#curate(reading)));
      } catch (error) {
        this.#tellOfFailure(reader.folder, error);
      }
    }
    // An own change is seen a second time, by the watcher.
    if (hasSame(projects, this.#projects) && hasSame(tasks, this.#tasks)) return;
    this.#projects = projects;
    this.#tasks = tasks;
    this.#changed.fire();
  }

  /** A folder that nobody trusts yet is only looked at. */
  async #read(reader: ProjectReader): Promise<ProjectReading & { failure?: Error | undefined }> {
    if (!vscode.workspace.isTrusted) return reader.read();
    const { readUpToDate } = await import('../../node/curation/outsideEdits.js');
    return readUpToDate(reader, () => this.identity(reader));
  }

  /** Says once, not with each reading, why a folder cannot be read or its records are not kept. */
  #tellOfFailure(folder: string, failure: unknown): void {
    const told = this.#failures.get(folder);
    if (failure === undefined) this.#failures.delete(folder);
    else if (messageOf(failure) !== told) {
      this.#failures.set(folder, messageOf(failure));
      this.report(failure);
    }
  }

  async #curate({ project, tasks }: ProjectReading): Promise<readonly CuratedTask[]> {
    const [{ taskState }, { standingTexts }] = await Promise.all([
      import('../../core/curation/taskState.js'),
      import('../../core/curation/standing.js'),
    ]);
    return tasks.map((task) => {
      const known = this.#curated.get(task);
      if (known) return known;
      const { events } = task.record;
      const standing = standingTexts({ ...task, events });
      const curated = { ...task, project, standing, state: taskState(events) };
      this.#curated.set(task, curated);
      return curated;
    });
  }
}

function hasSame<T>(one: readonly T[], other: readonly T[]): boolean {
  return one.length === other.length && one.every((item, index) => item === other[index]);
}

/** @throws {UserError} saying that the file is gone, or why it cannot be read */
export function textOf({ taskId, text, refusal }: CuratedTask): string {
  if (text !== undefined) return text;
  if (refusal) throw new UserError(refusalText(refusal));
  throw new UserError(
    `The file of ${taskId} was deleted. Bring it back with “BigCodeBench: Restore Deleted Task”.`,
  );
}
