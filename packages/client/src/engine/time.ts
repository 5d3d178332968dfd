import { type Attempted, type Timed, TimeoutError } from "./errors.ts";

/** Rejects with a `TimeoutError` after the given time, or with the outer signal's reason when that signal is aborted. */
export function within<Value>(
  attempted: Attempted,
  what: Timed,
  milliseconds: number,
  outer: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<Value>,
): Promise<Value> {
  return new Promise((resolve, reject) => {
    const controller = new AbortController();
    // Clean up even if the work never settles: a timer would keep the process alive.
    const end = (): void => {
      clearTimeout(timer);
      all?.delete(follow);
    };
    const stop = (reason: unknown): void => {
      end();
      reject(reason);
      controller.abort(reason);
    };
    const expire = (): void => stop(new TimeoutError(attempted, what, milliseconds));
    const follow = (): void => stop(outer?.reason);
    const all = outer && followersOf(outer).add(follow);
    // A longer timer would fire immediately.
    const timer = milliseconds < 2 ** 31 - 1 ? setTimeout(expire, milliseconds) : undefined;
    if (outer?.aborted) follow();
    else if (milliseconds <= 0) expire();
    else work(controller.signal).then(resolve, reject).finally(end);
  });
}

const followers = new WeakMap<AbortSignal, Set<() => void>>();

/** Returns the functions to call when the signal is aborted. They share one listener, because runtimes warn about too many listeners. */
function followersOf(signal: AbortSignal): Set<() => void> {
  const existing = followers.get(signal);
  if (existing) return existing;
  const all = new Set<() => void>();
  followers.set(signal, all);
  signal.addEventListener("abort", () => {
    for (const follow of all) follow();
  });
  return all;
}

/** Measures time and waits. */
export interface Clock {
  /** The time in milliseconds since any fixed time. */
  now(): number;
  /** Resolves after the given time, or when the signal is aborted. */
  sleep(milliseconds: number, signal: AbortSignal): Promise<void>;
}

export const realTime: Clock = {
  now: () => performance.now(),
  sleep: (milliseconds, signal) =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, milliseconds);
      followersOf(signal).add(() => {
        clearTimeout(timer);
        resolve();
      });
    }),
};
