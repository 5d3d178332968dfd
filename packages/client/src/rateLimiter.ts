import type { RateLimit } from "./engine/index.ts";

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
 * @throws TypeError when a number is not positive
 */
export function rateLimiter({ requests, intervalMs, concurrency = Infinity }: RateLimiterOptions): RateLimiter {
  for (const [name, value] of Object.entries({ requests, intervalMs, concurrency })) {
    if (!(value > 0)) throw new TypeError(`${name} is expected to be a positive number, not ${value}.`);
  }
  const queue: (() => void)[] = [];
  let answered: number[] = [];
  let running = 0;
  let pausedUntil = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function free(): number {
    const now = Date.now();
    answered = answered.filter((time) => time > now - intervalMs);
    return now < pausedUntil ? 0 : Math.max(0, Math.min(concurrency - running, requests - running - answered.length));
  }

  function letGo(): void {
    clearTimeout(timer);
    for (let count = free(); count > 0 && queue.length > 0; count -= 1) {
      running += 1;
      queue.shift()?.();
    }
    if (queue.length === 0) return;
    const now = Date.now();
    // While nothing was answered there is no time to wait for: the next answer lets go.
    const next = now < pausedUntil ? pausedUntil : answered.length > 0 ? (answered[0] as number) + intervalMs : undefined;
    if (next !== undefined) timer = setTimeout(letGo, next - now);
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
      answered.push(Date.now());
      letGo();
    },
    pause(milliseconds) {
      pausedUntil = Math.max(pausedUntil, Date.now() + milliseconds);
      letGo();
    },
    get state() {
      return { running, waiting: queue.length, free: free(), pausedMs: Math.max(0, pausedUntil - Date.now()) };
    },
  };
}
