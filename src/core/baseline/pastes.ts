import type { UntimedChange } from './attemptSession.js';

/** From so many characters or lines at once, a change is more than people type. */
export const LARGE_CHARACTERS = 200;
export const LARGE_LINES = 5;

/**
 * Whether a change of the attempt's text is text from elsewhere, and how much. What the attempt or
 * its prompt already says may be moved and repeated, and a formatter may lay out again what it finds.
 * Undoing is for the caller to leave out: it brings back what was judged when it came.
 *
 * @param removed what the change takes away
 * @param known texts that are the solver's to copy from: the attempt, its prompt, what was cut
 */
export function largePaste(
  { inserted }: Pick<UntimedChange, 'inserted'>,
  removed: string,
  known: readonly string[],
): { characters: number; lines: number } | undefined {
  const text = inserted.trim();
  const lines = text.split('\n').filter((line) => line.trim() !== '').length;
  if (text.length < LARGE_CHARACTERS && lines < LARGE_LINES) return undefined;
  if (bare(inserted) === bare(removed)) return undefined;
  const bareText = text.replaceAll(/\s+/g, ' ');
  if (known.some((one) => one.replaceAll(/\s+/g, ' ').includes(bareText))) return undefined;
  return { characters: text.length, lines };
}

/** What formatters leave as it is: all but blanks, quotes, brackets and commas. */
function bare(text: string): string {
  return text.replaceAll(/[\s'"`,()[\]{}\\]+/g, '');
}
