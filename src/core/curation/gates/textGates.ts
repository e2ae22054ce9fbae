import { UserError } from '../../errors.js';
import { splitTaskFile } from '../../taskFile.js';
import type { Project } from '../project.js';
import { askGates, gatesOf, type AskedGate } from './registry.js';

/** The gates on the way to a refined task that a text fails by itself, before anything is run. */
export function failedTextGates(
  project: Project,
  text: string,
  taskId: string,
): readonly AskedGate[] {
  const gates = gatesOf(project, 'draft', 'refined').filter(({ needs }) => needs.length === 0);
  const task = taskIn(text, taskId);
  const { limits } = project;
  return askGates(gates, { text, task, limits, events: [], facts: {}, others: [] }).filter(
    ({ outcome }) => outcome.outcome === 'fail',
  );
}

function taskIn(text: string, taskId: string) {
  try {
    return splitTaskFile(text, taskId);
  } catch (error) {
    if (error instanceof UserError) return undefined;
    throw error;
  }
}
