/**
 * `npm start` shows the extension on its samples, `npm start -- --tasks FILE [--python PATH]` on any dataset.
 */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { hasDesktopCode, openDesktop } from './opening/desktop.js';
import { openInBrowser } from './opening/server.js';
import type { Session } from './opening/session.js';
import { build } from './setup/build.js';
import { runHere } from './setup/childProcesses.js';
import { main } from './setup/main.js';
import { root } from './setup/paths.js';
import { ensureSamplesPython } from './setup/pythonEnvironment.js';
import { SetupError } from './setup/setupError.js';

async function start(): Promise<number> {
  const started = Date.now();
  const { tasks, python } = readArguments();
  await build();
  const session = tasks === undefined ? await checkedSamples(python) : { dataset: tasks, python };
  console.log(`Ready to open VS Code after ${((Date.now() - started) / 1000).toFixed(1)} s.`);
  return (await hasDesktopCode()) ? openDesktop(session) : openInBrowser(session);
}

function readArguments(): { tasks: string | undefined; python: string | undefined } {
  try {
    const { values } = parseArgs({
      options: { tasks: { type: 'string' }, python: { type: 'string' } },
    });
    return { tasks: existingPath(values.tasks), python: existingPath(values.python) };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new SetupError(`${reason}\nUsage: npm start -- [--tasks FILE] [--python PATH]`);
  }
}

function existingPath(named: string | undefined): string | undefined {
  if (named === undefined) return undefined;
  // npm runs this in the checkout; the person may have been elsewhere.
  const absolute = path.resolve(process.env['INIT_CWD'] ?? process.cwd(), named);
  if (!existsSync(absolute)) throw new Error(`There is no ${absolute}.`);
  return absolute;
}

/** Runs the samples' tests against their canonical solutions, in a table, before they are shown. */
async function checkedSamples(ownPython: string | undefined): Promise<Session> {
  const python = ownPython ?? (await ensureSamplesPython());
  const cli = path.join(root, 'dist', 'cli.js');
  // Whatever it finds is in the table; the samples are worth looking at all the same.
  await runHere(process.execPath, [
    cli,
    'check',
    '--tasks',
    'samples',
    '--coverage',
    '--python',
    python,
  ]);
  return { dataset: 'samples', python };
}

await main(start);
