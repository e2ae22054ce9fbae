import { basename } from 'node:path';
import * as vscode from 'vscode';
import { gateCountsText } from '../../core/curation/checkText.js';
import type { Person } from '../../core/curation/events.js';
import type { AskedGate } from '../../core/curation/gates/registry.js';
import { personOf } from '../../core/curation/taskState.js';
import {
  isOffTheWay,
  reachableStages,
  stageTitle,
  type Stage,
} from '../../core/curation/stages.js';
import { UserError } from '../../core/errors.js';
import { commandId, type CommandHandler } from '../commands.js';
import type { BoardPanels } from './boardPanels.js';
import type { ChosenTasks } from './chosenTasks.js';
import { ProjectNode } from './curationNodes.js';
import { textOf, type CuratedTask, type CurationProjects } from './curationProjects.js';
import type { GateChecks } from './gateChecks.js';
import { pickProject } from './pickProject.js';
import { releaseDataset } from './releaseDataset.js';
import { rangeOf } from './refusedFiles.js';

type CurationCommand =
  | 'newProject'
  | 'showBoard'
  | 'releaseDataset'
  | 'openCuratedTask'
  | 'checkGates'
  | 'moveTask'
  | 'assignTask'
  | 'restoreTask';

/** What moves tasks of a curation project along. */
export function curationCommands(
  projects: CurationProjects,
  chosen: ChosenTasks,
  checks: GateChecks,
  boards: BoardPanels,
): Record<CurationCommand, CommandHandler> {
  return {
    newProject: () => newProject(projects),
    showBoard: async (target) => {
      boards.show(target instanceof ProjectNode ? target.project : await pickProject(projects));
    },
    releaseDataset: async (target) => {
      const project = target instanceof ProjectNode ? target.project : undefined;
      await releaseDataset(project ?? (await pickProject(projects)), projects);
    },
    openCuratedTask: async (target) => {
      const { path, refusal } = chosen.one(target);
      const options = refusal && { selection: rangeOf(refusal) };
      await vscode.window.showTextDocument(vscode.Uri.file(path), options);
    },
    checkGates: async (target) => {
      for (const one of chosen.all(target)) {
        const task = await projects.saved(one);
        await showGates(task, await checks.askNext(task), checks);
      }
    },
    moveTask: (target) => moveTask(chosen.one(target), projects, checks),
    assignTask: (target) => assignTasks(chosen.all(target), projects),
    restoreTask: (target) => restoreTask(chosen.one(target), projects),
  };
}

async function newProject(projects: CurationProjects): Promise<void> {
  const [workspace] = vscode.workspace.workspaceFolders ?? [];
  const chosen = await vscode.window.showOpenDialog({
    title: 'Folder of the New Curation Project',
    openLabel: 'Make It a Curation Project',
    canSelectFolders: true,
    canSelectFiles: false,
    ...(workspace && { defaultUri: workspace.uri }),
  });
  const [folder] = chosen ?? [];
  if (!folder) return;
  const { createProject } = await import('../../node/curation/projectFolder.js');
  const project = await createProject(folder.fsPath);
  await projects.reload();
  const isHere = vscode.workspace.getWorkspaceFolder(folder) !== undefined;
  const open = 'Open Folder';
  const choice = await vscode.window.showInformationMessage(
    `${basename(project.folder)} is a curation project now. Its limits and gates are in bigcodebench.json; task files go into ${project.project.tasks}.`,
    ...(isHere ? [] : [open]),
  );
  if (choice === open) await vscode.commands.executeCommand('vscode.openFolder', folder);
}

async function moveTask(
  chosen: CuratedTask,
  projects: CurationProjects,
  checks: GateChecks,
): Promise<void> {
  const task = await projects.saved(chosen);
  const { stage } = task.state;
  const picked = await vscode.window.showQuickPick(
    reachableStages(stage).map((to, index) => ({
      label: stageTitle(to),
      description: index === 0 ? 'next' : '',
      to,
    })),
    { title: `Move ${task.taskId}`, placeHolder: `It is ${stageTitle(stage).toLowerCase()} now` },
  );
  if (!picked) return;
  const asked = await checks.ask(task, picked.to);
  const failed = asked.filter(({ outcome }) => outcome.outcome !== 'pass');
  if (failed.length > 0 && !(await overrules(task, picked.to, asked, checks))) return;
  const reason = await askReason(picked.to, failed.length > 0);
  if (reason === undefined) return;
  const { eventNow } = await import('../../core/curation/newEvents.js');
  await projects.append(task, {
    ...eventNow(await projects.identity(task.project), textOf(task)),
    type: 'moved',
    from: stage,
    to: picked.to,
    ...(reason !== '' && { reason }),
    ...(failed.length > 0 && { overridden: failed.map(({ gate }) => gate.id) }),
  });
}

/** Whether the user moves a task although gates have not passed; shows the gates where they wish. */
async function overrules(
  task: CuratedTask,
  to: Stage,
  asked: readonly AskedGate[],
  checks: GateChecks,
): Promise<boolean> {
  const show = 'Show Gates';
  const overrule = 'Overrule…';
  const choice = await vscode.window.showWarningMessage(
    `${task.taskId} does not meet what ${stageTitle(to)} asks for.`,
    {
      modal: true,
      detail: asked
        .filter(({ outcome }) => outcome.outcome !== 'pass')
        .map(({ gate, outcome }) => `${gate.title}: ${outcome.message}`)
        .join('\n'),
    },
    // The first button is the one that Enter presses.
    show,
    overrule,
  );
  if (choice === show) await showGates(task, asked, checks);
  return choice === overrule;
}

/**
 * Why a task is moved; empty where no reason is needed, `undefined` where the user lets it be.
 * Going back, off the way, and over gates that did not pass need one.
 */
async function askReason(to: Stage, isOverruling: boolean): Promise<string | undefined> {
  if (!isOverruling && !isOffTheWay(to)) return '';
  return vscode.window.showInputBox({
    title: isOverruling ? 'Reason for Overruling Gates' : `Reason: ${stageTitle(to)}`,
    prompt: 'It stays on record with your name.',
    validateInput: (text) => (text.trim() === '' ? 'A reason is needed.' : undefined),
  });
}

/** Lists what gates say, what is wrong first; choosing one goes to its place. */
async function showGates(
  task: CuratedTask,
  asked: readonly AskedGate[],
  checks: GateChecks,
): Promise<void> {
  checks.showPlaces(task, asked);
  const failed = asked.filter(({ outcome }) => outcome.outcome === 'fail').length;
  const items = (outcome: keyof typeof GATE_ICONS) =>
    asked
      .filter((one) => one.outcome.outcome === outcome)
      .map((one) => ({
        label: `$(${GATE_ICONS[outcome]}) ${one.gate.title}`,
        detail: one.outcome.message,
        asked: one,
      }));
  const propose = { label: '$(sparkle) Propose Revision…', alwaysShow: true };
  const picked = await vscode.window.showQuickPick<vscode.QuickPickItem & { asked?: AskedGate }>(
    [...items('fail'), ...(failed === 0 ? [] : [propose]), ...items('unknown'), ...items('pass')],
    {
      title: `Gates of ${task.taskId}`,
      placeHolder: gateCountsText(asked.map(({ outcome }) => outcome)),
      matchOnDetail: true,
    },
  );
  if (picked === propose) {
    await vscode.commands.executeCommand(commandId('proposeRevision'), vscode.Uri.file(task.path));
  } else if (picked?.asked) {
    await goToPlace(task, picked.asked);
  }
}

/** Shows what a gate complains of; the task file where it names no place. */
async function goToPlace({ path, text = '' }: CuratedTask, { outcome }: AskedGate): Promise<void> {
  const [place] = outcome.places ?? [];
  const editor = await vscode.window.showTextDocument(vscode.Uri.file(path));
  const { document } = editor;
  // Places are those of the text that was checked.
  if (!place || document.getText() !== text) return;
  const range = new vscode.Range(document.positionAt(place.from), document.positionAt(place.to));
  editor.selection = new vscode.Selection(range.start, range.start);
  editor.revealRange(range, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
}

const GATE_ICONS = { pass: 'pass', fail: 'error', unknown: 'question' } as const;

/** Assigns tasks to a person or to nobody, all but those whose files are not there to be worked on. */
async function assignTasks(
  chosen: readonly CuratedTask[],
  projects: CurationProjects,
): Promise<void> {
  const tasks = chosen.filter(({ text }) => text !== undefined);
  const left = chosen.filter(({ text }) => text === undefined);
  const [first] = tasks;
  if (!first) {
    left.forEach(textOf);
    return;
  }
  const me = await projects.identity(first.project);
  const known = new Map<string, Person>([[me.email, me]]);
  for (const { record } of projects.tasks) {
    for (const { actor } of record.events) known.set(personOf(actor).email, personOf(actor));
  }
  const picked = await vscode.window.showQuickPick<vscode.QuickPickItem & { person?: Person }>(
    [
      ...[...known.values()].map((person) => ({
        label: person.name,
        description: person.email === me.email ? `${person.email} (you)` : person.email,
        person,
      })),
      { label: '$(circle-slash) Nobody' },
    ],
    {
      title: tasks.length === 1 ? `Assign ${first.taskId}` : `Assign ${String(tasks.length)} Tasks`,
    },
  );
  if (!picked) return;
  const { eventNow } = await import('../../core/curation/newEvents.js');
  for (const task of tasks) {
    await projects.append(task, {
      ...eventNow(me, textOf(task)),
      type: 'assigned',
      to: picked.person ?? null,
    });
  }
  if (left.length > 0) {
    const names = left.map(({ taskId }) => taskId).join(', ');
    void vscode.window.showWarningMessage(
      `Not assigned, as their files were deleted or cannot be read: ${names}.`,
    );
  }
}

async function restoreTask(task: CuratedTask, projects: CurationProjects): Promise<void> {
  const { isThere } = await import('../../node/files.js');
  if (await isThere(task.path)) {
    throw new UserError(`${task.path} is there: only a deleted file can be restored.`);
  }
  const { recordedText } = await import('../../core/curation/replay.js');
  const text = recordedText(task.history);
  if (text === undefined) throw new UserError(`The record of ${task.taskId} gives no text.`);
  const { writeAtomically } = await import('../../node/jsonFile.js');
  await writeAtomically(task.path, text);
  await projects.reload();
  await vscode.window.showTextDocument(vscode.Uri.file(task.path));
}
