/**
 * `npm test` runs every suite, `npm test -- unit e2e` those named.
 * A suite that fails does not keep the others from running.
 */
import { runInServer } from '../test/integration/runInServer.js';
import { runOnDesktop } from '../test/integration/runOnDesktop.js';
import { ensureBrowser } from './setup/browser.js';
import { build } from './setup/build.js';
import { main } from './setup/main.js';
import {
  ensureClusterPython,
  ensureDevelopmentPython,
  ensureSamplesPython,
} from './setup/pythonEnvironment.js';
import { SetupError } from './setup/setupError.js';
import { ensureVscodeServer } from './setup/vscodeServer.js';
import { addCounts, formatCounts, type Counts } from './testing/counts.js';
import { countIntegrationTests } from './testing/integrationTests.js';
import { runNodeTests } from './testing/nodeTests.js';
import { runPytest } from './testing/pytest.js';

interface Suite {
  /** Runs in VS Code's server, seen through a browser. */
  readonly workbench: boolean;
  readonly run: () => Promise<Counts>;
}

const suites: Readonly<Record<string, Suite>> = {
  unit: { workbench: false, run: () => runNodeTests('unit') },
  pytest: { workbench: false, run: runPytest },
  integration: { workbench: true, run: () => countIntegrationTests(runInServer) },
  e2e: { workbench: true, run: () => runNodeTests('e2e') },
  package: { workbench: true, run: () => runNodeTests('package') },
  /** The integration tests again, in a desktop VS Code. */
  desktop: { workbench: false, run: () => countIntegrationTests(runOnDesktop) },
};

/** VS Code's server does not run on Windows; a desktop VS Code is not to be had everywhere else. */
const defaultSuites =
  process.platform === 'win32'
    ? ['unit', 'pytest', 'desktop']
    : ['unit', 'pytest', 'integration', 'e2e', 'package'];

async function test(): Promise<number> {
  const started = Date.now();
  const named = process.argv.slice(2);
  const chosen = (named.length > 0 ? named : defaultSuites).map((name) => {
    const suite = suites[name];
    if (suite === undefined) {
      throw new SetupError(
        `There is no suite "${name}"; the suites are ${Object.keys(suites).join(', ')}.`,
      );
    }
    return { name, ...suite };
  });

  await build();
  await ensureSamplesPython();
  await ensureDevelopmentPython();
  await ensureClusterPython();
  if (chosen.some(({ workbench }) => workbench)) {
    await ensureBrowser();
    await ensureVscodeServer();
  }
  console.log(`Everything is set up (${seconds(started)}).`);

  const lines: string[] = [];
  const all: Counts[] = [];
  for (const { name, run } of chosen) {
    console.log(`\n── ${name} ──`);
    const suiteStarted = Date.now();
    const counts = await run().catch((error: unknown) => {
      console.error(error);
      return { passed: 0, failed: 1, skipped: 0 };
    });
    all.push(counts);
    lines.push(`${name.padEnd(12)} ${formatCounts(counts)} (${seconds(suiteStarted)})`);
  }
  const total = addCounts(all);
  console.log(`\n${lines.join('\n')}\n${'all'.padEnd(12)} ${seconds(started)}`);
  console.log(formatCounts(total));
  return total.failed > 0 ? 1 : 0;
}

function seconds(since: number): string {
  return `${((Date.now() - since) / 1000).toFixed(1)} s`;
}

await main(test);
