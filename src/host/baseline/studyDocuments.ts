import * as vscode from 'vscode';
import { promptOf, solutionOf } from '../../core/baseline/conditions.js';
import { UserError } from '../../core/errors.js';
import type { Attempts } from './attempts.js';
import type { BaselineStudies, StudyTask } from './studies.js';
import type { StudyTasks } from './studyTasks.js';

/** The scheme of what a solver reads of a study's tasks. */
export const STUDY_SCHEME = 'bcb-study';

/** The prompt, while an attempt runs; both, once the task is decided. */
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
export class StudyDocuments implements vscode.TextDocumentContentProvider, vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<vscode.Uri>();
  readonly onDidChange = this.#changed.event;
  readonly #subscription: vscode.Disposable;
  /** The file of the attempt that runs. */
  #running: string | undefined;

  constructor(
    private readonly studies: BaselineStudies,
    private readonly attempts: Attempts,
    private readonly tasks: StudyTasks,
  ) {
    this.#subscription = attempts.onDidChange(() => {
      const { current } = attempts;
      const running = current?.state === 'running' ? current.file.toString() : undefined;
      if (running === this.#running) return;
      this.#running = running;
      for (const { uri } of vscode.workspace.textDocuments) {
        if (uri.scheme === STUDY_SCHEME) this.#changed.fire(uri);
      }
    });
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#changed.dispose();
  }

  async provideTextDocumentContent({ query }: vscode.Uri): Promise<string> {
    const named = new URLSearchParams(query);
    await this.studies.loaded;
    const task = this.studies.findTask(named.get('study') ?? '', named.get('task') ?? '');
    if (!task) throw new UserError('The study of this document is no longer in the workspace.');
    const { study, taskId, decided } = task;
    if (named.get('part') === 'solution') {
      if (!decided) throw new UserError(`The solution of ${taskId} is hidden until you are done.`);
      return solutionOf(await this.tasks.readOne(study, taskId), study.study.split);
    }
    if (!decided && !this.#isRunning(task)) {
      return `# The prompt of ${taskId} is shown while an attempt runs: choose “BigCodeBench: Start Attempt”.\n`;
    }
    return promptOf(await this.tasks.readOne(study, taskId), study.study.split);
  }

  #isRunning({ study, taskId }: StudyTask): boolean {
    const { current } = this.attempts;
    if (current?.state !== 'running') return false;
    return current.place.study.path === study.path && current.place.taskId === taskId;
  }
}
