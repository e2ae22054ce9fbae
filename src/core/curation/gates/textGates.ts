import { UserError } from '../../errors.js';
import type { Task } from '../../task.js';
import { splitTaskFile } from '../../taskFile.js';
import type { Project } from '../project.js';
import type { RunFacts } from './gate.js';
import { nearDuplicate } from './nearDuplicate.js';
import { askGates, gatesOf, type AskedGate } from './registry.js';

/**
 * Asks a text, before it is anybody's task file, the gates on the way to a refined task: those that
 * look at the text alone, and those that `facts` are enough for. Whether it is like another task is
 * not asked, since no other is at hand.
 */
export function askTextGates(
  project: Project,
  text: string,
  taskId: string,
  facts: RunFacts = {},
): readonly AskedGate[] {
  const gates = gatesOf(project, 'draft', 'refined').filter(
    (gate) => gate !== nearDuplicate && gate.needs.every((need) => facts[need] !== undefined),
  );
  const { limits } = project;
  return askGates(gates, {
    ...{ text, task: taskIn(text, taskId), limits, events: [], facts, others: [] },
  });
}

/** What a text compiles to; `undefined` while it is no task. */
export function taskIn(text: string, taskId: string): Task | undefined {
  try {
    return splitTaskFile(text, taskId);
  } catch (error) {
    if (error instanceof UserError) return undefined;
    throw error;
  }
}
