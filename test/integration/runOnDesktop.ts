import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { runTests } from '@vscode/test-electron';
import { root } from '../../scripts/setup/paths.js';
import { writeSettings } from '../../scripts/setup/settings.js';
import type { IntegrationRun } from './integrationRun.js';

/** Runs the integration tests in a desktop VS Code, which is downloaded the first time. */
export async function runOnDesktop({ tests, results, settings }: IntegrationRun): Promise<void> {
  const scratch = await mkdtemp(path.join(os.tmpdir(), 'bigcodebench-desktop-'));
  const profile = path.join(scratch, 'profile');
  const workspace = path.join(scratch, 'workspace');
  await mkdir(workspace);
  await writeSettings(path.join(profile, 'User'), settings);
  try {
    await runTests({
      extensionDevelopmentPath: root,
      extensionTestsPath: tests,
      extensionTestsEnv: { BCB_TEST_RESULTS: results },
      launchArgs: [workspace, `--user-data-dir=${profile}`, '--disable-extensions'],
    });
  } catch (error) {
    // It takes a failed test for an error; those are in the results.
    if (!existsSync(results)) throw error;
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}
