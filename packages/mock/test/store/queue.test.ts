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

test("lanes take turns, and each keeps the order of its calls", async () => {
  const queue = new Queue();
  const order: string[] = [];
  const append = (name: string, lane: number) =>
    queue.run(
      async () => {
        order.push(name);
        await setImmediate();
      },
      { lane },
    );
  await Promise.all([
    append("a1", 1),
    append("a2", 1),
    append("a3", 1),
    append("a4", 1),
    append("b1", 2),
    append("c1", 3),
    append("b2", 2),
  ]);
  expect(order).toEqual(["a1", "a2", "b1", "c1", "a3", "b2", "a4"]);
});
