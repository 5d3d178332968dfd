import { setImmediate } from "node:timers/promises";
import { Queue } from "../queue.ts";

const turns = new Queue();

/** Runs the parts of long searches one by one, and other requests between them. */
export function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  return turns.run(async () => {
    await setImmediate();
    return work();
  });
}
