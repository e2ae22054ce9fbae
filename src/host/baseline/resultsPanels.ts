import { dirname } from 'node:path';
import * as v from 'valibot';
import * as vscode from 'vscode';
import type { StudyResults } from '../../core/baseline/results.js';
import { messageOf, UserError } from '../../core/errors.js';
import type { Task } from '../../core/task.js';
import type { AttemptPlace } from '../../node/baseline/attemptFiles.js';
import type { StudyFile } from '../../node/baseline/studyFiles.js';
import { parseSource } from '../../node/datasets/source.js';
import {
  BaselinePageMessageSchema,
  type AttemptName,
  type BaselineHostMessage,
  type BaselinePageMessage,
} from '../../shared/baseline.js';
import { commandId, reportError } from '../commands.js';
import { datasetId, type OpenDatasets } from '../datasets/openDatasets.js';
import { WebviewPages } from '../webviewPage.js';
import { StudyNode, StudyTaskNode } from './baselineNodes.js';
import type { HiddenTasks } from './hiddenTasks.js';
import { mayShow } from './mayShow.js';
import type { BaselineStudies, OpenStudy } from './studies.js';
import type { StudyTasks } from './studyTasks.js';

export interface ResultsServices {
  readonly studies: BaselineStudies;
  readonly tasks: StudyTasks;
  readonly hidden: HiddenTasks;
  readonly datasets: OpenDatasets;
  /** Keeps which results files a page compares with. */
  readonly memento: vscode.Memento;
  readonly log: vscode.LogOutputChannel;
}

interface ResultsRead {
  readonly results: readonly StudyResults[];
  /** What could not be read, in words. */
  readonly unread: string[];
}

/** Everybody's records: `BaselineStudies` tells of this person's alone. */
const RECORDS = '**/*.attempts/*/*.events.jsonl';
const COMPARED = 'comparedModels';
const PathsSchema = v.array(v.string());
/** The results files that were chosen for a page, by its subject. */
const ComparedSchema = v.record(v.string(), PathsSchema);
type Compared = v.InferOutput<typeof ComparedSchema>;

/** The Baseline Results pages, one a study or a choice of several; the subject is their paths. */
export class ResultsPanels implements vscode.Disposable {
  readonly #pages: WebviewPages<BaselinePageMessage, BaselineHostMessage>;
  readonly #subscriptions: vscode.Disposable;
  /** By the studies' checksums, so that a dataset is not read again for each event of an attempt. */
  readonly #tasks = new Map<string, readonly Task[]>();

  constructor(
    extensionUri: vscode.Uri,
    private readonly services: ResultsServices,
  ) {
    this.#pages = new WebviewPages(
      {
        name: 'baseline',
        title: 'Baseline Results',
        messages: BaselinePageMessageSchema,
        contentOf: (subject) => this.#contentOf(subject),
        receive: (subject, message) => {
          this.#receive(subject, message).catch((error: unknown) => {
            reportError(error, services.log);
          });
        },
      },
      extensionUri,
      services.log,
    );
    const changed = (): void => {
      this.#pages.redraw();
    };
    const records = vscode.workspace.createFileSystemWatcher(RECORDS);
    this.#subscriptions = vscode.Disposable.from(
      this.#pages,
      records,
      records.onDidCreate(changed),
      records.onDidChange(changed),
      records.onDidDelete(changed),
      services.studies.onDidChange(changed),
      services.hidden.onDidChange(changed),
    );
  }

  /** Shows the results of the study that the command was given at, or of those that the user picks. */
  async show(target: unknown): Promise<void> {
    const studies = await this.#chosen(target);
    const [first] = studies;
    if (!first) return;
    const title =
      studies.length === 1 ? `${first.study.name} Results` : `${studies.length} Studies’ Results`;
    this.#pages.open(subjectOf(studies), title);
  }

  dispose(): void {
    this.#subscriptions.dispose();
  }

  async #chosen(target: unknown): Promise<readonly OpenStudy[]> {
    const { studies } = this.services;
    await studies.loaded;
    if (target instanceof StudyNode) return [target.study];
    if (target instanceof StudyTaskNode) return [target.parent.study];
    if (target instanceof vscode.Uri) return [studies.find(target.fsPath) ?? notAStudy(target)];
    if (studies.all.length < 2) return studies.all.length === 1 ? studies.all : noStudy();
    const picked = await vscode.window.showQuickPick(
      studies.all.map((study) => ({
        label: study.study.name,
        description: vscode.workspace.asRelativePath(study.path),
        study,
      })),
      {
        title: 'Baseline Results',
        placeHolder: 'Several studies are taken together',
        canPickMany: true,
      },
    );
    return picked?.map(({ study }) => study) ?? [];
  }

  async #contentOf(subject: string): Promise<BaselineHostMessage | undefined> {
    await this.services.studies.loaded;
    const [{ baselineReport }, { readModelResults }] = await Promise.all([
      import('../../core/baseline/report.js'),
      import('../../node/baseline/studyResults.js'),
    ]);
    try {
      const { results, unread } = await this.#read(subject);
      const models = [];
      for (const path of this.#compared[subject] ?? []) {
        try {
          models.push(await readModelResults(path));
        } catch (error) {
          unread.push(messageOf(error));
        }
      }
      return { type: 'show', report: baselineReport(results, models), unread };
    } catch (error) {
      if (!(error instanceof UserError)) this.services.log.error(String(error));
      return { type: 'failed', reason: messageOf(error) };
    }
  }

  async #read(subject: string): Promise<ResultsRead> {
    const [{ mergeCopies }, { readStudyResults }] = await Promise.all([
      import('../../core/baseline/results.js'),
      import('../../node/baseline/studyResults.js'),
    ]);
    const read = await Promise.all(
      pathsOf(subject).map((path) =>
        readStudyResults(
          path,
          (file) => this.#tasksOf(file),
          (task) => this.services.hidden.hidingOf(task) !== undefined,
        ),
      ),
    );
    return {
      results: mergeCopies(read.map(({ results }) => results)),
      unread: read.flatMap(({ unread }) => unread),
    };
  }

  async #tasksOf(file: StudyFile): Promise<readonly Task[]> {
    const { checksum } = file.study.dataset;
    const tasks = this.#tasks.get(checksum) ?? (await this.services.tasks.read(file));
    this.#tasks.set(checksum, tasks);
    return tasks;
  }

  async #receive(subject: string, message: BaselinePageMessage): Promise<void> {
    switch (message.type) {
      case 'openTask': {
        const [study] = this.#studies(subject, message.study);
        await this.#openTask(study, message.taskId);
        break;
      }
      case 'openAttempt':
        await this.#openAttempt(subject, message.name);
        break;
      case 'replayAttempt': {
        const { study, ...which } = await this.#placeOf(subject, message.name);
        const replayed = { ...which, path: study.path };
        await vscode.commands.executeCommand(commandId('replayAttempt'), replayed);
        break;
      }
      case 'startAttempt': {
        const [path = ''] = pathsOf(subject);
        const study = this.services.studies.find(path);
        await vscode.commands.executeCommand(
          commandId('startAttempt'),
          study && new StudyNode(study),
        );
        break;
      }
      case 'compareWithModels':
        await this.#compareWithModels(subject);
        break;
      case 'export': {
        const { exportResults } = await import('./exportResults.js');
        await exportResults((await this.#read(subject)).results, folderOf(subject));
        break;
      }
    }
  }

  /** The copies of a study, by its name. */
  #studies(subject: string, name: string): [OpenStudy, ...OpenStudy[]] {
    const studies = pathsOf(subject).flatMap((path) => this.services.studies.find(path) ?? []);
    const [first, ...others] = studies.filter(({ study }) => study.name === name);
    if (first) return [first, ...others];
    throw new UserError(`The study “${name}” is no longer in this workspace.`);
  }

  /** Where an attempt's files are: in that copy of its study which has them. */
  async #placeOf(subject: string, { study: name, ...which }: AttemptName): Promise<AttemptPlace> {
    const [{ attemptRecordOf }, { isThere }] = await Promise.all([
      import('../../node/baseline/attemptFiles.js'),
      import('../../node/files.js'),
    ]);
    const copies = this.#studies(subject, name);
    for (const study of copies) {
      if (await isThere(attemptRecordOf({ ...which, study }))) return { ...which, study };
    }
    return { ...which, study: copies[0] };
  }

  async #openTask({ path, study }: OpenStudy, taskId: string): Promise<void> {
    const { datasets } = this.services;
    const source = parseSource(study.dataset.source, dirname(path));
    const { id } = datasets.get(datasetId(source)) ?? (await datasets.open(source));
    await vscode.commands.executeCommand(commandId('openTask'), { datasetId: id, taskId });
  }

  async #openAttempt(subject: string, name: AttemptName): Promise<void> {
    const { attemptFileOf } = await import('../../node/baseline/attemptFiles.js');
    const place = await this.#placeOf(subject, name);
    await mayShow(place.study, place.taskId, this.services);
    await vscode.window.showTextDocument(vscode.Uri.file(attemptFileOf(place)));
  }

  get #compared(): Compared {
    const kept = v.safeParse(ComparedSchema, this.services.memento.get(COMPARED));
    return kept.success ? kept.output : {};
  }

  async #compareWithModels(subject: string): Promise<void> {
    const chosen = await vscode.window.showOpenDialog({
      title: 'Compare with Models',
      openLabel: 'Compare',
      canSelectMany: true,
      filters: { 'Results of the official evaluator': ['json'] },
      defaultUri: vscode.Uri.file(folderOf(subject)),
    });
    if (!chosen) return;
    const { readModelResults } = await import('../../node/baseline/studyResults.js');
    const paths = chosen.map(({ fsPath }) => fsPath);
    for (const path of paths) await readModelResults(path);
    await this.services.memento.update(COMPARED, { ...this.#compared, [subject]: paths });
    this.#pages.redraw();
  }
}

function subjectOf(studies: readonly StudyFile[]): string {
  return JSON.stringify(studies.map(({ path }) => path));
}

function pathsOf(subject: string): readonly string[] {
  return v.parse(PathsSchema, JSON.parse(subject));
}

/** Of the first study. */
function folderOf(subject: string): string {
  return dirname(pathsOf(subject)[0] ?? '');
}

function noStudy(): never {
  throw new UserError(
    'There is no study in this workspace. Make one with “BigCodeBench: New Study…”.',
  );
}

function notAStudy({ fsPath }: vscode.Uri): never {
  throw new UserError(`${fsPath} is no study of this workspace.`);
}
