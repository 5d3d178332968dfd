import { DatabaseBusy } from "./errors.ts";

/** Runs functions one by one, in the order of the calls. If one of them rejects, the later ones still run. */
export class Queue {
  #last: Promise<unknown> = Promise.resolve();
  #pending = 0;

  get isEmpty(): boolean {
    return this.#pending === 0;
  }

  /**
   * If the caller ignores the returned promise and the function rejects, Node and test runners report an unhandled rejection.
   * @param patienceMs maximum time until the function begins. It does not run afterwards. Default: unlimited.
   * @throws DatabaseBusy when that time has passed
   */
  async run<Result>(work: () => Promise<Result>, patienceMs?: number): Promise<Result> {
    const previous = this.#last;
    const turn = patienceMs === undefined || this.isEmpty ? previous : within(patienceMs, previous);
    this.#pending += 1;
    const result = turn.then(work);
    // If this function gives up, the next one still waits for the previous one.
    this.#last = result.catch(() => previous);
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

function within(milliseconds: number, turn: Promise<unknown>): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new DatabaseBusy("lock")), milliseconds);
    void turn.then(resolve).finally(() => clearTimeout(timer));
  });
}
