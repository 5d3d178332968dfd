import type { RateLimit } from "./engine/index.ts";

// What a timer can hold at most; a longer one would fire at once.
const maxTimerMs = 2 ** 31 - 1;

export interface RateLimiterOptions {
  /** How many requests may leave in any `intervalMs`. */
  readonly requests: number;
  readonly intervalMs: number;
  /** How many requests may be without their answer at a time. Default: any number. */
  readonly concurrency?: number;
}

export interface RateLimiterState {
  /** Requests without their answer yet. */
  readonly running: number;
  /** Requests that wait for their turn. */
  readonly waiting: number;
  /** How many requests could leave now. */
  readonly free: number;
  /** How long a 429 still keeps everyone waiting, in milliseconds. */
  readonly pausedMs: number;
}

/** A rate limit that tells what it is doing. */
export interface RateLimiter extends RateLimit {
  readonly state: RateLimiterState;
}

/**
 * Keeps requests below a rate, in the order they came: at most `requests` in any `intervalMs`, counted until the answer is
 * there, so that the service never counts more than we do.
 * @throws TypeError when `requests` or `concurrency` is less than 1 – of a fraction the whole counts – or `intervalMs` not
 * positive
 */
export function rateLimiter({ intervalMs, ...options }: RateLimiterOptions): RateLimiter {
  const requests = Math.floor(options.requests);
  const concurrency = Math.floor(options.concurrency ?? Infinity);
  for (const [name, value] of Object.entries({ requests, intervalMs, concurrency })) {
    if (!(value > 0)) throw new TypeError(`${name} is expected to be a positive number, not ${value}.`);
  }
  const queue: (() => void)[] = [];
  // When the answers came, those that no longer count before `first`: a list that shrank with each would take its whole length.
  const answered: number[] = [];
  let first = 0;
  let running = 0;
  let pausedUntil = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function free(): number {
    const now = performance.now();
    while ((answered[first] ?? Infinity) <= now - intervalMs) first += 1;
    if (first > 100 && first * 2 > answered.length) {
      answered.splice(0, first);
      first = 0;
    }
    return now < pausedUntil ? 0 : Math.max(0, Math.min(concurrency - running, requests - running - answered.length + first));
  }

  function letGo(): void {
    clearTimeout(timer);
    for (let count = free(); count > 0 && queue.length > 0; count -= 1) {
      running += 1;
      queue.shift()?.();
    }
    if (queue.length === 0) return;
    const now = performance.now();
    // While nothing was answered there is no time to wait for: the next answer lets go.
    const next = now < pausedUntil ? pausedUntil : first < answered.length ? (answered[first] as number) + intervalMs : undefined;
    if (next !== undefined) timer = setTimeout(letGo, Math.min(Math.ceil(next - now), maxTimerMs));
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
      answered.push(performance.now());
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
