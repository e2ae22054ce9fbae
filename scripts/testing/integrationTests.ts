import { runIntegrationTests, type IntegrationRun } from '../../test/integration/integrationRun.js';
import type { Counts } from './counts.js';

/** Runs the integration tests by one of their runners, and prints each with the reason why it failed. */
export async function countIntegrationTests(
  runner: (run: IntegrationRun) => Promise<void>,
): Promise<Counts> {
  const results = await runIntegrationTests(runner);
  if ('crash' in results) {
    console.log(`✖ The tests could not be loaded:\n${results.crash}`);
    return { passed: 0, failed: 1, skipped: 0 };
  }
  for (const { fullTitle, duration = 0 } of results.passes) {
    console.log(`✔ ${fullTitle} (${duration}ms)`);
  }
  for (const { fullTitle } of results.pending) console.log(`﹣ ${fullTitle} # SKIP`);
  for (const { fullTitle, err } of results.failures) {
    console.log(`✖ ${fullTitle}\n${err.stack ?? err.message ?? 'No reason was given.'}`);
  }
  return {
    passed: results.passes.length,
    failed: results.failures.length,
    skipped: results.pending.length,
  };
}
