import { dirname, sep } from 'node:path';
import * as vscode from 'vscode';
import type { ChangeEvent, CurationEvent, Person } from '../../core/curation/events.js';
import type { TaskState } from '../../core/curation/taskState.js';
import { UserError } from '../../core/errors.js';
import type { ProjectFolder, ProjectTask } from '../../node/curation/projectFolder.js';

/** A task of an open project, with what its record says of it. */
export interface CuratedTask extends ProjectTask {
  readonly project: ProjectFolder;
  readonly state: TaskState;
}

/** A task file's new text, and the event that says so. */
export interface NewTaskFile {
  readonly path: string;
  readonly text: string;
  readonly event: ChangeEvent;
}

const PROJECT_FILES = '**/bigcodebench.json';
const EXCLUDED = '**/{node_modules,.venv,venv,__pycache__,site-packages}/**';
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
  #projects: readonly ProjectFolder[] = [];
  #tasks: readonly CuratedTask[] = [];
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

  /** Reads all projects again. */
  async reload(): Promise<void> {
    await this.#alone(() => this.#load());
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

  /** Who works in a project. */
  async identity(project: ProjectFolder): Promise<Person> {
    const { gitIdentity } = await import('../../node/curation/gitIdentity.js');
    return gitIdentity(project.folder);
  }

  dispose(): void {
    clearTimeout(this.#reloading);
    this.#subscriptions.dispose();
    this.#changed.dispose();
  }

  async #write(files: readonly NewTaskFile[]): Promise<void> {
    const [{ writeAtomically }, { appendEvents, recordPathOf }] = await Promise.all([
      import('../../node/jsonFile.js'),
      import('../../node/curation/recordFile.js'),
    ]);
    await this.#alone(async () => {
      for (const { path, text, event } of files) {
        await writeAtomically(path, text);
        await appendEvents(recordPathOf(path), [event]);
      }
      await this.#load();
    });
  }

  /** Does work that writes records itself, and reads all projects again afterwards. */
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

  async #load(): Promise<void> {
    const files = await vscode.workspace.findFiles(PROJECT_FILES, EXCLUDED);
    if (files.length === 0 && this.#projects.length === 0) return;
    const { openProject, readProjectTasks } = await import('../../node/curation/projectFolder.js');
    const { recordOutsideEdits } = await import('../../node/curation/outsideEdits.js');
    const { taskState } = await import('../../core/curation/taskState.js');
    const projects: ProjectFolder[] = [];
    const tasks: CuratedTask[] = [];
    for (const { fsPath } of files) {
      try {
        const project = await openProject(dirname(fsPath));
        projects.push(project);
        // A folder that nobody trusts yet is only looked at.
        if (vscode.workspace.isTrusted)
          await recordOutsideEdits(project, () => this.identity(project));
        for (const task of await readProjectTasks(project)) {
          tasks.push({ ...task, project, state: taskState(task.record.events) });
        }
      } catch (error) {
        this.report(error);
      }
    }
    this.#projects = projects;
    this.#tasks = tasks;
    this.#changed.fire();
  }
}

/** @throws {UserError} saying that the file is gone */
export function textOf({ taskId, text }: CuratedTask): string {
  if (text !== undefined) return text;
  throw new UserError(
    `The file of ${taskId} was deleted. Bring it back with “BigCodeBench: Restore Deleted Task”.`,
  );
}
