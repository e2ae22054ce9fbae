import type { Task } from '../task.js';
import type { Study } from './study.js';

/**
 * A task as a solver may see it while it is to be solved: without the canonical solution and the
 * tests, and in the Instruct split without what only the Complete prompt says.
 * What the extension shows, finds and exports is made of this, so that there is nothing to find.
 */
export function veiled(task: Task, { name, split }: Pick<Study, 'name' | 'split'>): Task {
  const hidden = `Hidden while you take part in the study “${name}”.`;
  const shown =
    split === 'complete'
      ? task
      : { ...task, completePrompt: `${task.codePrompt}    """${hidden}"""\n`, docStruct: NOTHING };
  return { ...shown, canonicalSolution: `    # ${hidden}\n    pass`, test: `# ${hidden}` };
}

const NOTHING = {
  description: [],
  notes: [],
  params: [],
  returns: [],
  reqs: [],
  raises: [],
  examples: [],
};
