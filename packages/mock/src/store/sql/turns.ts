/** Lets those who ask for one thing have it one after the other, in the order in which they ask. */
export class Turns {
  readonly #last = new Map<number, Promise<unknown>>();

  async take<Result>(of: number, run: () => Promise<Result>): Promise<Result> {
    const result = (this.#last.get(of) ?? Promise.resolve()).then(run);
    const ended = result.catch(() => undefined);
    this.#last.set(of, ended);
    try {
      return await result;
    } finally {
      if (this.#last.get(of) === ended) this.#last.delete(of);
    }
  }
}
