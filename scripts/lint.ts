/** `npm run lint`: every check that runs no test. */
import { lintSteps } from './checking/lintSteps.js';
import { runSteps } from './checking/steps.js';
import { main } from './setup/main.js';
import { ensureDevelopmentPython } from './setup/pythonEnvironment.js';

await main(async () => runSteps(lintSteps(await ensureDevelopmentPython())));
