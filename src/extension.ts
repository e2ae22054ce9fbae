/** The composition root: builds the areas of the extension and registers their commands. */
import type * as vscode from 'vscode';
import type { StudioParts } from './host/api.js';
import { baselineArea } from './host/baseline/baselineArea.js';
import { basisOf } from './host/basis.js';
import { registerCommands } from './host/commands.js';
import { curationArea } from './host/curation/curationArea.js';
import { environmentArea } from './host/environment/environmentArea.js';
import { tasksArea } from './host/tasks/tasksArea.js';
import { testingArea } from './host/testing/testingArea.js';

let flush: (() => Promise<unknown>) | undefined;

/** Called by VS Code once; returns at once and leaves reading datasets to the background. */
export function activate(context: vscode.ExtensionContext): StudioParts {
  const basis = basisOf(context);
  const { log, own, inBackground } = basis;
  const tasks = tasksArea(basis);
  const testing = testingArea(basis, tasks.parts);
  const environment = environmentArea(basis, tasks.parts, testing.parts);
  const curation = curationArea(basis, tasks.parts, testing.parts);
  const baseline = baselineArea(
    basis,
    tasks.parts,
    testing.parts,
    environment.parts,
    curation.parts,
  );
  own(
    registerCommands(
      {
        ...tasks.commands,
        ...testing.commands,
        ...environment.commands,
        ...curation.commands,
        ...baseline.commands,
        showLog: () => {
          log.show();
        },
      },
      log,
    ),
  );
  const { verdicts } = tasks.parts;
  const { attempts } = baseline.parts;
  flush = () => Promise.all([verdicts.flush(), attempts.letGo()]);
  inBackground(tasks.restore());
  inBackground(curation.parts.projects.reload());
  inBackground(baseline.restore());
  return {
    ...tasks.parts,
    ...testing.parts,
    ...environment.parts,
    ...curation.parts,
    ...baseline.parts,
  };
}

/** Called by VS Code when the window closes. */
export async function deactivate(): Promise<void> {
  await flush?.();
}
