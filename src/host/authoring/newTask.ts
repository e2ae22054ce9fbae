import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import * as vscode from 'vscode';
import type { ChangeEvent } from '../../core/curation/events.js';
import type { Start } from '../../core/curation/starts.js';
import { CancelledError, UserError } from '../../core/errors.js';
import { taskPathOf } from '../../core/taskPath.js';
import type { ProjectFolder } from '../../node/curation/projectFolder.js';
import { isThere } from '../../node/files.js';
import { formatQuantity } from '../../shared/numbers.js';
import type { CurationProjects, NewTaskFile } from '../curation/curationProjects.js';
import { pickProject } from '../curation/pickProject.js';
import type { OpenDatasets } from '../datasets/openDatasets.js';

/** A task file that is to be written, and where its text comes from. */
interface NewFile {
  readonly taskId: string;
  readonly text: string;
  /** For the record; absent where the user writes it from nothing. */
  readonly from?: string;
}

type Beginning = 'nothing' | 'seed' | 'copy' | 'selection';

/** New Task…: asks for a project, what to begin with, and a name; the file runs from the start. */
export async function newTask(projects: CurationProjects, datasets: OpenDatasets): Promise<void> {
  const project = await pickProject(projects);
  const beginning = await pickBeginning();
  const made = await beginWith(beginning, projects, datasets);
  const taskId = made.taskId === '' ? await askName(project) : made.taskId;
  const [path] = await writeTasks(project, [{ ...made, taskId }], projects);
  if (path !== undefined) await vscode.window.showTextDocument(vscode.Uri.file(path));
}

/** Import Drafts…: many task files from a file of drafts or seeds. */
export async function importDrafts(projects: CurationProjects): Promise<void> {
  const project = await pickProject(projects);
  const { file, starts } = await readStartsFile();
  const known = new Set(
    projects.tasks
      .filter((task) => task.project.folder === project.folder)
      .map(({ taskId }) => taskId),
  );
  const left = starts.filter(({ id }) => !known.has(id));
  const name = basename(file);
  if (left.length === 0) {
    throw new UserError(
      `All ${String(starts.length)} of ${name} are in ${project.project.name} already.`,
    );
  }
  const picked = await vscode.window.showQuickPick(
    left.map((start) => ({
      label: start.id,
      description: [start.kind, start.libraries.join(', ')].filter(Boolean).join(' · '),
      detail: start.title,
      start,
    })),
    {
      title: `Import from ${name}`,
      placeHolder: leftText(left.length, starts.length),
      canPickMany: true,
      matchOnDescription: true,
      matchOnDetail: true,
    },
  );
  if (!picked || picked.length === 0) throw new CancelledError();
  const files = picked.map(({ start: { id, text } }) => {
    return { taskId: id, text, from: `${name}, ${id}` };
  });
  const written = await writeTasks(project, files, projects);
  void vscode.window.showInformationMessage(
    `${formatQuantity(written.length, 'draft')} imported into ${project.project.name}.`,
  );
}

function leftText(left: number, all: number): string {
  const there = all - left;
  const text = `Type an id, a library or a word of ${String(left)} to choose from`;
  return there === 0 ? text : `${text}; ${String(there)} are in the project already`;
}

async function pickBeginning(): Promise<Beginning> {
  const selection = vscode.window.activeTextEditor?.selection;
  const items: (vscode.QuickPickItem & { readonly beginning: Beginning })[] = [
    {
      label: '$(file) From Nothing',
      detail: 'A small task that runs, to be written over',
      beginning: 'nothing',
    },
    {
      label: '$(list-flat) From a Seed or a Draft…',
      detail: 'A JSON or JSONL file of intents with snippets, as ODEX has them, or of drafts',
      beginning: 'seed',
    },
    {
      label: '$(copy) Copy of a Task…',
      detail: 'Of this project or of an open dataset',
      beginning: 'copy',
    },
  ];
  if (selection && !selection.isEmpty) {
    items.push({
      label: '$(selection) From the Selected Code',
      detail: 'It becomes the body of the function',
      beginning: 'selection',
    });
  }
  const picked = await vscode.window.showQuickPick(items, {
    title: 'New Task (1/2)',
    placeHolder: 'What to begin with',
  });
  if (!picked) throw new CancelledError();
  return picked.beginning;
}

/** The first text; its task has no name yet where the user is to give one. */
async function beginWith(
  beginning: Beginning,
  projects: CurationProjects,
  datasets: OpenDatasets,
): Promise<NewFile> {
  switch (beginning) {
    case 'nothing': {
      const { TASK_SKELETON, TESTS_SKELETON } = await import('../../core/structure/skeletons.js');
      return { taskId: '', text: `${TASK_SKELETON}\n${TESTS_SKELETON}` };
    }
    case 'selection': {
      const editor = vscode.window.activeTextEditor;
      const { startFromCode } = await import('../../core/curation/starts.js');
      const code = editor?.document.getText(editor.selection) ?? '';
      const from = editor ? vscode.workspace.asRelativePath(editor.document.uri) : '';
      return { taskId: '', text: startFromCode(code), from: `a selection of ${from}` };
    }
    case 'seed': {
      const { file, starts } = await readStartsFile();
      const start = await pickStart(starts);
      return { taskId: '', text: start.text, from: `${basename(file)}, ${start.id}` };
    }
    case 'copy':
      return copyOfTask(projects, datasets);
  }
}

async function readStartsFile(): Promise<{ file: string; starts: readonly Start[] }> {
  const [uri] =
    (await vscode.window.showOpenDialog({
      title: 'File of Drafts or Seeds',
      openLabel: 'Read',
      filters: { 'Drafts and seeds': ['json', 'jsonl'] },
    })) ?? [];
  if (!uri) throw new CancelledError();
  const { readStarts } = await import('../../core/curation/starts.js');
  const { starts, refused } = readStarts(await readFile(uri.fsPath, 'utf8'), uri.fsPath);
  const [first] = refused;
  if (first) {
    const text = `${formatQuantity(refused.length, 'row')} of ${basename(uri.fsPath)} cannot start a task; ${first.place}: ${first.reason}.`;
    if (starts.length === 0) throw new UserError(text);
    void vscode.window.showWarningMessage(text);
  }
  return { file: uri.fsPath, starts };
}

async function pickStart(starts: readonly Start[]): Promise<Start> {
  const picked = await vscode.window.showQuickPick(
    starts.map((start) => ({ label: start.title, description: start.id, start })),
    { title: 'Seed or Draft', matchOnDescription: true },
  );
  if (!picked) throw new CancelledError();
  return picked.start;
}

async function copyOfTask(projects: CurationProjects, datasets: OpenDatasets): Promise<NewFile> {
  const { joinTaskFile } = await import('../../core/taskFile.js');
  const own = projects.tasks.flatMap(({ taskId, text, project }) =>
    text === undefined
      ? []
      : [{ label: taskId, description: project.project.name, text: () => text }],
  );
  const open = datasets.all.flatMap(({ dataset }) =>
    dataset.tasks
      .filter(({ hiddenBy }) => !hiddenBy)
      .map(({ task }) => ({
        ...{ label: task.taskId, description: dataset.label, text: () => joinTaskFile(task) },
      })),
  );
  const picked = await vscode.window.showQuickPick([...own, ...open], {
    title: 'Task to Copy',
    matchOnDescription: true,
  });
  if (!picked) throw new CancelledError();
  return { taskId: '', text: picked.text(), from: `${picked.label} of ${picked.description}` };
}

async function askName(project: ProjectFolder): Promise<string> {
  const { tasksFolder } = await import('../../node/curation/projectFolder.js');
  const name = await vscode.window.showInputBox({
    title: 'New Task (2/2)',
    prompt: 'Its id, which is also its file’s name; a slash makes a folder.',
    placeHolder: 'count_keys',
    validateInput: async (text) => {
      if (!/^\w[\w./-]*$/.test(text)) return 'Expected letters, digits, _, -, . and /.';
      return (await isThere(join(tasksFolder(project), taskPathOf(text))))
        ? 'There is a task of this name.'
        : undefined;
    },
  });
  if (name === undefined) throw new CancelledError();
  return name;
}

/** Writes task files and begins their records; one that is there already is left alone and named. */
async function writeTasks(
  project: ProjectFolder,
  files: readonly NewFile[],
  projects: CurationProjects,
): Promise<readonly string[]> {
  const [{ tasksFolder }, { changeTo, eventNow }, { replay }] = await Promise.all([
    import('../../node/curation/projectFolder.js'),
    import('../../core/curation/newEvents.js'),
    import('../../core/curation/replay.js'),
  ]);
  const person = await projects.identity(project);
  const made: NewTaskFile[] = [];
  const inTheWay: string[] = [];
  for (const { taskId, text, from } of files) {
    const path = join(tasksFolder(project), taskPathOf(taskId));
    if (await isThere(path)) {
      inTheWay.push(taskId);
      continue;
    }
    const change = { ...eventNow(person, text), ...changeTo(text, replay([])) };
    const event: ChangeEvent =
      from === undefined ? { ...change, type: 'created' } : { ...change, type: 'imported', from };
    made.push({ path, text, event });
  }
  await projects.add(made);
  if (inTheWay.length > 0) {
    void vscode.window.showWarningMessage(
      `Left alone, as there are tasks of these names: ${inTheWay.join(', ')}.`,
    );
  }
  return made.map(({ path }) => path);
}
