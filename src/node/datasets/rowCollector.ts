import type { Dataset, DatasetTask, Refusal } from '../../core/dataset.js';
import { UserError } from '../../core/errors.js';
import { readRow } from '../../core/row.js';
import { isSample } from '../../core/samples.js';

/** Enough to see what is wrong; a file of a million bad rows shall not fill memory and screen. */
const MAX_LISTED = 1000;

/** What was read so far, of all the files that make a dataset. */
export class DatasetRows {
  readonly tasks: DatasetTask[] = [];
  readonly refused: Refusal[] = [];
  /** How many rows are refused: one may have several problems. */
  refusedCount = 0;
  /** Where each task id was first seen. */
  readonly places = new Map<string, string>();

  /** As a dataset has it. */
  get read(): Pick<Dataset, 'tasks' | 'refused' | 'refusedCount'> {
    const { tasks, refused, refusedCount } = this;
    return { tasks, refused, refusedCount };
  }
}

/** Takes the rows of one file, sorts tasks from refusals and puts into words what was wrong. */
export class RowCollector {
  #rows = 0;
  /** How many of the rows are answers to tasks. */
  #samples = 0;
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
      this.into.refusedCount += 1;
      if (isSample(value)) this.#samples += 1;
      for (const { field, reason, missing } of reading.problems) {
        if (field !== undefined && missing) {
          const lines = this.#lacking.get(field) ?? [];
          this.#lacking.set(field, lines);
          lines.push(line);
        } else {
          this.#list(line, reason, field);
        }
      }
      return;
    }
    const { task } = reading;
    const first = this.into.places.get(task.taskId);
    if (first !== undefined) {
      this.into.refusedCount += 1;
      this.#list(line, `“${task.taskId}” is taken: ${first} has the same id`, 'task_id');
      return;
    }
    this.into.places.set(task.taskId, `line ${line} of ${this.file}`);
    this.into.tasks.push({ task });
  }

  /** Refuses what is no row, or the `rows` from there on. */
  refuse(line: number, reason: string, rows = 1): void {
    this.into.refusedCount += rows;
    this.#list(line, reason);
  }

  /**
   * Hands over the refusals: those of the file as a whole, then by line.
   * @throws {UserError} for a samples file, whose rows are no tasks but answers to them
   */
  finish(): void {
    if (this.#samples > 0 && this.#samples === this.#rows) throw samplesError(this.file);
    for (const [field, lines] of this.#lacking) {
      if (lines.length === this.#rows && lines.length > 1) {
        this.into.refused.push({
          file: this.file,
          field,
          reason: `no row of the file has this field, and every task needs it`,
        });
      } else {
        for (const line of lines) {
          this.#list(line, 'is missing, and every task needs it', field);
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

  #list(line: number, reason: string, field?: string): void {
    if (this.#refusals.length === MAX_LISTED) {
      this.#unlisted += 1;
    } else {
      this.#refusals.push({ file: this.file, line, ...(field && { field }), reason });
    }
  }
}

function samplesError(file: string): UserError {
  return new UserError(
    `${file} is a samples file: its rows are answers to tasks. Expected a dataset, whose rows are tasks. “bcb evaluate --samples” judges answers, and “Compare with Models…” on a study's results page takes the results that it writes.`,
  );
}
