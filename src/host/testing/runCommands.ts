import * as vscode from 'vscode';
import { UserError } from '../../core/errors.js';
import { reportError, type CommandHandler, type WayOut } from '../commands.js';
import type { OpenDatasets, ShownTask } from '../datasets/openDatasets.js';
import type { OngoingRuns } from '../tasks/ongoingRuns.js';
import { noTaskChosen, targetsOf, withoutHidden } from '../tasks/targets.js';
import type { TasksView } from '../tasks/tasksView.js';
import { coverageDetails } from './coverage.js';
import type { RunKind, RunServices } from './job.js';
import { runTasks } from './runTasks.js';

type RunCommand =
  | 'runTask'
  | 'runWithoutCache'
  | 'coverTask'
  | 'debugTask'
  | 'runExamples'
  | 'runShown'
  | 'runShownWithoutCache'
  | 'coverShown'
  | 'stopRuns';

type Profiles = Readonly<Record<RunKind, vscode.TestRunProfile>>;

const SELECT_INTERPRETER: WayOut = {
  title: 'Select Python Interpreter…',
  command: 'selectInterpreter',
};

/** The profiles, one for each way to run tasks; without trust in the workspace there are none, and nothing runs. */
export class RunProfiles implements vscode.Disposable {
  #profiles: Profiles | undefined;
  readonly #subscription: vscode.Disposable;

  constructor(private readonly services: RunServices) {
    if (vscode.workspace.isTrusted) this.#profiles = this.#create();
    this.#subscription = vscode.workspace.onDidGrantWorkspaceTrust(() => {
      this.#profiles ??= this.#create();
    });
  }

  /**
   * Runs tasks, or one test method of a task, as if started in the Testing view.
   * @throws {UserError} where the workspace is not trusted, or all the tasks are hidden
   */
  async run(targets: readonly ShownTask[], kind: RunKind, method?: string): Promise<void> {
    const profile = this.#profile(kind);
    const { tests } = this.services;
    const tasks = withoutHidden(targets);
    if (method !== undefined && tasks[0]) await tests.resolveMethods(tasks[0]);
    const items = tasks
      .map((shown) => tests.taskItem(shown))
      .map((item) => (method === undefined ? item : item?.children.get(method)))
      .filter((item) => item !== undefined);
    await start(profile, items);
  }

  /**
   * Runs the examples of the tasks' docstrings, as if started in the Testing view.
   * @throws {UserError} where the workspace is not trusted, there are no examples, or all are hidden
   */
  async runExamples(targets: readonly ShownTask[]): Promise<void> {
    const profile = this.#profile('run');
    const { examples } = this.services;
    const tasks = withoutHidden(targets);
    const found = await Promise.allSettled(tasks.map((shown) => examples.resolve(shown)));
    const failed = found.find((one) => one.status === 'rejected');
    const items = found.flatMap((one) =>
      one.status === 'fulfilled' && one.value ? [one.value.item] : [],
    );
    if (items.length > 0) await start(profile, items);
    // One in the middle of an edit keeps no other from running.
    if (failed) throw failed.reason;
    if (items.length === 0) {
      const names = tasks.map(({ entry }) => entry.task.taskId).join(', ');
      throw new UserError(`There are no examples (\`>>>\`) in the docstring of ${names}.`);
    }
  }

  dispose(): void {
    this.#subscription.dispose();
    for (const profile of Object.values(this.#profiles ?? {})) profile.dispose();
  }

  #profile(kind: RunKind): vscode.TestRunProfile {
    if (this.#profiles) return this.#profiles[kind];
    throw new UserError(
      'Tasks run only in a trusted workspace: see “Workspaces: Manage Workspace Trust”.',
    );
  }

  #create(): Profiles {
    const { controller } = this.services.tests;
    const { Run, Coverage, Debug } = vscode.TestRunProfileKind;
    const create = (
      kind: RunKind,
      label: string,
      group: vscode.TestRunProfileKind,
      isDefault = true,
    ): vscode.TestRunProfile =>
      controller.createRunProfile(
        label,
        group,
        async (request, token) => {
          try {
            await runTasks(request, token, kind, this.services);
          } catch (error) {
            const { engines, log } = this.services;
            const wayOut = engines.state.kind === 'failed' ? SELECT_INTERPRETER : undefined;
            reportError(error, log, wayOut);
          }
        },
        isDefault,
      );
    const coverage = create('coverage', 'Run with Coverage', Coverage);
    coverage.loadDetailedCoverage = (_run, file) => Promise.resolve(coverageDetails(file));
    return {
      run: create('run', 'Run', Run),
      withoutCache: create('withoutCache', 'Run Without Cache', Run, false),
      coverage,
      debug: create('debug', 'Debug', Debug),
    };
  }
}

async function start(
  profile: vscode.TestRunProfile,
  items: readonly vscode.TestItem[],
): Promise<void> {
  const request = new vscode.TestRunRequest(items, undefined, profile);
  await vscode.window.withProgress({ location: { viewId: 'bigcodebench.tasks' } }, async () =>
    profile.runHandler(request, new vscode.CancellationTokenSource().token),
  );
}

/** What runs tasks by command, and stops them. */
export function runCommands(
  profiles: RunProfiles,
  runs: OngoingRuns,
  datasets: OpenDatasets,
  view: TasksView,
): Record<RunCommand, CommandHandler> {
  const runTargets =
    (kind: RunKind): CommandHandler =>
    async (target) => {
      const { tasks, method } = targetsOf(target, datasets, view.selection);
      if (tasks.length === 0) {
        noTaskChosen();
      }
      await profiles.run(tasks, kind, method);
    };
  return {
    runTask: runTargets('run'),
    runWithoutCache: runTargets('withoutCache'),
    coverTask: runTargets('coverage'),
    debugTask: runTargets('debug'),
    runExamples: async (target) => {
      const { tasks } = targetsOf(target, datasets, view.selection);
      if (tasks.length === 0) noTaskChosen();
      await profiles.runExamples(tasks);
    },
    runShown: () => profiles.run(view.shownTasks, 'run'),
    runShownWithoutCache: () => profiles.run(view.shownTasks, 'withoutCache'),
    coverShown: () => profiles.run(view.shownTasks, 'coverage'),
    stopRuns: () => {
      runs.stop();
    },
  };
}
