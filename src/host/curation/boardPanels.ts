import * as vscode from 'vscode';
import type { BoardTask } from '../../core/curation/board.js';
import type { ProjectFolder } from '../../node/curation/projectFolder.js';
import {
  BoardPageMessageSchema,
  type BoardHostMessage,
  type BoardPageMessage,
} from '../../shared/board.js';
import { commandId } from '../commands.js';
import { WebviewPages } from '../webviewPage.js';
import type { CuratedTask, CurationProjects } from './curationProjects.js';

/** The Board pages, one a curation project. */
export class BoardPanels implements vscode.Disposable {
  readonly #pages: WebviewPages<BoardPageMessage, BoardHostMessage>;
  readonly #subscriptions: vscode.Disposable;

  constructor(
    extensionUri: vscode.Uri,
    private readonly projects: CurationProjects,
    log: vscode.LogOutputChannel,
  ) {
    this.#pages = new WebviewPages(
      {
        name: 'board',
        title: 'Curation Board',
        messages: BoardPageMessageSchema,
        contentOf: (folder) => this.#contentOf(folder),
        receive: (folder, message) => {
          this.#receive(folder, message);
        },
      },
      extensionUri,
      log,
    );
    this.#subscriptions = vscode.Disposable.from(
      this.#pages,
      projects.onDidChange(() => {
        this.#pages.redraw();
      }),
    );
  }

  show({ folder, project }: ProjectFolder): void {
    this.#pages.open(folder, `${project.name} Board`);
  }

  dispose(): void {
    this.#subscriptions.dispose();
  }

  #receive(folder: string, { type, taskId }: BoardPageMessage): void {
    const task = this.#tasksOf(folder).find((one) => one.taskId === taskId);
    if (!task) return;
    const command = type === 'openTask' ? 'openCuratedTask' : 'moveTask';
    void vscode.commands.executeCommand(commandId(command), vscode.Uri.file(task.path));
  }

  #tasksOf(folder: string): readonly CuratedTask[] {
    return this.projects.tasks.filter(({ project }) => project.folder === folder);
  }

  async #contentOf(folder: string): Promise<BoardHostMessage | undefined> {
    await this.projects.settled();
    const project = this.projects.projects.find((one) => one.folder === folder);
    if (!project) return undefined;
    const [{ boardOf }, { testMethods }] = await Promise.all([
      import('../../core/curation/board.js'),
      import('../../core/testMethods.js'),
    ]);
    const tasks = this.#tasksOf(folder).map(({ taskId, text, record }): BoardTask => {
      const checks = record.events.map((event) => ('check' in event ? event.check : undefined));
      return {
        ...{ taskId, text, events: record.events, tests: testMethods(text ?? '').length },
        branchPercent: checks.findLast((check) => check?.branchPercent !== undefined)
          ?.branchPercent,
      };
    });
    return { type: 'show', board: boardOf(project.project, tasks) };
  }
}
