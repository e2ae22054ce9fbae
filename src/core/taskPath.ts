/** Where a task's file lies in a folder of task files: its id with `.py`, a folder for each slash. */

/** Names that mean something else to a file system, or to the reader of a folder of task files. */
const TAKEN = /^(?:node_modules|venv|__pycache__|con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;
/** Between two slashes there must be a name; no escape looks like this one. */
const EMPTY = '%';
// eslint-disable-next-line no-control-regex
const FORBIDDEN = /[%\\:*?"<>|\u0000-\u001f]/g;

/**
 * The path of a task's file below its folder, slashes between its parts. What file systems do not
 * take in a name is escaped as in URLs, so that {@link taskIdOfPath} gives the same id again.
 */
export function taskPathOf(taskId: string): string {
  return `${taskId.split('/').map(segmentOf).join('/')}.py`;
}

/** The task's id, from its file's path below the folder. */
export function taskIdOfPath(path: string): string {
  return path.replace(/\.py$/, '').split('/').map(textOf).join('/');
}

function textOf(segment: string): string {
  if (segment === EMPTY) return '';
  return segment.replace(/%[0-9A-F]{2}/g, (escaped) =>
    String.fromCharCode(Number.parseInt(escaped.slice(1), 16)),
  );
}

function segmentOf(text: string): string {
  if (text === '') return EMPTY;
  const safe = text.replace(FORBIDDEN, escapeCharacter);
  // A leading dot hides a folder, and Windows drops one at the end as it does a blank.
  const ends = safe.replace(/^\./, escapeCharacter).replace(/[. ]$/, escapeCharacter);
  return TAKEN.test(ends) ? escapeCharacter(ends.charAt(0)) + ends.slice(1) : ends;
}

function escapeCharacter(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`;
}
