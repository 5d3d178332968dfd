// What a timer can hold at most; a longer one would fire at once.
const maxTimerMs = 2 ** 31 - 1;

/**
 * What work comes to, unless a signal or the time ends it before: then it rejects with the reason of the signal, or with a
 * `TimeoutError` as that of `AbortSignal.timeout`.
 * @param milliseconds may be `Infinity`
 * @param work gets a signal that ends with what comes first
 */
export function within<Value>(
  milliseconds: number,
  outer: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<Value>,
): Promise<Value> {
  return new Promise((resolve, reject) => {
    if (outer?.aborted) return reject(outer.reason);
    const controller = new AbortController();
    // Work need not ever end, so nothing of ours may wait for that: a timer would keep the process alive.
    const end = (): void => {
      clearTimeout(timer);
      unfollow?.();
    };
    const stop = (reason: unknown): void => {
      end();
      reject(reason);
      controller.abort(reason);
    };
    const expire = (): void => stop(new DOMException(`${Math.ceil(milliseconds)} ms are over`, "TimeoutError"));
    const unfollow = outer && follow(outer, () => stop(outer.reason));
    const timer = milliseconds <= maxTimerMs ? setTimeout(expire, milliseconds) : undefined;
    if (milliseconds <= 0) return expire();
    work(controller.signal).then(resolve, reject).finally(end);
  });
}

// One listener for all calls that one signal can end: runtimes warn when there are many.
const followers = new WeakMap<AbortSignal, Set<() => void>>();

/** Has somebody told of the end of a signal, until what it returns is called. */
function follow(signal: AbortSignal, follower: () => void): () => void {
  const all = followers.get(signal) ?? new Set();
  followers.set(signal, all.add(follower));
  if (all.size === 1) signal.addEventListener("abort", tell);
  return () => {
    all.delete(follower);
    if (all.size === 0) signal.removeEventListener("abort", tell);
  };
}

function tell({ target }: Event): void {
  for (const follower of followers.get(target as AbortSignal) ?? []) follower();
}

/** Waits, or less when the signal ends. */
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
