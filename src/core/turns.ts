/**
 * Lets several owners work by turns: what one of them does may go on at once, what two do may not.
 * Whoever begins while another's work goes on waits until that has ended.
 */
export class Turns {
  #owner: unknown;
  #atWork = 0;
  #waiting: readonly Waiting[] = [];

  /** Does `work` in its owner's turn. */
  async take<T>(owner: unknown, work: () => Promise<T>): Promise<T> {
    if (this.#atWork > 0 && owner !== this.#owner) {
      await new Promise<void>((begin) => {
        this.#waiting = [...this.#waiting, { owner, begin }];
      });
    } else {
      this.#owner = owner;
      this.#atWork += 1;
    }
    try {
      return await work();
    } finally {
      this.#atWork -= 1;
      if (this.#atWork === 0) this.#next();
    }
  }

  /** Gives the turn to who has waited longest, with all that is to be done in it. */
  #next(): void {
    const [first] = this.#waiting;
    if (!first) return;
    const turn = this.#waiting.filter(({ owner }) => owner === first.owner);
    this.#waiting = this.#waiting.filter(({ owner }) => owner !== first.owner);
    this.#owner = first.owner;
    // Before any of them begins: what begins later is to find the turn taken.
    this.#atWork = turn.length;
    for (const { begin } of turn) begin();
  }
}

interface Waiting {
  readonly owner: unknown;
  readonly begin: () => void;
}
