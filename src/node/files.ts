import { access } from 'node:fs/promises';
import { codeOf, messageOf } from '../core/errors.js';

/** Whether there is a file or folder of this name that may be looked at. */
export async function isThere(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
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
