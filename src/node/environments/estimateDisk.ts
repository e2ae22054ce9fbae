import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { estimatedBytes } from '../../core/environments/diskEstimate.js';
import { installerEnvironment, runCommand, type CommandOptions } from './command.js';

/** What is to be installed, and where. */
export interface Estimated {
  /** The text of a requirements file. */
  readonly requirements: string;
  /** The interpreter for which versions are looked up. */
  readonly python: string;
  /** The keys of distributions that are there already (`distributionKey`). */
  readonly installed: ReadonlySet<string>;
}

/**
 * Asks the package index by uv how large the libraries are, and downloads none of them.
 * @returns the bytes that they will take on the disk, roughly; undefined where uv cannot tell
 * @throws {CancelledError} once the signal is aborted
 */
export async function estimateDisk(
  uv: string,
  { requirements, python, installed }: Estimated,
  options: CommandOptions,
): Promise<number | undefined> {
  const folder = await mkdtemp(join(tmpdir(), 'bigcodebench-estimate-'));
  try {
    const file = join(folder, 'requirements.txt');
    await writeFile(file, requirements);
    const { exitCode, output } = await runCommand(
      uv,
      ['pip', 'compile', '--quiet', '--format', 'pylock.toml', '--python', python, file],
      { ...options, env: installerEnvironment(process.env) },
    );
    return exitCode === 0 ? estimatedBytes(output.join('\n'), installed) : undefined;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
