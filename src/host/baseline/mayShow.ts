import type { Hiding } from '../../core/baseline/study.js';
import { UserError } from '../../core/errors.js';
import type { StudyFile } from '../../node/baseline/studyFiles.js';
import type { HiddenTasks } from './hiddenTasks.js';
import type { StudyTasks } from './studyTasks.js';

interface HidingServices {
  readonly tasks: StudyTasks;
  readonly hidden: HiddenTasks;
}

/** What hides a task of a study from this person; undefined for one that may be seen. */
export async function hidingIn(
  study: StudyFile,
  taskId: string,
  { tasks, hidden }: HidingServices,
): Promise<Hiding | undefined> {
  if (hidden.isEmpty) return undefined;
  return hidden.hidingOf(await tasks.readOne(study, taskId));
}

/**
 * Lets what people wrote for a task be shown.
 * @throws {UserError} where this person is still to solve it
 */
export async function mayShow(
  study: StudyFile,
  taskId: string,
  services: HidingServices,
): Promise<void> {
  const hiding = await hidingIn(study, taskId, services);
  if (!hiding) return;
  throw new UserError(
    `What people wrote for ${taskId} is hidden while you take part in the study “${hiding.name}”.`,
  );
}
