import * as v from 'valibot';
import * as vscode from 'vscode';
import { UserError } from '../../core/errors.js';
import type { ReplayHostMessage } from '../../shared/replay.js';
import { WebviewPages } from '../webviewPage.js';
import { StudyTaskNode } from './baselineNodes.js';
import type { HiddenTasks } from './hiddenTasks.js';
import { hidingIn, mayShow } from './mayShow.js';
import type { BaselineStudies, OpenStudy } from './studies.js';
import type { StudyTasks } from './studyTasks.js';

/** A replay's subject, as JSON: whose attempt, at which task of which study file. */
const ReplayedSchema = v.object({
  path: v.string(),
  solver: v.string(),
  taskId: v.string(),
  attempt: v.number(),
});
type Replayed = v.InferOutput<typeof ReplayedSchema>;

export interface ReplayServices {
  readonly studies: BaselineStudies;
  readonly tasks: StudyTasks;
  readonly hidden: HiddenTasks;
  readonly log: vscode.LogOutputChannel;
}

/** The Replay pages, one a recorded attempt. */
export class ReplayPanels implements vscode.Disposable {
  readonly #pages: WebviewPages<never, ReplayHostMessage>;

  constructor(
    extensionUri: vscode.Uri,
    private readonly services: ReplayServices,
  ) {
    this.#pages = new WebviewPages(
      {
        name: 'replay',
        title: 'Replay',
        messages: v.never(),
        contentOf: (subject) => this.#contentOf(subject),
        receive: () => undefined,
      },
      extensionUri,
      services.log,
    );
  }

  /** Replays the attempt that the command was given at, or one that the user picks. */
  async show(target: unknown): Promise<void> {
    await this.services.studies.loaded;
    const given = v.safeParse(ReplayedSchema, target);
    const replayed = given.success ? given.output : await this.#pick(target);
    if (!replayed) return;
    await mayShow(this.#study(replayed), replayed.taskId, this.services);
    const { taskId, attempt } = replayed;
    this.#pages.open(JSON.stringify(replayed), `${taskId} Attempt ${attempt} Replay`);
  }

  dispose(): void {
    this.#pages.dispose();
  }

  #study({ path }: Replayed): OpenStudy {
    const study = this.services.studies.find(path);
    if (study) return study;
    throw new UserError(`${path} is no longer in this workspace.`);
  }

  async #pick(target: unknown): Promise<Replayed | undefined> {
    const { readAllAttempts } = await import('../../node/baseline/attemptFiles.js');
    const node = target instanceof StudyTaskNode ? target : undefined;
    const studies = node ? [node.parent.study] : this.services.studies.all;
    const recorded: (vscode.QuickPickItem & { replayed: Replayed })[] = [];
    for (const study of studies) {
      const { attempts } = await readAllAttempts(study);
      for (const { started, end } of attempts) {
        const { task_id: taskId, solver, attempt } = started;
        if (!started.recorded || end === 'running') continue;
        if (node && node.task.taskId !== taskId) continue;
        recorded.push({
          label: taskId,
          description: `${solver}, attempt ${attempt}`,
          detail: study.study.name,
          replayed: { path: study.path, solver, taskId, attempt },
        });
      }
    }
    if (recorded.length === 0) {
      throw new UserError(
        'There is no recorded attempt to replay. Edits are recorded where a solver agreed to it when joining the study.',
      );
    }
    const picked = await vscode.window.showQuickPick(recorded, {
      title: 'Replay Attempt',
      matchOnDescription: true,
      matchOnDetail: true,
    });
    return picked?.replayed;
  }

  async #contentOf(subject: string): Promise<ReplayHostMessage | undefined> {
    await this.services.studies.loaded;
    const replayed = v.parse(ReplayedSchema, JSON.parse(subject));
    const study = this.services.studies.find(replayed.path);
    if (!study || (await hidingIn(study, replayed.taskId, this.services))) return undefined;
    const [{ attemptRecordOf, readRecord }, { replayOf }] = await Promise.all([
      import('../../node/baseline/attemptFiles.js'),
      import('../../core/baseline/replayEdits.js'),
    ]);
    const replay = replayOf(await readRecord(attemptRecordOf({ ...replayed, study })));
    return replay && { type: 'show', replay };
  }
}
