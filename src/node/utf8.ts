/** Where bytes stop being UTF-8. */
export interface NotUtf8 {
  /** 1-based, of the first bad byte. */
  readonly line: number;
  readonly reason: string;
}

const STRICT = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
/** What a lenient decoder puts in the place of bytes that are not UTF-8. */
const REPLACEMENT = '\uFFFD';
const REPLACEMENT_BYTES = Buffer.from(REPLACEMENT);
const NEWLINE = 0x0a;

/** The text of a file, its byte order mark included, so that it gives back the same bytes. */
export function decodeUtf8(bytes: Uint8Array): string | NotUtf8 {
  try {
    return STRICT.decode(bytes);
  } catch {
    const offset = firstBadByte(Buffer.from(bytes));
    const line = bytes.subarray(0, offset).filter((byte) => byte === NEWLINE).length + 1;
    const byte = (bytes[offset] ?? 0).toString(16).toUpperCase().padStart(2, '0');
    const reason = `not UTF-8: byte 0x${byte} at offset ${String(offset)}. Save the file as UTF-8.`;
    return { line, reason };
  }
}

/** The 0-based offset of the first byte that is part of no character. */
function firstBadByte(bytes: Buffer): number {
  let offset = 0;
  for (const sound of bytes.toString('utf8').split(REPLACEMENT)) {
    offset += Buffer.byteLength(sound);
    const next = bytes.subarray(offset, offset + REPLACEMENT_BYTES.length);
    // A file may hold the replacement itself.
    if (!next.equals(REPLACEMENT_BYTES)) break;
    offset += next.length;
  }
  return offset;
}
