/** Runs functions one by one, in the order of the calls. If one of them rejects, the later ones still run. */
export class Queue {
  #last: Promise<unknown> = Promise.resolve();
  #pending = 0;

  get isEmpty(): boolean {
    return this.#pending === 0;
  }

  /** If the caller ignores the returned promise and the function rejects, Node and test runners report an unhandled rejection. */
  async run<Result>(work: () => Promise<Result>): Promise<Result> {
    this.#pending += 1;
    const result = this.#last.then(work);
    this.#last = result.catch(() => undefined);
    try {
      return await result;
    } finally {
      this.#pending -= 1;
    }
  }

  /** Resolves when all functions so far have resolved or rejected. */
  async settled(): Promise<void> {
    await this.#last;
  }
}
