import * as vscode from 'vscode';
import { promptOf, solutionOf } from '../../core/baseline/conditions.js';
import { UserError } from '../../core/errors.js';
import type { BaselineStudies, StudyTask } from './studies.js';
import type { StudyTasks } from './studyTasks.js';

/** The scheme of what a solver reads of a study's tasks. */
export const STUDY_SCHEME = 'bcb-study';

/** The prompt, from the first attempt on; the canonical solution, once the task is decided. */
type StudyPart = 'prompt' | 'solution';

/** The document of a task's prompt or solution; its last name stands on the tab. */
export function studyUri({ study, taskId }: StudyTask, part: StudyPart): vscode.Uri {
  const prompt = study.study.split === 'complete' ? 'Complete.py' : 'Instruct';
  const name = `${taskId.replaceAll('/', '-')} ${part === 'prompt' ? prompt : 'Solution.py'}`;
  return vscode.Uri.from({
    scheme: STUDY_SCHEME,
    path: `/${study.study.name.replaceAll('/', '-')}/${name}`,
    query: new URLSearchParams({ study: study.path, task: taskId, part }).toString(),
  });
}

/** Serves prompts and solutions of studies' tasks, read anew from their datasets. */
export class StudyDocuments implements vscode.TextDocumentContentProvider {
  constructor(
    private readonly studies: BaselineStudies,
    private readonly tasks: StudyTasks,
  ) {}

  async provideTextDocumentContent({ query }: vscode.Uri): Promise<string> {
    const named = new URLSearchParams(query);
    await this.studies.loaded;
    const task = this.studies.findTask(named.get('study') ?? '', named.get('task') ?? '');
    if (!task) throw new UserError('The study of this document is no longer in the workspace.');
    const { study, taskId, attempts, decided } = task;
    if (named.get('part') === 'solution') {
      if (!decided) throw new UserError(`The solution of ${taskId} is hidden until you are done.`);
      return solutionOf(await this.tasks.readOne(study, taskId), study.study.split);
    }
    if (attempts.length === 0) {
      throw new UserError(`The prompt of ${taskId} is shown by “BigCodeBench: Start Attempt”.`);
    }
    return promptOf(await this.tasks.readOne(study, taskId), study.study.split);
  }
}
