/** The clock changes that a program asks for and need not await: whatever it asks for next sees them. */
export interface Changes {
  /** Makes a change, after those before it; one that fails holds up none. */
  make<Result>(change: () => Promise<Result>): Promise<Result>;
  /** Resolves when every change so far is made, or has failed. */
  settled(): Promise<void>;
  /** Whether there is a change that is not made yet. */
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
      // A promise of its own: when nobody looks at one that fails, that is an unhandled rejection, and test runners tell it.
      return result.then((value) => value);
    },
    settled: async () => void (await last),
    arePending: () => pending > 0,
  };
}
