import * as v from 'valibot';
import * as vscode from 'vscode';
import type { FiguredTask } from '../../core/curation/figures.js';
import type { ProjectFolder } from '../../node/curation/projectFolder.js';
import { BoardPageMessageSchema, type BoardHostMessage } from '../../shared/board.js';
import { commandId } from '../commands.js';
import { pageHtml, webviewRoot } from '../webviewPage.js';
import type { CuratedTask, CurationProjects } from './curationProjects.js';

const VIEW_TYPE = 'bigcodebench.board';

/** The Board pages, one a curation project. */
export class BoardPanels implements vscode.Disposable {
  readonly #panels = new Map<string, vscode.WebviewPanel>();
  readonly #subscription: vscode.Disposable;

  constructor(
    private readonly extensionUri: vscode.Uri,
    private readonly projects: CurationProjects,
    private readonly log: vscode.LogOutputChannel,
  ) {
    this.#subscription = projects.onDidChange(() => {
      for (const folder of this.#panels.keys()) void this.#send(folder);
    });
  }

  show({ folder, project }: ProjectFolder): void {
    const existing = this.#panels.get(folder);
    if (existing) {
      existing.reveal();
      return;
    }
    const root = webviewRoot(this.extensionUri);
    const panel = vscode.window.createWebviewPanel(
      VIEW_TYPE,
      `${project.name} Board`,
      vscode.ViewColumn.Active,
      { enableScripts: true, localResourceRoots: [root] },
    );
    panel.iconPath = {
      light: vscode.Uri.joinPath(this.extensionUri, 'media', 'board-light.svg'),
      dark: vscode.Uri.joinPath(this.extensionUri, 'media', 'board-dark.svg'),
    };
    panel.webview.html = pageHtml(panel.webview, root, 'board', 'Curation Board');
    panel.webview.onDidReceiveMessage((message: unknown) => {
      this.#receive(folder, message);
    });
    panel.onDidDispose(() => this.#panels.delete(folder));
    this.#panels.set(folder, panel);
  }

  dispose(): void {
    this.#subscription.dispose();
    for (const panel of this.#panels.values()) panel.dispose();
  }

  #receive(folder: string, message: unknown): void {
    const parsed = v.safeParse(BoardPageMessageSchema, message);
    if (!parsed.success) {
      this.log.error(`The board sent a message that does not fit: ${v.summarize(parsed.issues)}`);
      return;
    }
    if (parsed.output.type === 'ready') {
      void this.#send(folder);
      return;
    }
    const { type, taskId } = parsed.output;
    const task = this.#tasksOf(folder).find((one) => one.taskId === taskId);
    if (!task) return;
    const command = type === 'openTask' ? 'openCuratedTask' : 'moveTask';
    void vscode.commands.executeCommand(commandId(command), vscode.Uri.file(task.path));
  }

  #tasksOf(folder: string): readonly CuratedTask[] {
    return this.projects.tasks.filter(({ project }) => project.folder === folder);
  }

  async #send(folder: string): Promise<void> {
    const panel = this.#panels.get(folder);
    const project = this.projects.projects.find((one) => one.folder === folder);
    if (!panel) return;
    if (!project) {
      panel.dispose();
      return;
    }
    const [{ boardOf }, { testMethods }] = await Promise.all([
      import('../../core/curation/board.js'),
      import('../../core/testMethods.js'),
    ]);
    const figured = this.#tasksOf(folder).map(({ taskId, text = '', record }): FiguredTask => {
      const checks = record.events.map((event) => ('check' in event ? event.check : undefined));
      return {
        ...{ taskId, events: record.events, tests: testMethods(text).length },
        branchPercent: checks.findLast((check) => check?.branchPercent !== undefined)
          ?.branchPercent,
      };
    });
    const board = boardOf(project.project.name, figured);
    await panel.webview.postMessage({ type: 'show', board } satisfies BoardHostMessage);
  }
}
