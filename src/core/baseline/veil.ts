import type { Dataset, DatasetTask } from '../dataset.js';
import type { Task } from '../task.js';
import type { Hiding } from './study.js';

/** Why a task shows nothing of itself, for people. */
export function hiddenText(hiding: Hiding): string {
  return hiddenSentences(hiding).join(' ');
}

function hiddenSentences({ name }: Hiding): readonly string[] {
  return [
    `Hidden while you take part in the study “${name}”.`,
    '“Start Attempt” shows the prompt while the attempt runs; the rest is shown once the task is decided.',
  ];
}

/**
 * A task as a solver may see it while it is to be solved: its id, and the libraries that its prompt
 * imports. The prompts are hidden like the canonical solution and the tests, since whoever reads them
 * has begun, and time counts in an attempt's own editors alone.
 * What the extension shows, finds and exports is made of this, so that there is nothing to find.
 */
export function veiled(task: Task, hiding: Hiding): Task {
  const hidden = hiddenText(hiding);
  const comment = hiddenSentences(hiding)
    .map((sentence) => `# ${sentence}\n`)
    .join('');
  const promptWords = new Set(task.codePrompt.match(/\w+/g));
  const nothing = { notes: [], params: [], returns: [], reqs: [], raises: [], examples: [] };
  return {
    taskId: task.taskId,
    entryPoint: task.entryPoint,
    // A library that the solution alone imports is a part of the solution.
    libs: task.libs.filter((library) => promptWords.has(library)),
    codePrompt: '',
    completePrompt: comment,
    instructPrompt: `${hidden}\n`,
    canonicalSolution: comment,
    test: comment.trimEnd(),
    docStruct: { description: [hidden], ...nothing },
  };
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
