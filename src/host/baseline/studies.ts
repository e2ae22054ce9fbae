import { sep } from 'node:path';
import * as vscode from 'vscode';
import type { Attempt } from '../../core/baseline/attempt.js';
import type { Progress } from '../../core/baseline/taskProgress.js';
import { messageOf } from '../../core/errors.js';
import type { Membership } from '../../node/baseline/memberships.js';
import type { StudyFile } from '../../node/baseline/studyFiles.js';
import type { Task } from '../../core/task.js';
import type { HiddenTasks } from './hiddenTasks.js';
import { NOT_OURS } from '../notOurs.js';

/** A task of a study, with what this person has done at it. */
export interface StudyTask {
  readonly study: OpenStudy;
  readonly taskId: string;
  /** The first one first. */
  readonly attempts: readonly Attempt[];
  readonly progress: Progress;
  /** Whether it is over for this person, and so no longer hidden. */
  readonly decided: boolean;
}

/** A study of the workspace. */
export interface OpenStudy extends StudyFile {
  /** Absent until this person takes part. */
  readonly membership: Membership | undefined;
  /** In the study's order. */
  readonly tasks: readonly StudyTask[];
}

/** A study file that cannot be read, and why. */
export interface BrokenStudy {
  readonly path: string;
  readonly reason: string;
}

const STUDY_FILES = '**/*.study.json';
const RELOAD_DELAY_MS = 200;

/**
 * The studies of the workspace, and how far the person at this machine is with their tasks; kept up
 * to date with the disk.
 */
export class BaselineStudies implements vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<void>();
  readonly onDidChange = this.#changed.event;
  readonly #subscriptions: vscode.Disposable;
  #all: readonly OpenStudy[] = [];
  #broken: readonly BrokenStudy[] = [];
  #memberships: readonly Membership[] = [];
  /** Decided tasks that were told to show again, by study and id. */
  readonly #revealed = new Set<string>();
  #reloading: NodeJS.Timeout | undefined;
  #last: Promise<unknown> = Promise.resolve();
  #endLoading: () => void = () => undefined;
  /** Resolves once the studies were read for the first time. */
  readonly loaded = new Promise<void>((resolve) => {
    this.#endLoading = resolve;
  });

  /** @param membershipsFile where it is kept in which studies this person takes part */
  constructor(
    private readonly membershipsFile: vscode.Uri,
    private readonly hidden: HiddenTasks,
  ) {
    const soon = (): void => {
      clearTimeout(this.#reloading);
      this.#reloading = setTimeout(() => void this.reload(), RELOAD_DELAY_MS);
    };
    const watch = (pattern: vscode.GlobPattern, concerns: (uri: vscode.Uri) => boolean) => {
      const watcher = vscode.workspace.createFileSystemWatcher(pattern);
      const changed = (uri: vscode.Uri): void => {
        if (concerns(uri)) soon();
      };
      watcher.onDidCreate(changed);
      watcher.onDidChange(changed);
      watcher.onDidDelete(changed);
      return watcher;
    };
    const storage = vscode.Uri.joinPath(membershipsFile, '..');
    this.#subscriptions = vscode.Disposable.from(
      watch(STUDY_FILES, () => true),
      watch('**/*.attempts/*/*.events.jsonl', ({ fsPath }) => this.#isMine(fsPath)),
      watch(new vscode.RelativePattern(storage, '*.json'), ({ fsPath }) => {
        return fsPath === membershipsFile.fsPath;
      }),
      vscode.workspace.onDidChangeWorkspaceFolders(soon),
    );
  }

  get all(): readonly OpenStudy[] {
    return this.#all;
  }

  get broken(): readonly BrokenStudy[] {
    return this.#broken;
  }

  /** The study of the workspace that this file is. */
  find(path: string): OpenStudy | undefined {
    return this.#all.find((study) => study.path === path);
  }

  findTask(path: string, taskId: string): StudyTask | undefined {
    return this.find(path)?.tasks.find((task) => task.taskId === taskId);
  }

  /** The studies in which this person takes part, those of other workspaces included. */
  get memberships(): readonly Membership[] {
    return this.#memberships;
  }

  /** Reads all studies again. */
  async reload(): Promise<void> {
    try {
      await this.#alone(() => this.#load());
    } finally {
      this.#endLoading();
    }
  }

  /**
   * Takes part in a study from now on: its tasks are hidden until they are decided.
   * @param tasks the study's
   */
  async join(
    study: OpenStudy,
    membership: Omit<Membership, 'state'>,
    tasks: readonly Task[],
  ): Promise<void> {
    const { addMembership, readMemberships } = await import('../../node/baseline/memberships.js');
    await this.#alone(async () => {
      // What cannot be added to is not hidden either.
      await readMemberships(this.membershipsFile.fsPath);
      await this.hidden.hide({ ...study, path: membership.path }, tasks);
      await addMembership(this.membershipsFile.fsPath, membership);
      this.#revealed.clear();
      await this.#load();
    });
  }

  /** Takes part no longer; what was done stays in the study's folder. */
  async leave(membership: Membership): Promise<void> {
    const { leaveStudy } = await import('../../node/baseline/memberships.js');
    await this.#alone(async () => {
      await leaveStudy(this.membershipsFile.fsPath, membership);
      await this.hidden.reveal(membership.path);
      await this.#load();
    });
  }

  dispose(): void {
    clearTimeout(this.#reloading);
    this.#subscriptions.dispose();
    this.#changed.dispose();
  }

  /** Whether a record is one of this person's that is not being written by this very window. */
  #isMine(path: string): boolean {
    return this.#all.some(
      ({ membership }) =>
        membership !== undefined && path.includes(`${sep}${membership.solver}${sep}`),
    );
  }

  async #alone<T>(work: () => Promise<T>): Promise<T> {
    const run = this.#last.then(work, work);
    this.#last = run;
    return run;
  }

  async #load(): Promise<void> {
    const files = await vscode.workspace.findFiles(STUDY_FILES, NOT_OURS);
    const { readMemberships } = await import('../../node/baseline/memberships.js');
    const broken: BrokenStudy[] = [];
    const { fsPath: membershipsPath } = this.membershipsFile;
    const memberships = await readMemberships(membershipsPath).catch((error: unknown) => {
      broken.push({ path: membershipsPath, reason: messageOf(error) });
      return [];
    });
    this.#memberships = memberships.filter(({ state }) => state !== 'left');
    if (files.length === 0 && this.#all.length + this.#broken.length === 0) return;
    const all: OpenStudy[] = [];
    for (const path of files.map(({ fsPath }) => fsPath).toSorted()) {
      try {
        all.push(await this.#read(path));
      } catch (error) {
        broken.push({ path, reason: messageOf(error) });
      }
    }
    this.#all = all;
    this.#broken = broken;
    for (const study of all) await this.#reveal(study);
    this.#changed.fire();
  }

  /** Shows again what is decided. */
  async #reveal({ membership, tasks }: OpenStudy): Promise<void> {
    if (!membership) return;
    const keyOf = ({ taskId }: StudyTask): string => `${membership.path}//${taskId}`;
    const decided = tasks.filter((task) => task.decided && !this.#revealed.has(keyOf(task)));
    if (decided.length === 0) return;
    for (const task of decided) this.#revealed.add(keyOf(task));
    await this.hidden.reveal(
      membership.path,
      decided.map(({ taskId }) => taskId),
    );
  }

  async #read(path: string): Promise<OpenStudy> {
    const [{ readStudy }, { readAttempts }, { isMemberOf }, { isDecided }, { progressOf }] =
      await Promise.all([
        import('../../node/baseline/studyFiles.js'),
        import('../../node/baseline/attemptFiles.js'),
        import('../../node/baseline/memberships.js'),
        import('../../core/baseline/attempt.js'),
        import('../../core/baseline/taskProgress.js'),
      ]);
    const file = await readStudy(path);
    const membership = this.#memberships.find((one) => isMemberOf(one, file.study));
    const attempts = await Promise.all(
      file.study.tasks.map(async (taskId) =>
        membership ? readAttempts(file, membership.solver, taskId) : [],
      ),
    );
    const tasks: StudyTask[] = [];
    const study: OpenStudy = { ...file, membership, tasks };
    for (const [index, taskId] of file.study.tasks.entries()) {
      const made = attempts[index] ?? [];
      tasks.push({
        ...{ study, taskId, attempts: made },
        progress: progressOf(made, file.study),
        decided: isDecided(made, file.study),
      });
    }
    return study;
  }
}
