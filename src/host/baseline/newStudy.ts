import { readFile } from 'node:fs/promises';
import { basename, join, relative, sep } from 'node:path';
import * as vscode from 'vscode';
import { stratifiedSample } from '../../core/baseline/selection.js';
import {
  isTimeLimit,
  studyChecksum,
  type RunsAllowed,
  type Selection,
  type Study,
} from '../../core/baseline/study.js';
import { STUDY_ENDING } from '../../core/baseline/studyNames.js';
import { readTaskList } from '../../core/baseline/taskList.js';
import type { Dataset, DatasetSource } from '../../core/dataset.js';
import { CancelledError, UserError } from '../../core/errors.js';
import { formatSource, parseSource } from '../../node/datasets/source.js';
import { writeJson } from '../../node/jsonFile.js';
import type { OpenDatasets } from '../datasets/openDatasets.js';
import { askInSteps, BACK, pickOne, pickSome, write, type Step } from '../multiStep.js';
import { working } from '../working.js';
import type { BaselineStudies } from './studies.js';
import type { StudyJudge } from './studyJudge.js';
import type { StudyTasks } from './studyTasks.js';
import { isThere, isWithin } from '../../node/files.js';
import { formatQuantity } from '../../shared/numbers.js';

export interface NewStudyServices {
  readonly datasets: OpenDatasets;
  readonly studies: BaselineStudies;
  readonly tasks: StudyTasks;
  readonly judge: StudyJudge;
}

/** What is asked for, with what is offered to begin with. */
interface Draft {
  /** Read anew: the open one may hide tasks. */
  readonly dataset?: Dataset;
  readonly split: Study['split'];
  readonly selection?: Selection;
  readonly tasks: readonly string[];
  readonly minutes: number;
  readonly attempts: number;
  readonly runs: RunsAllowed;
  readonly pauses: boolean;
  readonly documentation: boolean;
  readonly ai: boolean;
  readonly python?: string | undefined;
  readonly name: string;
}

const FIRST: Draft = {
  split: 'complete',
  tasks: [],
  minutes: 30,
  attempts: 1,
  runs: { kind: 'examples' },
  pauses: true,
  documentation: true,
  ai: false,
  name: '',
};
const HARD: DatasetSource = {
  kind: 'huggingface',
  repo: 'bigcode/bigcodebench-hard',
  revision: 'main',
};

/** New Study…: asks what is solved and under which conditions, and writes the study's file. */
export async function newStudy(services: NewStudyServices): Promise<void> {
  const folder = await pickFolder();
  const { dataset, selection, tasks, python, ...rest } = await askInSteps('New Study', FIRST, [
    askDataset(services),
    askSplit,
    askSelection(services),
    askMinutes,
    askAttempts,
    askRuns,
    askConditions(services),
    askName(folder),
  ]);
  if (!dataset || !selection) throw new CancelledError();
  const byId = new Map(dataset.tasks.map(({ task }) => [task.taskId, task]));
  const { source, isNear } = sourceFrom(folder, dataset.source);
  const study: Study = {
    version: 1,
    name: rest.name,
    dataset: { source, checksum: studyChecksum(tasks.flatMap((id) => byId.get(id) ?? [])) },
    split: rest.split,
    selection,
    tasks: [...tasks],
    minutes: rest.minutes,
    attempts: rest.attempts,
    runs: rest.runs,
    pauses: rest.pauses,
    documentation: rest.documentation,
    ai: rest.ai,
    ...(python !== undefined && { python }),
  };
  const path = join(folder, fileNameOf(study.name));
  await writeJson(path, study);
  await services.studies.reload();
  await vscode.window.showTextDocument(vscode.Uri.file(path));
  if (isNear) {
    void vscode.window.showWarningMessage(
      `${source} lies in the workspace, where solvers can open it: solutions and tests are hidden within the extension only. A look into it during an attempt is recorded.`,
    );
  } else if (dataset.source.kind === 'file' || dataset.source.kind === 'folder') {
    void vscode.window.showWarningMessage(
      `${source} is a path of this machine. Who is to take part elsewhere needs the dataset under the same path, or one on Hugging Face.`,
    );
  }
}

async function pickFolder(): Promise<string> {
  const [only, ...others] = vscode.workspace.workspaceFolders ?? [];
  if (!only) throw new UserError('A study is a file of the workspace: open a folder first.');
  if (others.length === 0) return only.uri.fsPath;
  const picked = await vscode.window.showWorkspaceFolderPick({
    placeHolder: 'Where does the study belong?',
  });
  if (!picked) throw new CancelledError();
  return picked.uri.fsPath;
}

function askDataset({ datasets, tasks }: NewStudyServices): Step<Draft> {
  return async (known, place) => {
    const items = datasets.all.map(({ dataset: { label, source, tasks: all } }) => {
      return {
        label,
        description: `${formatQuantity(all.length, 'task')} · ${formatSource(source)}`,
        source,
      };
    });
    if (items.length === 0) {
      throw new UserError('No dataset is open. Open one with “BigCodeBench: Open Dataset…” first.');
    }
    const picked = await pickOne(place, 'Which dataset has the tasks?', items);
    if (picked === BACK) return BACK;
    const dataset = await read(picked.label, picked.source, tasks);
    return { ...known, dataset };
  };
}

const askSplit: Step<Draft> = async (known, place) => {
  const picked = await pickOne(place, 'What do people read?', [
    {
      label: 'Complete',
      detail: 'Imports, signature and the whole docstring',
      split: 'complete' as const,
    },
    {
      label: 'Instruct',
      detail: 'The short instruction in words, with imports and signature',
      split: 'instruct' as const,
    },
  ]);
  return picked === BACK ? BACK : { ...known, split: picked.split };
};

function askSelection(services: NewStudyServices): Step<Draft> {
  return async (known, place) => {
    for (;;) {
      const picked = await pickOne(place, 'Which tasks?', [
        {
          label: '$(symbol-numeric) A Random Sample…',
          detail: 'Spread over the domains as the dataset is; the same seed gives the same tasks',
          ask: sample,
        },
        {
          label: '$(list-ordered) A List…',
          detail: 'Ids to paste',
          ask: pastedList,
        },
        {
          label: '$(file) A List from a File…',
          detail: 'Ids as text or JSON, or the rows of another dataset',
          ask: listFromFile(services),
        },
        {
          label: '$(flame) Hard',
          detail: 'The tasks of bigcode/bigcodebench-hard on Hugging Face',
          ask: hardTasks(services),
        },
      ]);
      if (picked === BACK) return BACK;
      const chosen = await picked.ask(known, place);
      if (chosen !== BACK) return chosen;
    }
  };
}

/** How many tasks, then the seed. */
const sample: Step<Draft> = async (known, place) => {
  const all = known.dataset?.tasks ?? [];
  const count = await write(place, 'How many tasks?', String(Math.min(20, all.length)), (text) =>
    wholeProblem(text, 1, all.length),
  );
  if (count === BACK) return BACK;
  const seed = await write(place, 'Which seed?', '0', (text) => wholeProblem(text, 0, 2 ** 32 - 1));
  if (seed === BACK) return BACK;
  const selection = { kind: 'stratified', count: Number(count), seed: Number(seed) } as const;
  const tasks = stratifiedSample(all, selection.count, selection.seed);
  return { ...known, selection, tasks: tasks.map(({ task }) => task.taskId) };
};

const pastedList: Step<Draft> = async (known, place) => {
  const ids = idsOf(known);
  const text = await write(place, 'Ids, or their numbers, in the order of solving', '', (list) =>
    listProblem(list, ids),
  );
  if (text === BACK) return BACK;
  const { found } = readTaskList(text, ids);
  return { ...known, selection: { kind: 'list', from: 'a list' }, tasks: found };
};

function listFromFile({ tasks }: NewStudyServices): Step<Draft> {
  return async (known) => {
    const [uri] =
      (await vscode.window.showOpenDialog({ title: 'List of Tasks', openLabel: 'Read' })) ?? [];
    if (!uri) return BACK;
    const { fsPath } = uri;
    const ids = idsOf(known);
    const source = parseSource(fsPath);
    const text =
      source.kind === 'file'
        ? idsText(await read(basename(fsPath), source, tasks))
        : await readFile(fsPath, 'utf8');
    const problem = listProblem(text, ids);
    if (problem !== undefined) throw new UserError(`${fsPath}: ${problem}`);
    const { found } = readTaskList(text, ids);
    return { ...known, selection: { kind: 'list', from: basename(fsPath) }, tasks: found };
  };
}

function idsText({ tasks }: Dataset): string {
  return tasks.map(({ task }) => task.taskId).join('\n');
}

function hardTasks({ tasks }: NewStudyServices): Step<Draft> {
  return async (known) => {
    const hard = await read('BigCodeBench-Hard', HARD, tasks);
    const wanted = new Set(hard.tasks.map(({ task }) => task.taskId));
    const found = idsOf(known).filter((id) => wanted.has(id));
    if (found.length === 0) {
      throw new UserError(
        `${known.dataset?.label ?? ''} has none of the tasks of BigCodeBench-Hard.`,
      );
    }
    return { ...known, selection: { kind: 'list', from: formatSource(HARD) }, tasks: found };
  };
}

const askMinutes: Step<Draft> = async (known, place) => {
  const text = await write(place, 'Minutes for an attempt', String(known.minutes), (value) =>
    isTimeLimit(Number(value)) ? undefined : 'Expected a number of minutes, more than 0.',
  );
  return text === BACK ? BACK : { ...known, minutes: Number(text) };
};

const askAttempts: Step<Draft> = async (known, place) => {
  const prompt = 'Attempts at a task: how often may it be submitted?';
  const text = await write(place, prompt, String(known.attempts), (value) =>
    wholeProblem(value, 1, 99),
  );
  return text === BACK ? BACK : { ...known, attempts: Number(text) };
};

const askRuns: Step<Draft> = async (known, place) => {
  for (;;) {
    const picked = await pickOne(place, 'What may be run while solving?', [
      { label: 'The Examples of the Docstring', runs: 'examples' as const },
      {
        label: 'Examples, and the Hidden Tests a Few Times…',
        detail: 'Of the tests only how many pass is told',
        runs: 'tests' as const,
      },
      { label: 'Nothing', runs: 'none' as const },
    ]);
    if (picked === BACK) return BACK;
    const { runs: kind } = picked;
    if (kind !== 'tests') return { ...known, runs: { kind } };
    const prompt = 'How often may the tests be run in an attempt?';
    const limit = await write(place, prompt, '2', (value) => wholeProblem(value, 1, 99));
    if (limit !== BACK) return { ...known, runs: { kind, limit: Number(limit) } };
  }
};

function askConditions({ judge }: NewStudyServices): Step<Draft> {
  return async (known, place) => {
    const python = judge.pythonInUse;
    const items = [
      { label: 'Pauses', description: 'prompt and file are hidden meanwhile', id: 'pauses' },
      {
        label: 'Documentation of libraries',
        description: 'and searching the web',
        id: 'documentation',
      },
      { label: 'AI completion and chat', id: 'ai' },
      ...(python === undefined
        ? []
        : [
            {
              label: `Verdicts from Python ${python} only`,
              description: 'as the environment in use has it',
              id: 'python',
            },
          ]),
    ];
    const before: Readonly<Record<string, unknown>> = { ...known };
    const picked = await pickSome(
      place,
      'What is allowed?',
      items.map((item) => ({ ...item, picked: Boolean(before[item.id]) })),
    );
    if (picked === BACK) return BACK;
    const has = (id: string): boolean => picked.some((item) => item.id === id);
    return {
      ...known,
      ...{ pauses: has('pauses'), documentation: has('documentation'), ai: has('ai') },
      python: has('python') ? python : undefined,
    };
  };
}

function askName(folder: string): Step<Draft> {
  return async (known, place) => {
    const split = known.split === 'complete' ? 'Complete' : 'Instruct';
    const offer = `${known.dataset?.label ?? ''} ${split}`;
    const name = await write(place, 'Its name, which is its file’s too', offer, async (text) => {
      if (text.trim() === '' || fileNameOf(text) === STUDY_ENDING) return 'A name is needed.';
      return (await isThere(join(folder, fileNameOf(text))))
        ? `There is a ${fileNameOf(text)} already.`
        : undefined;
    });
    return name === BACK ? BACK : { ...known, name: name.trim() };
  };
}

function fileNameOf(name: string): string {
  const stem = name.trim().replaceAll(/[^\p{L}\p{N}._-]+/gu, '-');
  return `${stem}${STUDY_ENDING}`;
}

/** A path within the folder is written from there, so that the folder can be shared. */
function sourceFrom(folder: string, source: DatasetSource): { source: string; isNear: boolean } {
  const text = formatSource(source);
  const isNear = (source.kind === 'file' || source.kind === 'folder') && isWithin(folder, text);
  return { source: isNear ? relative(folder, text).split(sep).join('/') : text, isNear };
}

function idsOf({ dataset }: Draft): readonly string[] {
  return dataset?.tasks.map(({ task }) => task.taskId) ?? [];
}

function listProblem(text: string, ids: readonly string[]): string | undefined {
  const { found, unknown } = readTaskList(text, ids);
  if (unknown.length > 0) return `The dataset has no ${unknown.slice(0, 3).join(', ')}.`;
  return found.length === 0 ? 'Expected ids of tasks.' : undefined;
}

function wholeProblem(text: string, least: number, most: number): string | undefined {
  const value = Number(text);
  const fits = text.trim() !== '' && Number.isInteger(value) && value >= least && value <= most;
  return fits ? undefined : `Expected a whole number from ${least} to ${most}.`;
}

async function read(label: string, source: DatasetSource, tasks: StudyTasks): Promise<Dataset> {
  return working(`Reading ${label}`, (onProgress, signal) =>
    tasks.readDataset(source, { onProgress, signal }),
  );
}
