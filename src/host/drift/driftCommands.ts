import { extname } from 'node:path';
import * as vscode from 'vscode';
import { driftCsv, driftMarkdown, environmentNames } from '../../core/drift/report.js';
import { findDrift } from '../../core/drift/drift.js';
import { CancelledError, UserError } from '../../core/errors.js';
import { writeAtomically, writeJson } from '../../node/jsonFile.js';
import { formatCount, formatQuantity } from '../../shared/numbers.js';
import type { CommandHandler } from '../commands.js';
import type { InterpreterServices } from '../python/selectInterpreter.js';
import type { TasksView } from '../tasks/tasksView.js';
import { timeoutSeconds } from '../testing/job.js';
import { working } from '../working.js';
import { chooseDriftTasks } from './chooseDriftTasks.js';
import { chooseEnvironments } from './chooseEnvironments.js';
import {
  whenText,
  type DriftRequest,
  type Drifts,
  type KeptComparison,
  type ShownDrift,
} from './drifts.js';
import { showDriftDocument } from './driftDocument.js';
import { driftCount } from './nodes.js';

type DriftCommand =
  | 'compareEnvironments'
  | 'showDrift'
  | 'showDriftDocument'
  | 'compareDrift'
  | 'exportDrift'
  | 'closeDrift';

export interface DriftServices extends InterpreterServices {
  readonly drifts: Drifts;
  readonly view: TasksView;
  /** Leads to the drift in the Environment view. */
  readonly reveal: () => Promise<void>;
}

/** What compares environments and shows, compares and exports the drift that was found. */
export function driftCommands(services: DriftServices): Record<DriftCommand, CommandHandler> {
  const { drifts, reveal } = services;
  const shown = (): ShownDrift => {
    if (drifts.shown) return drifts.shown;
    throw new UserError('No drift is on show. See “Compare Environments…” and “Show Drift…”.');
  };
  return {
    compareEnvironments: async () => {
      if (!vscode.workspace.isTrusted) {
        throw new UserError(
          'Environments are compared only in a trusted workspace: see “Workspaces: Manage Workspace Trust”.',
        );
      }
      const chosen = await chooseDriftTasks(services.datasets, services.view);
      if (!chosen) return;
      const pythons = await chooseEnvironments(services);
      if (pythons) await compare({ ...chosen, pythons }, services);
    },
    showDrift: async () => {
      const kept = await chooseKept(drifts, 'Show Drift');
      if (!kept) return;
      drifts.show(kept);
      await reveal();
    },
    showDriftDocument: async () => {
      shown();
      await showDriftDocument();
    },
    compareDrift: async () => {
      const { file, comparisons } = shown();
      const [comparison] = comparisons;
      if (file === undefined || !comparison) {
        throw new UserError('Two comparisons are on show already. Show one of them first.');
      }
      const other = await chooseKept(drifts, 'Compare Drift With', file);
      if (!other) return;
      const leftOut = drifts.showChanges(comparison, other.comparison);
      await reveal();
      if (leftOut > 0) {
        void vscode.window.showInformationMessage(
          `Left out: ${formatQuantity(leftOut, 'task')} not in both comparisons with the same text.`,
        );
      }
    },
    exportDrift: () => exportDrift(shown()),
    closeDrift: () => {
      drifts.close();
    },
  };
}

/** Compares with progress; once cancelled, offers to go on. */
async function compare(request: DriftRequest, services: DriftServices): Promise<void> {
  const { drifts, reveal } = services;
  try {
    await working('Comparing environments', (tell, signal) =>
      drifts.compare(request, timeoutSeconds(), signal, tell),
    );
  } catch (error) {
    if (error instanceof CancelledError) offerToGoOn(request, services);
    throw error;
  }
  await reveal();
  if (drifts.shown) tellOf(drifts.shown, request);
}

function offerToGoOn(request: DriftRequest, services: DriftServices): void {
  const goOn = 'Go On';
  void vscode.window
    .showInformationMessage(
      'Cancelled. The results so far are kept: the comparison can go on.',
      goOn,
    )
    .then(async (choice) => {
      if (choice === goOn) await compare(request, services);
    });
}

function tellOf(shown: ShownDrift, { tasks }: DriftRequest): void {
  const count = driftCount(shown);
  const document = 'Show as Document';
  const text =
    count === 0
      ? `${tasks.length === 1 ? 'The task has' : `All ${formatCount(tasks.length)} tasks have`} the same verdict everywhere.`
      : `${formatCount(count)} of ${formatQuantity(tasks.length, 'task')} ${count === 1 ? 'has' : 'have'} another verdict.`;
  void vscode.window
    .showInformationMessage(text, ...(count === 0 ? [] : [document]))
    .then(async (choice) => {
      if (choice === document) await showDriftDocument();
    });
}

interface KeptItem extends vscode.QuickPickItem {
  /** Absent for “File…”. */
  readonly kept?: KeptComparison;
}

const DELETE: vscode.QuickInputButton = {
  iconPath: new vscode.ThemeIcon('trash'),
  tooltip: 'Delete This Comparison',
};
const FILE: KeptItem = {
  label: '$(folder-opened) File…',
  description: 'written by “Export Drift…” or bcb drift --json',
  alwaysShow: true,
};

/** Asks for a comparison of this workspace, or in a file from elsewhere. */
async function chooseKept(
  drifts: Drifts,
  title: string,
  except?: string,
): Promise<KeptComparison | undefined> {
  const kept = await drifts.kept();
  const pick = vscode.window.createQuickPick<KeptItem>();
  pick.title = title;
  pick.placeholder = 'A comparison of environments';
  pick.matchOnDescription = true;
  pick.matchOnDetail = true;
  pick.items = [...kept.filter(({ path }) => path !== except).map(keptItem), FILE];
  const picked = await new Promise<KeptItem | undefined>((resolve) => {
    pick.onDidTriggerItemButton(async ({ item }) => {
      if (!item.kept) return;
      await drifts.remove(item.kept);
      pick.items = pick.items.filter((one) => one !== item);
    });
    pick.onDidAccept(() => {
      resolve(pick.selectedItems[0]);
      pick.hide();
    });
    pick.onDidHide(() => {
      resolve(undefined);
      pick.dispose();
    });
    pick.show();
  });
  return picked === FILE ? readFromFile(title, drifts) : picked?.kept;
}

function keptItem(kept: KeptComparison): KeptItem {
  const { comparison } = kept;
  const { environments, tasks, dataset } = comparison;
  const count = findDrift(comparison).length;
  return {
    label: `Python ${environmentNames(environments).join(' → ')}`,
    description: `${formatCount(count)} of ${formatQuantity(tasks.length, 'task')} of ${dataset}`,
    detail: `${whenText(comparison)} UTC · ${environments.map(({ python }) => python).join(' → ')}`,
    buttons: [DELETE],
    kept,
  };
}

async function readFromFile(title: string, drifts: Drifts): Promise<KeptComparison | undefined> {
  const [chosen] =
    (await vscode.window.showOpenDialog({ title, filters: { Comparisons: ['json'] } })) ?? [];
  if (!chosen) return undefined;
  return drifts.read(chosen.fsPath);
}

async function exportDrift(shown: ShownDrift): Promise<void> {
  const [comparison, ...others] = shown.comparisons;
  const isOne = comparison !== undefined && others.length === 0;
  const chosen = await vscode.window.showSaveDialog({
    title: 'Export Drift',
    saveLabel: 'Export',
    filters: { Markdown: ['md'], CSV: ['csv'], ...(isOne && { JSON: ['json'] }) },
  });
  if (!chosen) return;
  const path = chosen.fsPath;
  switch (extname(path).toLowerCase()) {
    case '.md':
      await writeAtomically(path, driftMarkdown(shown));
      break;
    case '.csv':
      await writeAtomically(path, driftCsv(shown));
      break;
    case '.json':
      if (isOne) {
        await writeJson(path, comparison);
        break;
      }
      throw new UserError(
        'What differs between two comparisons is exported as .md or .csv; each of the two is a .json file already.',
      );
    default:
      throw new UserError(`${path}: expected a name that ends in .md, .csv or .json.`);
  }
}
