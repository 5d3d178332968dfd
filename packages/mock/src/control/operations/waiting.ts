import { setTimeout as sleep } from "node:timers/promises";
import { invalidRequest } from "../../contract/errors/rejection.ts";

export interface Waiting {
  /** The number of items to wait for, up to 10,000. @default 0, which does not wait */
  readonly waitFor?: number;
  /** Maximum time to wait, in milliseconds by the machine's clock, up to 30,000. @default 5000 */
  readonly timeout?: number;
}

/** @throws Rejection when `waitFor` exceeds `limit`, because the wait could never succeed */
export function rejectEndless({ waitFor = 0, limit = Number.POSITIVE_INFINITY }: Waiting & { readonly limit?: number }): void {
  if (waitFor <= limit) return;
  throw invalidRequest([{ in: "waitFor", code: "maximum", message: `waitFor must not exceed limit, which is ${limit}` }]);
}

// Polling is necessary because another process may write the items, which causes no event in this process.
const pollIntervalMs = 20;

/** Resolves to the last result of `look`. The timeout uses the machine's clock, because the mock's clock may be frozen. */
export async function waitForSome<Item>(waiting: Waiting, signal: AbortSignal | undefined, look: () => Promise<Item[]>): Promise<Item[]> {
  let items: Item[] = [];
  await waitForCount(waiting, signal, async () => {
    items = await look();
    return items.length;
  });
  return items;
}

export async function waitForCount(
  { waitFor = 0, timeout = 5000 }: Waiting,
  signal: AbortSignal | undefined,
  count: () => Promise<number>,
): Promise<void> {
  const end = performance.now() + timeout;
  for (;;) {
    if ((await count()) >= waitFor || performance.now() >= end || signal?.aborted) return;
    await sleep(Math.min(pollIntervalMs, Math.max(end - performance.now(), 0)), undefined, signal && { signal }).catch(() => {});
  }
}
