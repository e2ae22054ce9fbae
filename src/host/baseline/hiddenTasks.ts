import * as v from 'valibot';
import * as vscode from 'vscode';
import { answerKeys } from '../../core/baseline/answerKeys.js';
import type { Hiding } from '../../core/baseline/study.js';
import type { Task } from '../../core/task.js';
import type { StudyFile } from '../../node/baseline/studyFiles.js';

const STATE = 'hiddenTasks';
const HiddenSchema = v.array(
  v.object({
    /** The study file's path. */
    study: v.string(),
    name: v.string(),
    /** From task id to `answerKeys`. */
    tasks: v.record(v.string(), v.array(v.string())),
  }),
);
type HiddenBy = v.InferOutput<typeof HiddenSchema>[number];

/**
 * The tasks that studies hide from this person, in every window and after every restart. Nothing of
 * a task is kept but what it can be known again by.
 */
export class HiddenTasks implements vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<void>();
  readonly onDidChange = this.#changed.event;
  readonly #hid = new vscode.EventEmitter<void>();
  /** Something is hidden that could be seen before; fires after `onDidChange`. */
  readonly onDidHide = this.#hid.event;
  readonly #subscription: vscode.Disposable;
  #hidings: ReadonlyMap<string, Hiding> = new Map();
  #read = '';

  /** @param memento shared by all windows */
  constructor(private readonly memento: vscode.Memento) {
    this.#refresh();
    // Another window may have begun an attempt, or ended it, and tells nobody.
    this.#subscription = vscode.window.onDidChangeWindowState(({ focused }) => {
      if (focused) this.#refresh();
    });
  }

  get isEmpty(): boolean {
    return this.#hidings.size === 0;
  }

  /** What hides a task; undefined for one that may be seen. */
  hidingOf(task: Task): Hiding | undefined {
    if (this.isEmpty) return undefined;
    for (const key of answerKeys(task)) {
      const hiding = this.#hidings.get(key);
      if (hiding) return hiding;
    }
    return undefined;
  }

  /** Whether what was found of a task with this `contentKey` may not be seen. */
  hidesContent(key: string): boolean {
    return this.#hidings.has(key);
  }

  /** Hides tasks of a study, besides those that it hides already. */
  async hide({ path, study }: StudyFile, tasks: readonly Task[]): Promise<void> {
    const before = this.#stored.find((one) => one.study === path);
    await this.#store([
      ...this.#stored.filter((one) => one !== before),
      {
        ...{ study: path, name: study.name },
        tasks: {
          ...before?.tasks,
          ...Object.fromEntries(tasks.map((task) => [task.taskId, [...answerKeys(task)]])),
        },
      },
    ]);
  }

  /** Shows tasks of a study again: they are decided, or their solver has left; all of them without ids. */
  async reveal(path: string, taskIds?: readonly string[]): Promise<void> {
    const revealed = new Set(taskIds);
    const left = this.#stored.map((one) => {
      if (one.study !== path) return one;
      const tasks = Object.entries(one.tasks).filter(([id]) => taskIds && !revealed.has(id));
      return { ...one, tasks: Object.fromEntries(tasks) };
    });
    await this.#store(left.filter(({ tasks }) => Object.keys(tasks).length > 0));
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#changed.dispose();
    this.#hid.dispose();
  }

  get #stored(): readonly HiddenBy[] {
    const stored = v.safeParse(HiddenSchema, this.memento.get(STATE));
    return stored.success ? stored.output : [];
  }

  async #store(hidden: readonly HiddenBy[]): Promise<void> {
    await this.memento.update(STATE, hidden);
    this.#refresh();
  }

  /** Takes over what is stored. */
  #refresh(): void {
    const stored = this.#stored;
    const text = JSON.stringify(stored);
    if (text === this.#read) return;
    this.#read = text;
    const before = this.#hidings;
    this.#hidings = new Map(
      stored.flatMap(({ name, tasks }) =>
        Object.values(tasks)
          .flat()
          .map((key): [string, Hiding] => [key, { name }]),
      ),
    );
    this.#changed.fire();
    if ([...this.#hidings.keys()].some((key) => !before.has(key))) this.#hid.fire();
  }
}
