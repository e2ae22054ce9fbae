import type { Dataset, DatasetTask } from '../dataset.js';
import type { TaskPart } from '../parts.js';
import type { Task } from '../task.js';
import type { Hiding } from './study.js';

/** Why a task shows no solution and no tests, for people. */
export function hiddenText({ name }: Hiding): string {
  return `Hidden while you take part in the study “${name}”.`;
}

/**
 * A task as a solver may see it while it is to be solved: without the canonical solution and the
 * tests, and in the Instruct split without what only the Complete prompt says.
 * What the extension shows, finds and exports is made of this, so that there is nothing to find.
 */
export function veiled(task: Task, hiding: Hiding): Task {
  const hidden = hiddenText(hiding);
  const shown = hiding.split === 'complete' ? task : asInstructed(task, hidden);
  // A library that the solution alone imports is a part of the solution.
  const libs = task.libs.filter((library) => shown.completePrompt.includes(library));
  return { ...shown, libs, canonicalSolution: `    # ${hidden}\n    pass`, test: `# ${hidden}` };
}

/** What the Instruct prompt says of a task, in all its fields. */
function asInstructed(task: Task, hidden: string): Task {
  return {
    ...task,
    completePrompt: `${task.codePrompt}    """${hidden}"""\n`,
    docStruct: { ...task.docStruct, params: [], reqs: [], examples: [] },
  };
}

/** Whether a part of a hidden task shows nothing but why. */
export function isVeiled(part: TaskPart, { split }: Hiding): boolean {
  return part !== 'instruct' && part !== split;
}

/** A dataset whose hidden tasks are veiled; the dataset itself where none is hidden. */
export function veiledDataset(
  dataset: Dataset,
  hidingOf: (task: Task) => Hiding | undefined,
): Dataset {
  const tasks = dataset.tasks.map((entry): DatasetTask => {
    const hiddenBy = hidingOf(entry.task);
    return hiddenBy ? { ...entry, task: veiled(entry.task, hiddenBy), hiddenBy } : entry;
  });
  return tasks.some(({ hiddenBy }) => hiddenBy) ? { ...dataset, tasks } : dataset;
}
