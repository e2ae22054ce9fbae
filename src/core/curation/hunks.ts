/**
 * A proposal taken or left hunk by hunk. Two texts are kept: the task file's, and the target's,
 * which is the task file as it would be if all that is still open were accepted. What differs
 * between them is what is open, so that the diff editor always shows just that.
 */
import { applyPatch, reversePatch, structuredPatch, type StructuredPatch } from 'diff';

/** A change with its surrounding lines; line numbers are 1-based and count in both texts. */
export type Hunk = StructuredPatch['hunks'][number];

/** What is open between the task file's text and the target. */
export function openHunks(current: string, target: string): readonly Hunk[] {
  return patchBetween(current, target).hunks;
}

/** The task file's text with a hunk accepted; `undefined` where the hunk no longer fits. */
export function acceptHunk(current: string, hunk: Hunk): string | undefined {
  return apply(current, [hunk]);
}

/** The target without a hunk that was rejected; `undefined` where the hunk no longer fits. */
export function rejectHunk(target: string, hunk: Hunk): string | undefined {
  return apply(target, reversePatch(patchOf([hunk])).hunks);
}

/** A target moved to another text of the task file, and what of it no longer fits there. */
export interface Rebased {
  readonly target: string;
  readonly refused: readonly Hunk[];
}

/** Brings a proposal along when the task file was edited while it was open. */
export function rebase(current: string, target: string, edited: string): Rebased {
  let moved = edited;
  let shift = 0;
  const refused: Hunk[] = [];
  for (const hunk of openHunks(current, target)) {
    const next = apply(moved, [{ ...hunk, oldStart: hunk.oldStart + shift }]);
    if (next === undefined) {
      refused.push(hunk);
    } else {
      moved = next;
      shift += hunk.newLines - hunk.oldLines;
    }
  }
  return { target: moved, refused };
}

function patchBetween(before: string, after: string): StructuredPatch {
  return structuredPatch('', '', before, after, '', '', { context: 3 });
}

function patchOf(hunks: readonly Hunk[]): StructuredPatch {
  return { ...patchBetween('', ''), hunks: [...hunks] };
}

function apply(text: string, hunks: readonly Hunk[]): string | undefined {
  const applied = applyPatch(text, patchOf(hunks), { autoConvertLineEndings: false });
  return applied === false ? undefined : applied;
}
