import type { Hiding } from './baseline/study.js';
import type { Task } from './task.js';

/** Where a dataset comes from; also what is remembered of it between sessions. */
export type DatasetSource =
  | { readonly kind: 'samples' }
  /** A `.jsonl`, `.jsonl.gz` or `.parquet` file. */
  | { readonly kind: 'file'; readonly path: string }
  /** A folder of task files. */
  | { readonly kind: 'folder'; readonly path: string }
  | { readonly kind: 'huggingface'; readonly repo: string; readonly revision: string };

/** A row or a task file that could not be read as a task. */
export interface Refusal {
  /** The file's path, as the user named it. */
  readonly file: string;
  /** 1-based; absent where the file as a whole is meant. */
  readonly line?: number;
  /** The row's field, where one is to blame. */
  readonly field?: string;
  readonly reason: string;
  /** Set for a task file that has its function and no tests yet. */
  readonly draft?: true;
}

/** A task as it stands in a dataset. */
export interface DatasetTask {
  readonly task: Task;
  /** The task file's path, where the dataset is a folder and the task a file that can be edited. */
  readonly path?: string;
  /** Set where the task is to be solved: it has no prompt, no solution and no tests then. */
  readonly hiddenBy?: Hiding;
}

/** An opened dataset: what could be read, and what was refused and why. */
export interface Dataset {
  readonly source: DatasetSource;
  /** Short, for tabs and trees: `bigcodebench-1002.jsonl.gz`. */
  readonly label: string;
  readonly tasks: readonly DatasetTask[];
  readonly refused: readonly Refusal[];
  /** How many rows, or files of a folder, that is: one may have several problems. */
  readonly refusedCount: number;
}
