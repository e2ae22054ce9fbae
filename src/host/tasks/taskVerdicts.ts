import * as vscode from 'vscode';
import { contentKey } from '../../core/contentKey.js';
import {
  differenceText,
  type PythonEnvironment,
} from '../../core/environments/pythonEnvironment.js';
import type { GroupStatus } from '../../core/grouping.js';
import { parseStoredVerdicts, type StoredVerdicts, type Verdict } from '../../core/verdict.js';
import { readJson, writeJson } from '../../node/jsonFile.js';
import { taskKey, type ShownTask } from '../datasets/openDatasets.js';

/** A run that works; one that ends without a record leaves the verdict before as it was. */
export interface RunningTask {
  record(verdict: Verdict): void;
  end(): void;
}

const WRITE_DELAY_MS = 1000;

/** The last verdict of every task, and which tasks run now; kept in a file between sessions. */
export class TaskVerdicts implements vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<ShownTask>();
  readonly onDidChange = this.#changed.event;
  readonly #environmentChanged = new vscode.EventEmitter<void>();
  /** Another environment is in force: what was current may no longer be, and the reverse. */
  readonly onDidChangeEnvironment = this.#environmentChanged.event;
  #environment: PythonEnvironment | undefined;
  #verdicts = new Map<string, Verdict>();
  readonly #running = new Map<string, number>();
  #writing: NodeJS.Timeout | undefined;

  constructor(
    private readonly file: string,
    private readonly log: vscode.LogOutputChannel,
  ) {}

  /** Reads what the last session kept; a file of another version is left behind with a word in the log. */
  async restore(): Promise<void> {
    const stored = parseStoredVerdicts(await readJson(this.file));
    if (stored) {
      this.#verdicts = new Map(Object.entries(stored.verdicts));
    } else {
      this.log.info(`No verdicts of an earlier session in ${this.file}`);
    }
  }

  /** The verdict on the task as it is now; one on another text of it no longer counts. */
  get(shown: ShownTask): Verdict | undefined {
    const verdict = this.#verdicts.get(taskKey(shown));
    return verdict?.contentKey === contentKey(shown.entry.task) ? verdict : undefined;
  }

  /** The verdict on the task as it is now, in the environment in force. */
  current(shown: ShownTask): Verdict | undefined {
    return this.isElsewhere(shown) ? undefined : this.get(shown);
  }

  /** How the task fares as far as groups go. */
  status(shown: ShownTask): GroupStatus {
    return this.isElsewhere(shown) ? 'elsewhere' : this.get(shown)?.status;
  }

  /** Whether the verdict on the task is from another environment than the one in force. */
  isElsewhere(shown: ShownTask): boolean {
    return this.elsewhere(shown) !== undefined;
  }

  /** Where else the verdict is from, in words; undefined where it is of the environment in force, or nobody knows. */
  elsewhere(shown: ShownTask): string | undefined {
    const from = this.get(shown)?.environment;
    if (!from || !this.#environment) return undefined;
    return differenceText(from, this.#environment);
  }

  /** Says which environment is in force. Until this is known, every verdict counts. */
  setEnvironment(environment: PythonEnvironment): void {
    const before = this.#environment;
    this.#environment = environment;
    if (before === undefined || differenceText(before, environment) !== undefined) {
      this.#environmentChanged.fire();
    }
  }

  isRunning(shown: ShownTask): boolean {
    return this.#running.has(taskKey(shown));
  }

  /** Says that a run of the task begins; whoever calls says when it has ended. */
  begin(shown: ShownTask): RunningTask {
    const id = taskKey(shown);
    this.#running.set(id, (this.#running.get(id) ?? 0) + 1);
    this.#changed.fire(shown);
    return {
      record: (verdict) => {
        this.#verdicts.set(id, verdict);
        this.#writing ??= setTimeout(() => void this.#write(), WRITE_DELAY_MS);
      },
      end: () => {
        const left = (this.#running.get(id) ?? 1) - 1;
        if (left > 0) this.#running.set(id, left);
        else this.#running.delete(id);
        this.#changed.fire(shown);
      },
    };
  }

  /** Writes what is still to be written; for the end of the session. */
  async flush(): Promise<void> {
    if (this.#writing !== undefined) await this.#write();
  }

  dispose(): void {
    clearTimeout(this.#writing);
    this.#changed.dispose();
    this.#environmentChanged.dispose();
  }

  async #write(): Promise<void> {
    clearTimeout(this.#writing);
    this.#writing = undefined;
    try {
      const stored: StoredVerdicts = {
        version: 2,
        verdicts: Object.fromEntries(this.#verdicts),
      };
      await writeJson(this.file, stored);
    } catch (error) {
      this.log.error(`Verdicts could not be kept in ${this.file}: ${String(error)}`);
    }
  }
}
