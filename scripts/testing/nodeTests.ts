import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { runHere } from '../setup/childProcesses.js';
import { root } from '../setup/paths.js';
import type { Counts } from './counts.js';

/** A test file that takes longer hangs. */
const limitMinutes = 10;

/** Runs test/FOLDER/**\/*.test.ts by Node's own test runner, one file at a time. */
export async function runNodeTests(folder: string): Promise<Counts> {
  const entries = await readdir(path.join(root, 'test', folder), { recursive: true });
  const files = entries
    .filter((name) => name.endsWith('.test.ts'))
    .map((name) => path.join('test', folder, name))
    .sort();
  const report = path.join(root, 'artifacts', `${folder}.tap`);
  await mkdir(path.dirname(report), { recursive: true });
  await rm(report, { force: true });
  const code = await runHere(
    process.execPath,
    [
      '--import=tsx',
      '--test',
      '--test-concurrency=1',
      `--test-timeout=${limitMinutes * 60_000}`,
      '--test-reporter=spec',
      '--test-reporter-destination=stdout',
      '--test-reporter=tap',
      `--test-reporter-destination=${report}`,
      ...files,
    ],
    { cwd: root },
  );
  const counts = readSummary(await readFile(report, 'utf8'));
  // A failure outside every test shows in the exit code alone.
  return code !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts;
}

/** Reads the counts that close a TAP report: `# pass 12` and so on. */
function readSummary(report: string): Counts {
  const count = (what: string): number =>
    Number(new RegExp(`^# ${what} (\\d+)$`, 'm').exec(report)?.[1] ?? 0);
  return {
    passed: count('pass'),
    failed: count('fail') + count('cancelled'),
    skipped: count('skipped') + count('todo'),
  };
}
