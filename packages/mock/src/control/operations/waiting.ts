import { setTimeout as sleep } from "node:timers/promises";

export interface Waiting {
  /** How many to wait for, at most 10,000; not to wait by default. */
  readonly waitFor?: number;
  /** How long to wait at most, in milliseconds of the machine, up to 30,000; 5,000 by default. */
  readonly timeout?: number;
}

// Another process may be the one that writes, so there is nothing to be woken by.
const betweenLooks = 20;

/**
 * Looks until there is enough, until the time is over, or until the signal is aborted; resolves to what there is then. It goes by
 * the machine's clock, as the mock's own may be frozen. Fails as `look` fails.
 */
export async function waitForSome<Item>(
  { waitFor = 0, timeout = 5000 }: Waiting,
  signal: AbortSignal | undefined,
  look: () => Promise<Item[]>,
): Promise<Item[]> {
  const end = performance.now() + timeout;
  for (;;) {
    const found = await look();
    if (found.length >= waitFor || performance.now() >= end || signal?.aborted) return found;
    await sleep(Math.min(betweenLooks, Math.max(end - performance.now(), 0)), undefined, signal && { signal }).catch(() => {});
  }
}
