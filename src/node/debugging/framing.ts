/** The Debug Adapter Protocol's framing: a header with the length, a blank line, and JSON. */

/** A message as it is written to an adapter. */
export function frame(message: unknown): string {
  const json = JSON.stringify(message);
  return `Content-Length: ${String(Buffer.byteLength(json))}\r\n\r\n${json}`;
}

/** Puts messages together from the pieces in which they arrive. */
export class FrameReader {
  #unread: Buffer = Buffer.alloc(0);

  /**
   * The messages that a piece completes.
   * @throws {SyntaxError} for what is no message
   */
  feed(piece: Buffer): unknown[] {
    this.#unread = Buffer.concat([this.#unread, piece]);
    const messages: unknown[] = [];
    for (;;) {
      const headerEnd = this.#unread.indexOf('\r\n\r\n');
      if (headerEnd < 0) return messages;
      const header = this.#unread.toString('latin1', 0, headerEnd);
      const length = /^Content-Length: *(\d+)$/im.exec(header)?.[1];
      if (length === undefined) throw new SyntaxError(`no length in the header ${header}`);
      const begin = headerEnd + 4;
      const end = begin + Number(length);
      if (this.#unread.length < end) return messages;
      messages.push(JSON.parse(this.#unread.toString('utf8', begin, end)));
      this.#unread = this.#unread.subarray(end);
    }
  }
}
