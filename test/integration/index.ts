/** Runs inside VS Code's extension host: loads every integration test beside it, and mocha runs them. */
import { readdirSync } from 'node:fs';
import { rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import Mocha from 'mocha';

/** Called by VS Code; it takes a rejection for failed tests. */
export async function run(): Promise<void> {
  process.setSourceMapsEnabled(true);
  const resultsFile = process.env['BCB_TEST_RESULTS'];
  if (resultsFile === undefined) throw new Error('BCB_TEST_RESULTS names no file.');
  const partial = `${resultsFile}.partial`;
  let failures: number;
  try {
    failures = await runTests(partial);
  } catch (error) {
    const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
    await writeFile(partial, JSON.stringify({ crash: stack }));
    failures = 1;
  }
  // Whoever waits for the file finds it whole.
  await rename(partial, resultsFile);
  if (failures > 0) throw new Error(`${failures} integration tests failed.`);
}

function runTests(output: string): Promise<number> {
  const mocha = new Mocha({
    ui: 'bdd',
    timeout: 60_000,
    reporter: 'json',
    reporterOptions: { output },
  });
  for (const name of readdirSync(__dirname)) {
    if (name.endsWith('.test.cjs')) mocha.addFile(path.join(__dirname, name));
  }
  return new Promise((resolve) => mocha.run(resolve));
}
