import * as v from 'valibot';
import * as vscode from 'vscode';
import { PageMessageSchema, type HostMessage } from '../../shared/overview.js';
import { commandId } from '../commands.js';
import { datasetOf } from '../datasets/datasetCommands.js';
import type { OpenDataset, OpenDatasets } from '../datasets/openDatasets.js';
import type { TaskVerdicts } from '../tasks/taskVerdicts.js';
import { pageHtml, webviewRoot } from '../webviewPage.js';

const VIEW_TYPE = 'bigcodebench.overview';
/** Verdicts arrive by the dozen while tasks run; the page is drawn again at most this often. */
const REDRAW_DELAY_MS = 500;

/** The Overview pages, one a dataset. */
export class OverviewPanels implements vscode.Disposable {
  readonly #panels = new Map<string, vscode.WebviewPanel>();
  readonly #subscriptions: vscode.Disposable;
  #redrawing: NodeJS.Timeout | undefined;

  constructor(
    private readonly extensionUri: vscode.Uri,
    private readonly datasets: OpenDatasets,
    private readonly verdicts: TaskVerdicts,
    private readonly log: vscode.LogOutputChannel,
  ) {
    const changed = (): void => {
      this.#redrawing ??= setTimeout(() => {
        this.#redrawing = undefined;
        this.#redraw();
      }, REDRAW_DELAY_MS);
    };
    this.#subscriptions = vscode.Disposable.from(
      datasets.onDidChange(changed),
      verdicts.onDidChange(changed),
      verdicts.onDidChangeEnvironment(changed),
    );
  }

  /** Shows the page of the dataset that the command was given at. */
  async show(target: unknown): Promise<void> {
    const dataset = await datasetOf(target, this.datasets);
    if (!dataset) return;
    const existing = this.#panels.get(dataset.id);
    if (existing) existing.reveal();
    else this.#open(dataset);
  }

  dispose(): void {
    clearTimeout(this.#redrawing);
    this.#subscriptions.dispose();
    for (const panel of this.#panels.values()) panel.dispose();
  }

  #open({ id, dataset }: OpenDataset): void {
    const root = webviewRoot(this.extensionUri);
    const panel = vscode.window.createWebviewPanel(
      VIEW_TYPE,
      `${dataset.label} Overview`,
      vscode.ViewColumn.Active,
      { enableScripts: true, localResourceRoots: [root] },
    );
    panel.iconPath = {
      light: vscode.Uri.joinPath(this.extensionUri, 'media', 'overview-light.svg'),
      dark: vscode.Uri.joinPath(this.extensionUri, 'media', 'overview-dark.svg'),
    };
    panel.webview.html = pageHtml(panel.webview, root, 'overview', 'Dataset Overview');
    panel.webview.onDidReceiveMessage((message: unknown) => {
      this.#receive(id, message);
    });
    panel.onDidDispose(() => this.#panels.delete(id));
    this.#panels.set(id, panel);
  }

  #receive(id: string, message: unknown): void {
    const parsed = v.safeParse(PageMessageSchema, message);
    if (!parsed.success) {
      this.log.error(
        `The overview sent a message that does not fit: ${v.summarize(parsed.issues)}`,
      );
      return;
    }
    switch (parsed.output.type) {
      case 'ready':
        void this.#send(id);
        break;
      case 'openTask':
        void vscode.commands.executeCommand(commandId('openTask'), {
          datasetId: id,
          taskId: parsed.output.taskId,
        });
        break;
      case 'filterTasks':
        void vscode.commands.executeCommand(commandId('filterTasks'), parsed.output.query);
        break;
    }
  }

  #redraw(): void {
    for (const id of this.#panels.keys()) void this.#send(id);
  }

  async #send(id: string): Promise<void> {
    const panel = this.#panels.get(id);
    const dataset = this.datasets.get(id);
    if (!panel) return;
    if (!dataset) {
      panel.dispose();
      return;
    }
    const { overviewOf } = await import('../../core/overview.js');
    const overview = overviewOf(dataset.dataset, (entry) =>
      this.verdicts.current({ dataset, entry }),
    );
    await panel.webview.postMessage({ type: 'show', overview } satisfies HostMessage);
  }
}
