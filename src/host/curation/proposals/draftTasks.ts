import { mapConcurrently } from '../../../core/concurrently.js';
import { CancelledError, messageOf } from '../../../core/errors.js';
import type { LanguageModel } from '../../../core/models/languageModel.js';
import type { Tell } from '../../working.js';
import type { CuratedTask } from '../curationProjects.js';
import type { Proposer, Wish } from './proposer.js';

const AT_ONCE = 10;

/**
 * Has a model revise several tasks; one that fails leaves the others alone.
 * @returns for each task that has got no proposal, why; not for those that were cancelled
 */
export async function draftTasks(
  tasks: readonly CuratedTask[],
  wish: Wish,
  model: LanguageModel,
  proposer: Proposer,
  tell: Tell,
  signal?: AbortSignal,
): Promise<readonly string[]> {
  const { canInstruct } = await import('../../../core/models/taskFacts.js');
  const without: string[] = [];
  let done = 0;
  const draft = async (task: CuratedTask): Promise<void> => {
    const examined = await proposer.examine(task, signal);
    if (canInstruct(wish.instruction, examined.facts)) {
      await proposer.propose(examined, wish, model, () => undefined, signal);
    } else {
      without.push(`${task.taskId}: there is nothing of the kind to do.`);
    }
  };
  await mapConcurrently(tasks, AT_ONCE, async (task) => {
    if (signal?.aborted) return;
    try {
      await draft(task);
    } catch (error) {
      if (!(error instanceof CancelledError)) without.push(`${task.taskId}: ${messageOf(error)}`);
    }
    tell(`${String(++done)} of ${String(tasks.length)} done`);
  });
  return without;
}
