import { setImmediate } from "node:timers/promises";
import { expect, test } from "vitest";
import { Queue } from "../../src/store/queue.ts";

test("a queue runs one function at a time, in the order of the calls, and is empty after the last one has resolved or rejected", async () => {
  const queue = new Queue();
  const order: string[] = [];
  const results = [1, 2, 3].map((number) =>
    queue.run(async () => {
      order.push(`${number} starts`);
      await setImmediate();
      order.push(`${number} ends`);
      if (number === 2) throw new Error("Rejected.");
    }),
  );
  const ended = Promise.allSettled(results);
  expect(queue.isEmpty).toBe(false);
  await queue.settled();
  expect(order).toEqual(["1 starts", "1 ends", "2 starts", "2 ends", "3 starts", "3 ends"]);
  expect((await ended).map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
  expect(queue.isEmpty).toBe(true);
});
