import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import * as vscode from 'vscode';
import type { Person } from '../../../core/curation/events.js';
import { personOf } from '../../../core/curation/taskState.js';
import { CancelledError, UserError } from '../../../core/errors.js';
import { textKey } from '../../../core/textKey.js';
import type { EngineService } from '../../python/engineService.js';
import { timeoutSeconds } from '../../testing/job.js';
import { textOf, type CuratedTask, type CurationProjects } from '../curationProjects.js';
import { askChecklist } from './review.js';

/** Where blind solutions are written; not in the project, where others would see them. */
export class CrossChecks {
  constructor(
    private readonly folder: string,
    private readonly projects: CurationProjects,
    private readonly engines: EngineService,
  ) {}

  /** Opens the prompt alone, to be solved or judged by someone who has seen nothing else of the task. */
  async start(task: CuratedTask): Promise<void> {
    const { lastReviews } = await import('../../../core/curation/reviews.js');
    const person = await this.projects.identity(task.project);
    const hasReviewed = lastReviews(task.record.events).has(person.email);
    const involved = hasReviewed || task.state.authors.has(person.email);
    if (involved) {
      throw new UserError(
        `You have written or reviewed ${task.taskId}: somebody else has to cross-check it.`,
      );
    }
    const [{ splitTaskFile }, { writeAtomically }] = await Promise.all([
      import('../../../core/taskFile.js'),
      import('../../../node/jsonFile.js'),
    ]);
    const { completePrompt } = splitTaskFile(textOf(task), task.taskId);
    const path = this.#pathOf(task, completePrompt, person);
    if ((await contentOf(path)) === undefined) {
      await writeAtomically(path, `${completePrompt}    pass\n`);
    }
    await closeTabsOf(task);
    await vscode.window.showTextDocument(vscode.Uri.file(path), { preview: false });
    void vscode.window.showInformationMessage(
      `Solve ${task.taskId} by its prompt alone, or judge the prompt, then choose “BigCodeBench: Finish Cross-check”. Solution, tests and reviews are shown afterwards.`,
    );
  }

  /** Runs the blind solution, asks for the verdict, records both, and only then shows the task. */
  async finish(): Promise<void> {
    const active = vscode.window.activeTextEditor?.document;
    const path = active?.uri.fsPath ?? '';
    const task = this.projects.tasks.find((one) => this.#folderOf(one) === dirname(path));
    if (!active || !task) {
      throw new UserError('The active editor is no cross-check. Start one from the Curation view.');
    }
    await active.save();
    const [{ splitTaskFile }, { eventNow }, { CHECKLIST }] = await Promise.all([
      import('../../../core/taskFile.js'),
      import('../../../core/curation/newEvents.js'),
      import('../../../core/curation/reviews.js'),
    ]);
    const text = textOf(task);
    const { test, entryPoint, completePrompt } = splitTaskFile(text, task.taskId);
    const person = await this.projects.identity(task.project);
    if (path !== this.#pathOf(task, completePrompt, person)) {
      throw new UserError(
        `The prompt of ${task.taskId} has changed since, or this cross-check is on record already. Start another from the Curation view.`,
      );
    }
    const isSolved = active.getText() !== `${completePrompt}    pass\n`;
    const solution = isSolved
      ? await this.#run({ code: active.getText(), test, entryPoint })
      : undefined;
    const checklist = await askChecklist(`Cross-check of ${task.taskId}`, CHECKLIST);
    const verdict = await askVerdict(task, solution?.status);
    const reason = await vscode.window.showInputBox({
      title: `Cross-check of ${task.taskId}`,
      prompt: 'Anything to add? (optional)',
    });
    if (reason === undefined) throw new CancelledError();
    await this.projects.append(task, {
      ...{ ...eventNow(person, text), type: 'cross-checked', verdict, checklist },
      ...(solution && { solution }),
      ...(reason !== '' && { reason }),
    });
    await vscode.commands.executeCommand(
      'vscode.diff',
      active.uri,
      vscode.Uri.file(task.path),
      `${task.taskId}: your solution ↔ the task`,
    );
  }

  /** Where the blind solutions of one task are, and of none that has its name elsewhere. */
  #folderOf({ taskId, project }: CuratedTask): string {
    return join(this.folder, textKey(JSON.stringify([project.folder, taskId])));
  }

  /**
   * Where somebody's blind solution is written: another prompt is another file, and so is their next
   * cross-check, once one is on record.
   */
  #pathOf(task: CuratedTask, prompt: string, { email }: Person): string {
    const name = `${task.project.project.name} ${task.taskId}`.replace(/[^\w.-]+/g, '_');
    const finished = task.record.events.filter(
      ({ type, actor }) => type === 'cross-checked' && personOf(actor).email === email,
    ).length;
    const key = textKey(JSON.stringify([email, finished, prompt]));
    return join(this.#folderOf(task), `${name}-${key}.py`);
  }

  async #run(program: { code: string; test: string; entryPoint: string }) {
    const { engine } = await this.engines.use();
    const result = await engine.run(program, { timeoutSeconds: timeoutSeconds(), coverage: false });
    const { checkSummary } = await import('../../../core/curation/runFacts.js');
    return checkSummary(result);
  }
}

/** Whoever is to judge blind shall not have the task itself before their eyes. */
async function closeTabsOf({ path }: CuratedTask): Promise<void> {
  const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs);
  const own = tabs.filter(({ input }) =>
    urisOf(input).some(({ fsPath }) => fsPath.startsWith(path)),
  );
  await vscode.window.tabGroups.close(own);
}

function urisOf(input: unknown): vscode.Uri[] {
  if (input instanceof vscode.TabInputText) return [input.uri];
  return input instanceof vscode.TabInputTextDiff ? [input.original, input.modified] : [];
}

async function contentOf(path: string): Promise<string | undefined> {
  return readFile(path, 'utf8').catch(() => undefined);
}

async function askVerdict(
  { taskId }: CuratedTask,
  status: string | undefined,
): Promise<'agree' | 'disagree'> {
  const said =
    status === undefined ? 'You have judged the prompt alone' : `Your solution: ${status}`;
  const picked = await vscode.window.showQuickPick(
    [
      { label: '$(pass) The task is sound', verdict: 'agree' as const },
      { label: '$(error) The task is not sound', verdict: 'disagree' as const },
    ],
    { title: `Cross-check of ${taskId}`, placeHolder: said, ignoreFocusOut: true },
  );
  if (!picked) throw new CancelledError();
  return picked.verdict;
}
