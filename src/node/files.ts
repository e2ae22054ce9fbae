import { access } from 'node:fs/promises';
import path, { type PlatformPath } from 'node:path';
import { codeOf, messageOf } from '../core/errors.js';

/** Whether there is a file or folder of this name that may be looked at. */
export async function isThere(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

/**
 * Whether two absolute paths name the same file by the rules of their platform: on Windows neither
 * the case counts, of which editors and people write the drive's differently, nor which slash.
 */
export function isSamePath(one: string, other: string, rules: PlatformPath = path): boolean {
  return rules.relative(one, other) === '';
}

/** Whether a file is somewhere in a folder, by the same rules. */
export function isWithin(folder: string, file: string, rules: PlatformPath = path): boolean {
  const way = rules.relative(folder, file);
  return way !== '' && way.split(rules.sep)[0] !== '..' && !rules.isAbsolute(way);
}

/** What comes of work on a file; `undefined` where there is no such file. */
export async function unlessMissing<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/** Why a file that is there gives no text, as the reason of a refusal. */
export function whyUnreadable(error: unknown): string {
  return `cannot be read: ${messageOf(error)}`;
}
