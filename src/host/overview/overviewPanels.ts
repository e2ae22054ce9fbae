import * as vscode from 'vscode';
import { PageMessageSchema, type HostMessage, type PageMessage } from '../../shared/overview.js';
import { commandId } from '../commands.js';
import { datasetOf } from '../datasets/datasetCommands.js';
import type { OpenDatasets } from '../datasets/openDatasets.js';
import type { TaskVerdicts } from '../tasks/taskVerdicts.js';
import { WebviewPages } from '../webviewPage.js';

/** The Overview pages, one a dataset. */
export class OverviewPanels implements vscode.Disposable {
  readonly #pages: WebviewPages<PageMessage, HostMessage>;
  readonly #subscriptions: vscode.Disposable;

  constructor(
    extensionUri: vscode.Uri,
    private readonly datasets: OpenDatasets,
    private readonly verdicts: TaskVerdicts,
    log: vscode.LogOutputChannel,
  ) {
    this.#pages = new WebviewPages(
      {
        name: 'overview',
        title: 'Dataset Overview',
        messages: PageMessageSchema,
        contentOf: (datasetId) => this.#contentOf(datasetId),
        receive,
      },
      extensionUri,
      log,
    );
    const changed = (): void => {
      this.#pages.redraw();
    };
    this.#subscriptions = vscode.Disposable.from(
      this.#pages,
      datasets.onDidChange(changed),
      verdicts.onDidChange(changed),
      verdicts.onDidChangeEnvironment(changed),
    );
  }

  /** Shows the page of the dataset that the command was given at. */
  async show(target: unknown): Promise<void> {
    const opened = await datasetOf(target, this.datasets);
    if (opened) this.#pages.open(opened.id, `${opened.dataset.label} Overview`);
  }

  dispose(): void {
    this.#subscriptions.dispose();
  }

  async #contentOf(datasetId: string): Promise<HostMessage | undefined> {
    const dataset = await this.datasets.find(datasetId);
    if (!dataset) return undefined;
    const { overviewOf } = await import('../../core/overview.js');
    const overview = overviewOf(dataset.dataset, (entry) =>
      this.verdicts.current({ dataset, entry }),
    );
    return { type: 'show', overview };
  }
}

function receive(datasetId: string, message: PageMessage): void {
  switch (message.type) {
    case 'openTask':
      void vscode.commands.executeCommand(commandId('openTask'), {
        datasetId,
        taskId: message.taskId,
      });
      break;
    case 'filterTasks':
      void vscode.commands.executeCommand(commandId('filterTasks'), message.query);
      break;
  }
}
