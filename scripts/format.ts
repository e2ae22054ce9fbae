/** `npm run format`: Prettier and ruff, in place. */
import { nodeStep, prettier, runSteps } from './checking/steps.js';
import { main } from './setup/main.js';
import { ensureDevelopmentPython } from './setup/pythonEnvironment.js';

await main(async () => {
  const python = await ensureDevelopmentPython();
  return runSteps([
    nodeStep('prettier', prettier, '--write', '--log-level=warn', '.'),
    { name: 'ruff', command: python, args: ['-m', 'ruff', 'check', '--fix', '.', 'samples'] },
    { name: 'ruff format', command: python, args: ['-m', 'ruff', 'format', '.', 'samples'] },
  ]);
});
