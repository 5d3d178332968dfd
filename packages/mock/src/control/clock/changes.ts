/** Callers need not await a change, because every later call to the mock waits for it. */
export interface Changes {
  /** Runs a change after all earlier changes. If a change fails, later changes still run. */
  make<Result>(change: () => Promise<Result>): Promise<Result>;
  /** Resolves when all changes so far have succeeded or failed. */
  settled(): Promise<void>;
  arePending(): boolean;
}

export function inOrder(): Changes {
  let last: Promise<unknown> = Promise.resolve();
  let pending = 0;
  return {
    make(change) {
      pending += 1;
      const result = last.then(change);
      const end = () => {
        pending -= 1;
      };
      last = result.then(end, end);
      // A new promise is returned, so that test runners report an unhandled rejection if the caller ignores a failed change.
      return result.then((value) => value);
    },
    settled: async () => void (await last),
    arePending: () => pending > 0,
  };
}
