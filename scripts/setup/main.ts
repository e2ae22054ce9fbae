import { SetupError } from './setupError.js';

/** Runs a script: its exit code is what `script` returns, or 1 after an error, which is printed. */
export async function main(script: () => Promise<number>): Promise<void> {
  try {
    process.exitCode = await script();
  } catch (error) {
    console.error(error instanceof SetupError ? error.message : error);
    process.exitCode = 1;
  }
}
