import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const WINDOWS = process.platform === 'win32';

/** Where a virtual environment has its programs. */
export function venvPrograms(folder: string): string {
  return join(folder, WINDOWS ? 'Scripts' : 'bin');
}

/** The interpreter of a virtual environment, by its folder. */
export function venvPython(folder: string): string {
  return join(venvPrograms(folder), WINDOWS ? 'python.exe' : 'python');
}

/** A virtual environment's folder, and where the Python is that it was made from, if it says so. */
export interface VirtualEnvironment {
  readonly folder: string;
  readonly home: string | undefined;
}

/** The virtual environment that an interpreter's path belongs to, working or not; undefined for none. */
export function environmentOf(path: string): VirtualEnvironment | undefined {
  const folder = dirname(dirname(path));
  try {
    const text = readFileSync(join(folder, 'pyvenv.cfg'), 'utf8');
    return { folder, home: /^home\s*=\s*(.+)$/m.exec(text)?.[1]?.trim() };
  } catch {
    return undefined;
  }
}

/**
 * What keeps the virtual environment of an interpreter's path from working, and what to do;
 * undefined where nothing is wrong with it, or it is none.
 */
export function brokenEnvironment(path: string): string | undefined {
  const environment = environmentOf(path);
  if (!environment) return undefined;
  const { folder, home } = environment;
  const reason = whyBroken(path, home);
  return reason && `The environment ${folder} is broken: ${reason}. Delete it and create it anew.`;
}

function whyBroken(path: string, home: string | undefined): string | undefined {
  if (home === undefined) return 'its pyvenv.cfg does not say which Python it was made from';
  if (!existsSync(home)) return `the Python that it was made from is no longer in ${home}`;
  return existsSync(path) ? undefined : `it has no ${path}`;
}
