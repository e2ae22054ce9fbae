/** The official evaluator, through a Python program of this folder. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { capture, mustSucceed } from '../scripts/setup/childProcesses.js';
import { cacheDirectory, root } from '../scripts/setup/paths.js';

export const PEER = 'bigcodebench==0.2.5';

/**
 * Runs `bench/script` with the evaluator within its reach, which is fetched from PyPI where it is
 * not there yet.
 *
 * @param cwd a directory for what it leaves
 * @returns the JSON objects that it prints, one a line
 */
export async function runPeerScript(
  python: string,
  script: string,
  args: readonly string[],
  cwd: string,
): Promise<unknown[]> {
  const peerDir = path.join(cacheDirectory, PEER);
  if (!existsSync(peerDir)) {
    const install = ['-m', 'pip', 'install', '--no-deps', '--target', peerDir, PEER];
    await mustSucceed(PEER, 'python3', install, { cwd: root });
  }
  const { stdout, stderr, code } = await capture(
    python,
    [path.join(root, 'bench', script), ...args],
    { cwd, env: { ...process.env, PYTHONPATH: peerDir } },
  );
  if (code !== 0) throw new Error(`The official evaluator ended with ${String(code)}:\n${stderr}`);
  const lines = stdout.split('\n').filter((line) => line.startsWith('{'));
  return lines.map((line): unknown => JSON.parse(line));
}
