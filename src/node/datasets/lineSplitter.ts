const NEWLINE = 0x0a;

/** A line without its newline, or the size of one that is over the limit and was not kept. */
export type Line = { readonly number: number } & (
  { readonly bytes: Uint8Array; readonly tooLong?: never } | { readonly tooLong: number }
);

/**
 * Cuts a stream of bytes into lines, holding no more than one line of at most `limit` bytes: what a
 * longer line has beyond it is counted and let go.
 */
export class LineSplitter {
  /** The number of the line that is being read; 1-based. */
  #number = 1;
  #pieces: Uint8Array[] = [];
  #size = 0;

  constructor(
    private readonly limit: number,
    private readonly onLine: (line: Line) => void,
  ) {}

  get number(): number {
    return this.#number;
  }

  push(chunk: Uint8Array): void {
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, start)) {
      this.#keep(chunk.subarray(start, end));
      this.#finishLine();
      start = end + 1;
    }
    this.#keep(chunk.subarray(start));
  }

  /** Hands out the last line, where no newline ends it. */
  end(): void {
    if (this.#size > 0) {
      this.#finishLine();
    }
  }

  #keep(piece: Uint8Array): void {
    this.#size += piece.length;
    if (this.#size > this.limit) {
      this.#pieces = [];
    } else if (piece.length > 0) {
      this.#pieces.push(piece);
    }
  }

  #finishLine(): void {
    const number = this.#number;
    if (this.#size > this.limit) {
      this.onLine({ number, tooLong: this.#size });
    } else {
      const [first, ...more] = this.#pieces;
      const bytes = first && more.length === 0 ? first : Buffer.concat(this.#pieces);
      this.onLine({ number, bytes });
    }
    this.#number += 1;
    this.#pieces = [];
    this.#size = 0;
  }
}
