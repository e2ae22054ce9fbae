import * as vscode from 'vscode';
import { UserError } from '../../core/errors.js';
import { refusedWords } from '../../core/refusal.js';
import { parseSource } from '../../node/datasets/source.js';
import type { CommandHandler } from '../commands.js';
import { DatasetNode } from '../tasks/nodes.js';
import { chooseDataset } from './chooseDataset.js';
import type { OpenDataset, OpenDatasets } from './openDatasets.js';
import { showRefused } from './refusedDocument.js';

type DatasetCommand =
  'openDataset' | 'openSamples' | 'closeDataset' | 'reloadDataset' | 'showRefused';

/** What opens, reads again and closes datasets. */
export function datasetCommands(datasets: OpenDatasets): Record<DatasetCommand, CommandHandler> {
  return {
    openDataset: async (target) => {
      // The Explorer's menu passes the file or folder it was opened at.
      const source =
        target instanceof vscode.Uri ? parseSource(target.fsPath) : await chooseDataset();
      if (!source) return;
      const opened = await datasets.open(source);
      await focusTasks();
      warnOfRefused(opened);
    },
    openSamples: async () => {
      await datasets.open({ kind: 'samples' });
      await focusTasks();
    },
    closeDataset: async (target) => {
      const dataset = await datasetOf(target, datasets, ({ closable }) => closable);
      if (dataset) await datasets.close(dataset.id);
    },
    reloadDataset: async (target) => {
      const dataset = await datasetOf(target, datasets);
      if (dataset) await datasets.reload(dataset);
    },
    showRefused: async (target) => {
      const dataset = await datasetOf(
        target,
        datasets,
        (candidate) => candidate.dataset.refused.length > 0,
      );
      if (dataset) await showRefused(dataset);
    },
  };
}

/** The dataset that a command is given at, else the only one, else the one the user picks. */
export async function datasetOf(
  target: unknown,
  datasets: OpenDatasets,
  fits: (dataset: OpenDataset) => boolean = () => true,
): Promise<OpenDataset | undefined> {
  if (target instanceof DatasetNode) return target.dataset;
  const candidates = datasets.all.filter(fits);
  if (candidates.length === 0) throw new UserError('No open dataset fits this command.');
  if (candidates.length === 1) return candidates[0];
  const picked = await vscode.window.showQuickPick(
    candidates.map((dataset) => ({ label: dataset.dataset.label, dataset })),
    { placeHolder: 'Which dataset?' },
  );
  return picked?.dataset;
}

function focusTasks(): Thenable<unknown> {
  return vscode.commands.executeCommand('bigcodebench.tasks.focus');
}

function warnOfRefused(opened: OpenDataset): void {
  const { unreadable } = refusedWords(opened.dataset);
  if (unreadable === '') return;
  const show = 'Show What Was Refused';
  void vscode.window
    .showWarningMessage(`${opened.dataset.label}: ${unreadable}.`, show)
    .then((choice) => (choice === show ? showRefused(opened) : undefined));
}
