import { setImmediate } from "node:timers/promises";
import { Queue } from "../queue.ts";
import type { Scope } from "../sql/scope.ts";

const turns = new Queue();

/** Runs the parts of large searches one by one, and other requests between them. Accounts take turns. In a transaction, runs the work immediately. */
export async function inTurn<Result>({ account, transactions }: Scope, work: () => Promise<Result>): Promise<Result> {
  if (!transactions) return work();
  const afterOthers = async () => {
    await setImmediate();
    return work();
  };
  return turns.run(afterOthers, { lane: account });
}
