// A longer timer would fire immediately.
const maxTimerMs = 2 ** 31 - 1;

/** Rejects with the error from `timeout` after the given time, or with the outer signal's reason when that signal is aborted. */
export function within<Value>(
  milliseconds: number,
  outer: AbortSignal | undefined,
  timeout: () => Error,
  work: (signal: AbortSignal) => Promise<Value>,
): Promise<Value> {
  return new Promise((resolve, reject) => {
    if (outer?.aborted) return reject(outer.reason);
    const controller = new AbortController();
    // Clean up even if the work never settles: a timer would keep the process alive.
    const end = (): void => {
      clearTimeout(timer);
      unfollow?.();
    };
    const stop = (reason: unknown): void => {
      end();
      reject(reason);
      controller.abort(reason);
    };
    const expire = (): void => stop(timeout());
    const unfollow = outer && follow(outer, () => stop(outer.reason));
    const timer = milliseconds <= maxTimerMs ? setTimeout(expire, milliseconds) : undefined;
    if (milliseconds <= 0) return expire();
    work(controller.signal).then(resolve, reject).finally(end);
  });
}

// Each signal has only one listener, because runtimes warn about many.
const followers = new WeakMap<AbortSignal, Set<() => void>>();

/** Calls the follower when the signal is aborted. Returns a function that unsubscribes it. */
function follow(signal: AbortSignal, follower: () => void): () => void {
  const all = followers.get(signal) ?? new Set();
  followers.set(signal, all.add(follower));
  if (all.size === 1) signal.addEventListener("abort", notify);
  return () => {
    all.delete(follower);
    if (all.size === 0) signal.removeEventListener("abort", notify);
  };
}

function notify({ target }: Event): void {
  for (const follower of followers.get(target as AbortSignal) ?? []) follower();
}

export function sleep(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      signal.removeEventListener("abort", end);
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    signal.addEventListener("abort", end);
  });
}
