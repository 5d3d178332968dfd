import { setImmediate } from "node:timers";
import { DatabaseBusy } from "./errors.ts";

export interface Turn {
  /** Lanes take turns, so that one with many functions does not delay the others. */
  readonly lane?: number;
  /** The maximum time until the function begins. It does not run afterwards. Default: unlimited. */
  readonly patienceMs?: number;
}

// After this time, the event loop processes other events before the next function.
const maxMsWithoutPause = 10;

/** Runs functions one by one, and those of a lane in the order of the calls. If one of them rejects, the later ones still run. */
export class Queue {
  readonly #lanes = new Map<number | undefined, (() => void)[]>();
  #isRunning = false;
  #isPaused = false;
  #lastPause = 0;

  /** Whether a function is running. In a pause, functions only wait. */
  get isRunning(): boolean {
    return this.#isRunning;
  }

  get isEmpty(): boolean {
    return !this.#isRunning && !this.#isPaused;
  }

  /**
   * If the caller ignores the returned promise and the function rejects, Node and test runners report an unhandled rejection.
   * @throws DatabaseBusy when the time until the function begins has passed
   */
  async run<Result>(work: () => Promise<Result>, turn: Turn = {}): Promise<Result> {
    if (this.isEmpty) this.#lastPause = performance.now();
    else await this.#turn(turn);
    this.#isRunning = true;
    try {
      return await work();
    } finally {
      this.#isRunning = false;
      this.#continue();
    }
  }

  /** Resolves when all functions so far have resolved or rejected. */
  async settled(): Promise<void> {
    await Promise.all(
      [undefined, ...this.#lanes.keys()].map((lane) => this.run(async () => undefined, lane === undefined ? {} : { lane })),
    );
  }

  #turn({ lane, patienceMs }: Turn): Promise<void> {
    return new Promise((resolve, reject) => {
      const starts = this.#lanes.get(lane) ?? [];
      const timer = patienceMs === undefined ? undefined : setTimeout(giveUp, patienceMs);
      const start = () => {
        clearTimeout(timer);
        resolve();
      };
      starts.push(start);
      this.#lanes.set(lane, starts);

      function giveUp(): void {
        starts.splice(starts.indexOf(start), 1);
        reject(new DatabaseBusy("lock"));
      }
    });
  }

  #continue(): void {
    if (this.#lanes.size === 0) return;
    if (performance.now() < this.#lastPause + maxMsWithoutPause) {
      this.#startNext();
      return;
    }
    this.#isPaused = true;
    setImmediate(() => {
      this.#isPaused = false;
      this.#lastPause = performance.now();
      this.#startNext();
    });
  }

  /** The lane of the next function moves behind the others. */
  #startNext(): void {
    for (const [lane, starts] of this.#lanes) {
      this.#lanes.delete(lane);
      const start = starts.shift();
      if (!start) continue;
      if (starts.length > 0) this.#lanes.set(lane, starts);
      // The function begins in a later microtask. Until then, no other one may begin.
      this.#isRunning = true;
      start();
      return;
    }
  }
}
