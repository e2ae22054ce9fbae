import { mkdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import * as v from 'valibot';
import { root } from '../../scripts/setup/paths.js';
import { ensureSamplesPython } from '../../scripts/setup/pythonEnvironment.js';
import type { Settings } from '../../scripts/setup/settings.js';

/** What both runners hand to VS Code. */
export interface IntegrationRun {
  /** The bundled runner; VS Code calls its `run()`. */
  readonly tests: string;
  /** Where it writes its results when all has ended. */
  readonly results: string;
  readonly settings: Settings;
}

const TestSchema = v.object({
  fullTitle: v.string(),
  duration: v.optional(v.number()),
  err: v.object({ message: v.optional(v.string()), stack: v.optional(v.string()) }),
});
export type IntegrationTest = v.InferOutput<typeof TestSchema>;

/** mocha's JSON report, or why there is none: see index.ts. */
const ResultsSchema = v.union([
  v.object({ crash: v.string() }),
  v.object({
    passes: v.array(TestSchema),
    failures: v.array(TestSchema),
    pending: v.array(TestSchema),
  }),
]);
export type IntegrationResults = v.InferOutput<typeof ResultsSchema>;

/** Runs the integration tests by one of the two runners and returns their results. */
export async function runIntegrationTests(
  runner: (run: IntegrationRun) => Promise<void>,
): Promise<IntegrationResults> {
  const results = path.join(root, 'artifacts', 'integration.json');
  await mkdir(path.dirname(results), { recursive: true });
  await rm(results, { force: true });
  await runner({
    tests: path.join(root, 'dist-test', 'integration', 'index.cjs'),
    results,
    settings: {
      'bigcodebench.pythonPath': await ensureSamplesPython(),
      // In the browser the default is to save after a second: tests edit fixtures that must stay.
      'files.autoSave': 'off',
    },
  });
  return v.parse(ResultsSchema, JSON.parse(await readFile(results, 'utf8')));
}
