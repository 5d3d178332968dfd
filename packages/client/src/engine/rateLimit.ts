import { sleep } from "./time.ts";

/** What lets requests leave, or makes them wait. Share one among all clients that share a limit of the service. */
export interface RateLimit {
  /** Resolves when a request may leave. Every one that did leave is followed by `leave`. */
  enter(signal: AbortSignal): Promise<void>;
  leave(): void;
  /** Lets nothing leave for a time, because the service answered with a 429. */
  pause(milliseconds: number): void;
}

/** No limit of our own; but what the service asks of one request is kept by all. */
export function pausesOnly(): RateLimit {
  let until = 0;
  return {
    async enter(signal) {
      // A little more by chance, so that those who wait do not all leave at once, and meet the limit again.
      for (let left = until - performance.now(); left > 0 && !signal.aborted; left = until - performance.now()) {
        await sleep(left * (1 + Math.random() / 10), signal);
      }
    },
    leave() {},
    pause(milliseconds) {
      until = Math.max(until, performance.now() + milliseconds);
    },
  };
}
