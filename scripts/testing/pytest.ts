import { mkdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { runHere } from '../setup/childProcesses.js';
import { root } from '../setup/paths.js';
import { ensureDevelopmentPython } from '../setup/pythonEnvironment.js';
import type { Counts } from './counts.js';

/** Runs the engine's tests, test/python. */
export async function runPytest(): Promise<Counts> {
  const report = path.join(root, 'artifacts', 'pytest.xml');
  await mkdir(path.dirname(report), { recursive: true });
  await rm(report, { force: true });
  const python = await ensureDevelopmentPython();
  const code = await runHere(python, ['-m', 'pytest', '-q', `--junitxml=${report}`], { cwd: root });
  const counts = readReport(await readFile(report, 'utf8').catch(() => ''));
  // A failure before the first test, such as a broken configuration, leaves no report.
  return code !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts;
}

/** Reads the totals that a JUnit report carries as attributes of its first suite. */
function readReport(report: string): Counts {
  const suite = /<testsuite [^>]*>/.exec(report)?.[0] ?? '';
  const count = (name: string): number =>
    Number(new RegExp(` ${name}="(\\d+)"`).exec(suite)?.[1] ?? 0);
  const failed = count('failures') + count('errors');
  const skipped = count('skipped');
  return { passed: count('tests') - failed - skipped, failed, skipped };
}
