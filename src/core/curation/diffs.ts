/** Unified diffs that give back a text byte for byte. */
import { applyPatch, createTwoFilesPatch } from 'diff';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

/** The SHA-256 of a text's UTF-8, in hex. */
export function textHash(text: string): string {
  return bytesToHex(sha256(utf8ToBytes(text)));
}

/** The unified diff from one text to another, with the usual three lines around each change. */
export function diffTexts(before: string, after: string): string {
  return createTwoFilesPatch('before', 'after', before, after, '', '', { context: 3 });
}

/** The text after a diff of {@link diffTexts}; `undefined` where it does not fit. */
export function applyDiff(before: string, diff: string): string | undefined {
  const after = applyPatch(before, diff, { autoConvertLineEndings: false });
  return after === false ? undefined : after;
}
