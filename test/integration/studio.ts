/** What the integration tests share: the running extension and ways to wait for it. */
import assert from 'node:assert/strict';
import path from 'node:path';
import * as vscode from 'vscode';
import type { StudioParts } from '../../src/host/api.js';
import type { OpenDataset, ShownTask, TaskRef } from '../../src/host/datasets/openDatasets.js';

/** A folder of task files, each with something to find. */
export const FIXTURES = path.resolve(__dirname, '..', '..', 'test', 'fixtures', 'tasks');

const EXTENSION = 'bigcodebench-studio.bigcodebench-studio';

/** Activates the extension as VS Code does and returns its parts. */
export async function studio(): Promise<StudioParts> {
  const extension = vscode.extensions.getExtension<StudioParts>(EXTENSION);
  assert.ok(extension, `${EXTENSION} is not installed`);
  return extension.activate();
}

/** Runs one of the extension's commands. */
export function command(name: string, argument?: unknown): Thenable<unknown> {
  return vscode.commands.executeCommand(`bigcodebench.${name}`, argument);
}

/** A task that must be there. */
export function task(dataset: OpenDataset, taskId: string): ShownTask {
  const entry = dataset.tasks.get(taskId);
  assert.ok(entry, `no task ${taskId}`);
  return { dataset, entry };
}

/** The task as commands take it. */
export function target({ dataset, entry }: ShownTask): TaskRef {
  return { datasetId: dataset.id, taskId: entry.task.taskId };
}

/** Resolves once `probe` gives something, asking again whenever `event` fires. */
export async function eventually<T>(
  event: vscode.Event<unknown>,
  probe: () => T | undefined,
): Promise<T> {
  const now = probe();
  if (now !== undefined) return now;
  return new Promise((resolve) => {
    const subscription = event(() => {
      const found = probe();
      if (found === undefined) return;
      subscription.dispose();
      resolve(found);
    });
  });
}

/** What the Testing view was told while tests ran; tasks and test methods by their item's id. */
export interface TestRunRecord {
  readonly passed: readonly string[];
  readonly failed: readonly string[];
  /** Those that were said to wait or to be left out. */
  readonly waitingOrSkipped: readonly string[];
  readonly messages: ReadonlyMap<string, readonly vscode.TestMessage[]>;
  readonly output: ReadonlyMap<string, string>;
  readonly coverage: readonly vscode.FileCoverage[];
  /** Loads a coverage's details as VS Code does. */
  details(coverage: vscode.FileCoverage): Promise<vscode.FileCoverageDetail[]>;
}

/** Listens in on the real test runs that `work` starts. */
export async function recordTestRuns(
  controller: vscode.TestController,
  work: () => Thenable<unknown>,
): Promise<TestRunRecord> {
  const passed: string[] = [];
  const failed: string[] = [];
  const waitingOrSkipped: string[] = [];
  const messages = new Map<string, vscode.TestMessage[]>();
  const output = new Map<string, string>();
  const coverage: vscode.FileCoverage[] = [];
  let profile: vscode.TestRunProfile | undefined;
  let lastRun: vscode.TestRun | undefined;
  const create = controller.createTestRun.bind(controller);
  controller.createTestRun = (request, ...rest) => {
    const run = create(request, ...rest);
    profile = request.profile;
    lastRun = run;
    return listening(run, {
      passed: (item: vscode.TestItem) => passed.push(item.id),
      enqueued: (item: vscode.TestItem) => waitingOrSkipped.push(item.id),
      skipped: (item: vscode.TestItem) => waitingOrSkipped.push(item.id),
      failed: (item: vscode.TestItem, said: vscode.TestMessage | readonly vscode.TestMessage[]) => {
        failed.push(item.id);
        messages.set(item.id, [said].flat());
      },
      errored: (
        item: vscode.TestItem,
        said: vscode.TestMessage | readonly vscode.TestMessage[],
      ) => {
        failed.push(item.id);
        messages.set(item.id, [said].flat());
      },
      appendOutput: (text: string, _place?: vscode.Location, item?: vscode.TestItem) => {
        if (item) output.set(item.id, (output.get(item.id) ?? '') + text);
      },
      addCoverage: (file: vscode.FileCoverage) => coverage.push(file),
    });
  };
  try {
    await work();
  } finally {
    controller.createTestRun = create;
  }
  return {
    passed,
    failed,
    waitingOrSkipped,
    messages,
    output,
    coverage,
    details: async (file) => {
      assert.ok(profile?.loadDetailedCoverage && lastRun);
      const { token } = new vscode.CancellationTokenSource();
      return await profile.loadDetailedCoverage(lastRun, file, token);
    },
  };
}

/** The run itself; its methods named in `listeners` tell these before they do their work. */
function listening(
  run: vscode.TestRun,
  listeners: Readonly<Record<string, (...args: never[]) => unknown>>,
): vscode.TestRun {
  return new Proxy(run, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name, target);
      if (typeof member !== 'function') return member;
      return (...args: never[]): unknown => {
        if (typeof name === 'string') listeners[name]?.(...args);
        return Reflect.apply(member, target, args) as unknown;
      };
    },
  });
}
