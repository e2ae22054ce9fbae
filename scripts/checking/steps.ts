import path from 'node:path';
import { capture } from '../setup/childProcesses.js';
import { root } from '../setup/paths.js';

/** One program whose exit code says whether all is well. */
export interface Step {
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
}

/** A step that an npm package's program does, started without a shell, for any system. */
export function nodeStep(name: string, program: string, ...args: string[]): Step {
  return { name, command: process.execPath, args: [path.join('node_modules', program), ...args] };
}

export const eslint = 'eslint/bin/eslint.js';
export const prettier = 'prettier/bin/prettier.cjs';
export const tsc = 'typescript/bin/tsc';

/**
 * Runs every step, prints a line for each, and what a step printed only if it failed.
 * @returns the exit code of the whole
 */
export async function runSteps(steps: readonly Step[]): Promise<number> {
  let failed = 0;
  for (const { name, command, args } of steps) {
    const started = Date.now();
    const { code, stdout, stderr } = await capture(command, args, { cwd: root });
    const seconds = ((Date.now() - started) / 1000).toFixed(1);
    console.log(`${code === 0 ? '✔' : '✖'} ${name} (${seconds} s)`);
    if (code === 0) continue;
    failed++;
    console.log(`${stdout}${stderr}`);
  }
  return failed > 0 ? 1 : 0;
}
