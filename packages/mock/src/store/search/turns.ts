import { setImmediate } from "node:timers/promises";
import { Queue } from "../queue.ts";
import type { Scope } from "../sql/scope.ts";

const turns = new Queue();

/** Runs the parts of large searches one by one, and other requests between them. In a transaction, runs the work immediately. */
export async function inTurn<Result>({ transactions }: Scope, work: () => Promise<Result>): Promise<Result> {
  if (!transactions) return work();
  return turns.run(async () => {
    await setImmediate();
    return work();
  });
}
