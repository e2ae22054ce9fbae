import { brokenEnvironment } from '../python/virtualEnvironment.js';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { EngineCommand } from './engineCommand.js';
import type { EngineEnd } from './engineProcess.js';

const EXIT_TOO_OLD = 3;
const EXIT_UNISOLATED = 4;
const EXIT_NO_CLUSTER = 5;
const CHOOSE = 'Choose another Python interpreter.';

/** Why an engine could not be started, in one sentence, and what to do. */
export function startFailure(
  { pythonPath, harnessDir, script }: Pick<EngineCommand, 'pythonPath' | 'harnessDir' | 'script'>,
  end: EngineEnd,
): string {
  // Before the interpreter is blamed, which may have said so by a code like any other.
  if (!existsSync(join(harnessDir, script)))
    return `The engine's own file ${join(harnessDir, script)} is gone. Install BigCodeBench Studio again.`;
  const broken = brokenEnvironment(pythonPath);
  if (broken !== undefined) return broken;
  if (end.spawnError === 'ENOENT') return `There is no Python at ${pythonPath}. ${CHOOSE}`;
  if (end.spawnError !== undefined)
    return `${pythonPath} cannot be run (${end.spawnError}). ${CHOOSE}`;
  if (end.exitCode === EXIT_TOO_OLD) return `${end.lastWords} ${CHOOSE}`;
  if (end.exitCode === EXIT_UNISOLATED)
    return `${end.lastWords} Demand less, or run on a system that has it.`;
  if (end.exitCode === EXIT_NO_CLUSTER) return end.lastWords;
  if (end.nonsense !== undefined) return `${pythonPath} does not answer as Python does. ${CHOOSE}`;
  return `${pythonPath} ended while the engine started (${describeEnd(end)}). ${CHOOSE}`;
}

/** Why an engine that had worked is given up. */
export function repeatedFailure(pythonPath: string, end: EngineEnd): string {
  if (end.exitCode === EXIT_NO_CLUSTER) return end.lastWords;
  return `The engine in ${pythonPath} keeps ending (${describeEnd(end)}). Restart it, or choose another Python interpreter.`;
}

/** How it ended, in a few words. */
export function describeEnd(end: EngineEnd): string {
  if (end.nonsense !== undefined) return `it wrote something unknown: ${end.nonsense}`;
  if (end.lastWords !== '') return end.lastWords;
  if (end.signal !== undefined) return `signal ${end.signal}`;
  return `exit code ${String(end.exitCode ?? end.spawnError)}`;
}
