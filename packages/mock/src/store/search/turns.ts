import { setImmediate } from "node:timers/promises";
import { Queue } from "../queue.ts";
import type { Scope } from "../sql/scope.ts";

/** Reads and writes have separate turns, because a write may have to wait for the lock of its account. */
const turns: Readonly<Record<"read" | "write", Queue>> = { read: new Queue(), write: new Queue() };

/** Runs the parts of large searches one by one, and other requests between them. In a transaction, runs the work immediately. */
export async function inTurn<Result>({ transactions }: Scope, kind: "read" | "write", work: () => Promise<Result>): Promise<Result> {
  if (!transactions) return work();
  return turns[kind].run(async () => {
    await setImmediate();
    return work();
  });
}
