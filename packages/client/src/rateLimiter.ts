import type { RateLimit } from "./engine/index.ts";

export interface RateLimiterOptions {
  /** Maximum number of requests in any interval of `intervalMs`. */
  readonly requests: number;
  /** Length of the interval in milliseconds. */
  readonly intervalMs: number;
  /** Maximum number of concurrent requests. @default Infinity */
  readonly concurrency?: number;
}

export interface RateLimiterState {
  /** Number of requests in progress. */
  readonly running: number;
  /** Number of requests waiting to be sent. */
  readonly waiting: number;
  /** Number of requests that could be sent now. */
  readonly free: number;
  /** Remaining pause after a 429, in milliseconds. */
  readonly pausedMs: number;
}

/** A rate limit whose state can be read. */
export interface RateLimiter extends RateLimit {
  readonly state: RateLimiterState;
}

/**
 * Creates a rate limiter that sends at most `requests` requests, in order, in any interval of `intervalMs`. A request counts from the time
 * it is sent until `intervalMs` after its response, so the service never counts more requests than the limiter does. Share one limiter
 * among all clients of an app and account.
 *
 * @throws TypeError if an option is less than 1. Fractions of requests are rounded down
 * @example
 * const client = createClient({ rateLimit: rateLimiter({ requests: 100, intervalMs: 10_000, concurrency: 10 }) });
 */
export function rateLimiter(options: RateLimiterOptions): RateLimiter {
  const { intervalMs, ...counts }: RateLimiterOptions = Object(options);
  const requests = Math.floor(counts.requests);
  const concurrency = Math.floor(counts.concurrency ?? Infinity);
  for (const [name, value] of Object.entries({ requests, intervalMs, concurrency })) {
    if (!(value >= 1)) throw new TypeError(`rateLimiter: ${name} must be a number of at least 1; received ${Object(options)[name]}`);
  }
  const queue: (() => void)[] = [];
  // Times of responses. Entries before `first` no longer count; they are removed in batches because removing them one by one is slow.
  const finished: number[] = [];
  let first = 0;
  let running = 0;
  let pausedUntil = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function free(): number {
    const now = performance.now();
    while ((finished[first] ?? Infinity) <= now - intervalMs) first += 1;
    if (first > 100 && first * 2 > finished.length) {
      finished.splice(0, first);
      first = 0;
    }
    return now < pausedUntil ? 0 : Math.max(0, Math.min(concurrency - running, requests - running - finished.length + first));
  }

  function letGo(): void {
    clearTimeout(timer);
    for (let count = free(); count > 0 && queue.length > 0; count -= 1) {
      running += 1;
      queue.shift()?.();
    }
    if (queue.length === 0) return;
    const now = performance.now();
    const next = now < pausedUntil ? pausedUntil : first < finished.length ? (finished[first] as number) + intervalMs : undefined;
    // A longer timer would fire immediately.
    if (next !== undefined) timer = setTimeout(letGo, Math.min(Math.ceil(next - now), 2 ** 31 - 1));
  }

  return {
    enter(signal) {
      return new Promise((resolve, reject) => {
        const go = (): void => {
          signal.removeEventListener("abort", giveUp);
          resolve();
        };
        const giveUp = (): void => {
          queue.splice(queue.indexOf(go), 1);
          letGo();
          reject(signal.reason);
        };
        if (signal.aborted) return reject(signal.reason);
        signal.addEventListener("abort", giveUp, { once: true });
        queue.push(go);
        letGo();
      });
    },
    leave() {
      running -= 1;
      finished.push(performance.now());
      letGo();
    },
    pause(milliseconds) {
      pausedUntil = Math.max(pausedUntil, performance.now() + milliseconds);
      letGo();
    },
    get state() {
      return { running, waiting: queue.length, free: free(), pausedMs: Math.max(0, Math.ceil(pausedUntil - performance.now())) };
    },
  };
}
