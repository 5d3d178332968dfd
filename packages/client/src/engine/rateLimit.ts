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
      for (let left = until - Date.now(); left > 0 && !signal.aborted; left = until - Date.now()) await sleep(left, signal);
    },
    leave() {},
    pause(milliseconds) {
      until = Math.max(until, Date.now() + milliseconds);
    },
  };
}
