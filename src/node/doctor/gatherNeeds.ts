import { setImmediate } from 'node:timers/promises';
import { DatasetNeeds } from '../../core/doctor/datasetNeeds.js';
import { CancelledError } from '../../core/errors.js';
import type { Task } from '../../core/task.js';

/** How long tasks are read before others have their turn: a thousand take seconds. */
const TURN_MS = 8;

/**
 * What tasks need. Reads a task's text the first time only, and leaves others time in between.
 * @throws {CancelledError} once `signal` is aborted
 */
export async function gatherNeeds(
  tasks: readonly Task[],
  signal?: AbortSignal,
): Promise<DatasetNeeds> {
  const needs = new DatasetNeeds();
  let began = performance.now();
  for (const task of tasks) {
    needs.add(task);
    if (performance.now() - began < TURN_MS) continue;
    await setImmediate();
    if (signal?.aborted) throw new CancelledError();
    began = performance.now();
  }
  return needs;
}
