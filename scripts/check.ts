/** `npm run check`: what to run before a commit. It needs neither VS Code nor a browser. */
import { lintSteps } from './checking/lintSteps.js';
import { runSteps } from './checking/steps.js';
import { main } from './setup/main.js';
import { ensureDevelopmentPython } from './setup/pythonEnvironment.js';

await main(async () =>
  runSteps([
    ...lintSteps(await ensureDevelopmentPython()),
    {
      name: 'unit tests and pytest',
      command: process.execPath,
      args: ['scripts/run.mjs', 'test', 'unit', 'pytest'],
    },
  ]),
);
