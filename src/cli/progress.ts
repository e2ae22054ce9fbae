const WIDTH = 30;

/** A bar on standard error that counts to `total`; silent where nobody watches. */
export class ProgressBar {
  #done = 0;
  readonly #watched = process.stderr.isTTY;

  constructor(private readonly total: number) {
    this.#draw('');
  }

  /** One more is done; `note` says what. */
  advance(note: string): void {
    this.#done += 1;
    this.#draw(note);
  }

  /** Takes the bar away. */
  end(): void {
    if (this.#watched) process.stderr.write('\r\u001b[K');
  }

  #draw(note: string): void {
    if (!this.#watched) return;
    const filled = Math.round((WIDTH * this.#done) / Math.max(1, this.total));
    const bar = '█'.repeat(filled) + '░'.repeat(WIDTH - filled);
    const room = Math.max(0, (process.stderr.columns || 80) - WIDTH - 16);
    process.stderr.write(
      `\r\u001b[K${bar} ${String(this.#done)}/${String(this.total)} ${note.slice(0, room)}`,
    );
  }
}
