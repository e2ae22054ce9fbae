import type { DatasetTask, Refusal } from '../../core/dataset.js';
import { readRow } from '../../core/row.js';

/** Enough to see what is wrong; a file of a million bad rows shall not fill memory and screen. */
const MAX_LISTED = 1000;

/** What was read so far, of all the files that make a dataset. */
export class DatasetRows {
  readonly tasks: DatasetTask[] = [];
  readonly refused: Refusal[] = [];
  /** Where each task id was first seen. */
  readonly places = new Map<string, string>();
}

/** Takes the rows of one file, sorts tasks from refusals and puts into words what was wrong. */
export class RowCollector {
  #rows = 0;
  #refusals: Refusal[] = [];
  #unlisted = 0;
  /** Of each required field the lines of the rows that lack it. */
  readonly #lacking = new Map<string, number[]>();

  /**
   * @param file the file's name in refusals
   * @param into takes the tasks at once, the refusals at the end
   */
  constructor(
    private readonly file: string,
    private readonly into: DatasetRows,
  ) {}

  /** How many rows came, good or bad. */
  get rows(): number {
    return this.#rows;
  }

  addRow(line: number, value: unknown): void {
    this.#rows += 1;
    const reading = readRow(value);
    if (!reading.ok) {
      for (const { field, reason, missing } of reading.problems) {
        if (field !== undefined && missing) {
          const lines = this.#lacking.get(field) ?? [];
          this.#lacking.set(field, lines);
          lines.push(line);
        } else {
          this.refuse(line, reason, field);
        }
      }
      return;
    }
    const { task } = reading;
    const first = this.into.places.get(task.taskId);
    if (first !== undefined) {
      this.refuse(line, `“${task.taskId}” is taken: ${first} has the same id`, 'task_id');
      return;
    }
    this.into.places.set(task.taskId, `line ${line} of ${this.file}`);
    this.into.tasks.push({ task });
  }

  refuse(line: number, reason: string, field?: string): void {
    if (this.#refusals.length === MAX_LISTED) {
      this.#unlisted += 1;
    } else {
      this.#refusals.push({ file: this.file, line, ...(field && { field }), reason });
    }
  }

  /** Hands over the refusals: those of the file as a whole, then by line. */
  finish(): void {
    for (const [field, lines] of this.#lacking) {
      if (lines.length === this.#rows && lines.length > 1) {
        this.into.refused.push({
          file: this.file,
          field,
          reason: `no row of the file has this field, and every task needs it`,
        });
      } else {
        for (const line of lines) {
          this.refuse(line, 'is missing, and every task needs it', field);
        }
      }
    }
    this.#refusals.sort((a, b) => (a.line ?? 0) - (b.line ?? 0));
    this.into.refused.push(...this.#refusals);
    if (this.#unlisted > 0) {
      const reason = `${this.#unlisted} more problems of this file are not listed`;
      this.into.refused.push({ file: this.file, reason });
    }
  }
}
