import { existsSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { root } from '../../scripts/setup/paths.js';
import { startWorkbench } from '../workbench/workbench.js';
import type { IntegrationRun } from './integrationRun.js';

/** A suite that takes longer hangs. */
const limitMinutes = 10;

/** Runs the integration tests in the extension host of VS Code's server. */
export async function runInServer({ tests, results, settings }: IntegrationRun): Promise<void> {
  const workbench = await startWorkbench({
    name: 'integration',
    extensionPath: root,
    testsPath: tests,
    settings,
    env: { BCB_TEST_RESULTS: results },
  });
  try {
    const limit = Date.now() + limitMinutes * 60_000;
    while (!existsSync(results)) {
      if (workbench.crash !== undefined) throw new Error(workbench.crash);
      if (Date.now() > limit) {
        throw new Error(
          `The integration tests did not end within ${limitMinutes} minutes: see artifacts/logs/integration.`,
        );
      }
      await delay(100);
    }
  } finally {
    await workbench.dispose();
  }
}
