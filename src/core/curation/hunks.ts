/**
 * A proposal taken or left hunk by hunk. Two texts are kept: the task file's, and the target's,
 * which is the task file as it would be if all that is still open were accepted. What differs
 * between them is what is open, so that the diff editor always shows just that.
 */
import { diffArrays } from 'diff';

/** Lines of one text and those that take their place in the other; each with its line end. */
export interface Hunk {
  /** 0-based line of the task file. */
  readonly oldStart: number;
  readonly removed: readonly string[];
  /** 0-based line of the target. */
  readonly newStart: number;
  readonly added: readonly string[];
}

/**
 * What parts hunks: `paragraphs` as a reader sees them, so that each section of a docstring and each
 * new test can be decided on by itself; or seven unchanged lines, as in the first proposals on record.
 */
export type Parting = 'paragraphs' | 'distance';

/** What is open between the task file's text and the target. */
export function openHunks(
  current: string,
  target: string,
  parting: Parting = 'paragraphs',
): readonly Hunk[] {
  const lines = linesOf(current);
  const changes = changesBetween(lines, linesOf(target));
  if (parting === 'distance') {
    return joined(changes, lines, (between) => between.length < FAR_APART);
  }
  return joined(changes, lines, isWithinParagraph).flatMap(atDefinitions);
}

/** What differs between two texts, in hunks as small as can be. */
export function changedLines(before: string, after: string): readonly Hunk[] {
  return changesBetween(linesOf(before), linesOf(after));
}

/** The task file's text with a hunk accepted; `undefined` where the hunk does not fit. */
export function acceptHunk(current: string, hunk: Hunk): string | undefined {
  return replaceLines(current, hunk.oldStart, hunk.removed, hunk.added);
}

/** The target without a hunk that was rejected; `undefined` where the hunk does not fit. */
export function rejectHunk(target: string, hunk: Hunk): string | undefined {
  return replaceLines(target, hunk.newStart, hunk.added, hunk.removed);
}

/** A target moved to another text of the task file, and the hunks that no longer fit there. */
export interface Rebased {
  readonly target: string;
  readonly refused: readonly Hunk[];
}

/**
 * Brings a proposal along when the task file was edited while it was open. A hunk no longer fits
 * where its own lines were edited, or something else was written where it adds lines.
 */
export function rebase(current: string, open: readonly Hunk[], edited: string): Rebased {
  const edits = changedLines(current, edited);
  const refused = open.filter((hunk) => edits.some((edit) => isInTheWay(edit, hunk)));
  let target = edited;
  // From the end, so that the lines of those before it stay where they are.
  for (const hunk of open.toReversed()) {
    if (refused.includes(hunk)) continue;
    const shift = edits
      .filter((edit) => endOf(edit) <= hunk.oldStart)
      .reduce((sum, { removed, added }) => sum + added.length - removed.length, 0);
    target = acceptHunk(target, { ...hunk, oldStart: hunk.oldStart + shift }) ?? target;
  }
  return { target, refused };
}

/** Unchanged lines from which on changes are apart, by distance and within a paragraph. */
const FAR_APART = 7;
const APART = 4;
/** A blank line, or one that only ends a docstring. */
const BORDER = /^\s*(?:"""|''')?\s*$/;
/** The first line of a function, a class or, at the margin, of imports. */
const DEFINITION = /^\s*(?:@|(?:async )?def |class )|^(?:import|from) /;
const BLANK = /^\s*$/;

function isWithinParagraph(between: readonly string[]): boolean {
  return between.length < APART && !between.some((line) => BORDER.test(line));
}

function linesOf(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+/g) ?? [];
}

/** The smallest changes from one text to another, in order. */
function changesBetween(before: readonly string[], after: readonly string[]): Hunk[] {
  const changes: Hunk[] = [];
  let [oldStart, newStart] = [0, 0];
  let removed: string[] = [];
  let added: string[] = [];
  const end = (): void => {
    if (removed.length + added.length > 0) {
      changes.push(fromBlankLine({ oldStart, removed, newStart, added }, before));
    }
    oldStart += removed.length;
    newStart += added.length;
    [removed, added] = [[], []];
  };
  for (const part of diffArrays([...before], [...after])) {
    if (part.removed) {
      removed.push(...part.value);
    } else if (part.added) {
      added.push(...part.value);
    } else {
      end();
      oldStart += part.value.length;
      newStart += part.value.length;
    }
  }
  end();
  return changes;
}

/**
 * A change that only adds or only takes out can often be told in two ways: a definition with the
 * blank line above it, or with the one below. This is the former, so that each keeps its own.
 */
function fromBlankLine(change: Hunk, before: readonly string[]): Hunk {
  const { oldStart, removed, newStart, added } = change;
  if (removed.length > 0 && added.length > 0) return change;
  const last = [...removed, ...added].at(-1);
  if (last === undefined || !BLANK.test(last) || before[oldStart - 1] !== last) return change;
  const turned = (lines: readonly string[]): readonly string[] =>
    lines.length === 0 ? lines : [last, ...lines.slice(0, -1)];
  return {
    ...{ oldStart: oldStart - 1, removed: turned(removed) },
    ...{ newStart: newStart - 1, added: turned(added) },
  };
}

/** Neighbours made one, with the lines between them, where these keep them together. */
function joined(
  changes: readonly Hunk[],
  lines: readonly string[],
  belongTogether: (between: readonly string[]) => boolean,
): Hunk[] {
  const hunks: Hunk[] = [];
  for (const change of changes) {
    const last = hunks.at(-1);
    const between = last && lines.slice(endOf(last), change.oldStart);
    if (last && between && belongTogether(between)) {
      hunks.splice(-1, 1, {
        ...last,
        removed: [...last.removed, ...between, ...change.removed],
        added: [...last.added, ...between, ...change.added],
      });
    } else {
      hunks.push(change);
    }
  }
  return hunks;
}

/** A hunk parted where it adds a definition, or imports, below a blank line. */
function atDefinitions(hunk: Hunk): readonly Hunk[] {
  const { added } = hunk;
  const starts = [0];
  for (const [at, line] of added.entries()) {
    if (!DEFINITION.test(line) || !BLANK.test(added[at - 1] ?? '-')) continue;
    const start = added.slice(0, at).findLastIndex((before) => !BLANK.test(before)) + 1;
    if (start > 0) starts.push(start);
  }
  const [, first] = starts;
  return [
    { ...hunk, added: added.slice(0, first) },
    ...starts.slice(1).map((start, index) => ({
      oldStart: endOf(hunk),
      removed: [],
      newStart: hunk.newStart + start,
      added: added.slice(start, starts[index + 2]),
    })),
  ];
}

function endOf({ oldStart, removed }: Hunk): number {
  return oldStart + removed.length;
}

/** Whether two changes of the same text touch the same lines, or add lines at the same place. */
function isInTheWay(edit: Hunk, hunk: Hunk): boolean {
  const bothAdd = edit.removed.length === 0 && hunk.removed.length === 0;
  return bothAdd
    ? edit.oldStart === hunk.oldStart
    : edit.oldStart < endOf(hunk) && hunk.oldStart < endOf(edit);
}

function replaceLines(
  text: string,
  at: number,
  before: readonly string[],
  after: readonly string[],
): string | undefined {
  const lines = linesOf(text);
  if (at > lines.length || before.some((line, index) => lines[at + index] !== line)) {
    return undefined;
  }
  lines.splice(at, before.length, ...after);
  return lines.join('');
}
