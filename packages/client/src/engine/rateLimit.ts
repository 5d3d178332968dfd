import type { Clock } from "./time.ts";

/** Delays requests. Share one object among all clients that share a limit of the service. */
export interface RateLimit {
  /** Resolves when a request may be sent. `leave` is called when the request has finished. */
  enter(signal: AbortSignal): Promise<void>;
  leave(): void;
  /** After a 429, holds back all requests for the given time. */
  pause(milliseconds: number): void;
}

/** Delays requests only after a 429. */
export function pausesOnly(clock: Clock): RateLimit {
  let until = 0;
  return {
    async enter(signal) {
      // Random jitter prevents waiting requests from all being sent at the same time.
      while (clock.now() < until && !signal.aborted) {
        await clock.sleep((until - clock.now()) * (1 + Math.random() / 10), signal);
      }
    },
    leave() {},
    pause(milliseconds) {
      until = Math.max(until, clock.now() + milliseconds);
    },
  };
}
