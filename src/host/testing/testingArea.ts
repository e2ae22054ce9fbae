import * as vscode from 'vscode';
import { environmentOfEngine } from '../../core/environments/pythonEnvironment.js';
import { ResultCache } from '../../node/results/resultCache.js';
import type { Basis } from '../basis.js';
import { TaskDebugger } from '../debugging/taskDebugger.js';
import { EngineService } from '../python/engineService.js';
import { showEngineStatus } from '../python/engineStatus.js';
import type { TasksParts } from '../tasks/tasksArea.js';
import { ExampleTests } from './exampleTests.js';
import { MissedBranches } from './missedBranches.js';
import { runCommands, RunProfiles } from './runCommands.js';
import { TaskTests } from './taskTests.js';

/** The engine, and the Testing view that runs tasks with it. */
export function testingArea(
  { context, log, own, shipped, shared }: Basis,
  { datasets, verdicts, runs, view }: TasksParts,
) {
  const harnessDir = shipped('python');
  const engines = own(new EngineService(harnessDir, datasets, log));
  own(showEngineStatus(engines));
  own(
    engines.onDidChangeState((state) => {
      if (state.kind === 'ready') verdicts.setEnvironment(environmentOfEngine(state.engine));
    }),
  );
  const tests = own(new TaskTests(datasets));
  const examples = own(new ExampleTests(tests.controller, datasets));
  const missedBranches = own(new MissedBranches());
  const cache = new ResultCache(shared('results'), (message) => {
    log.warn(message);
  });
  const taskDebugger = own(new TaskDebugger(harnessDir, context.globalStorageUri));
  const services = {
    ...{ tests, examples, engines, verdicts, runs },
    ...{ missedBranches, cache, taskDebugger, log },
  };
  const profiles = own(new RunProfiles(services));
  return {
    parts: { engines, tests, examples, missedBranches, cache },
    commands: {
      ...runCommands(profiles, runs, datasets, view),
      clearMissedBranches: () => {
        missedBranches.clear();
      },
      clearResultCache: async () => {
        await cache.clear();
        void vscode.window.showInformationMessage(
          'Every task will run again: no result is cached.',
        );
      },
    },
  };
}

export type TestingParts = ReturnType<typeof testingArea>['parts'];
