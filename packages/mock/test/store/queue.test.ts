import { expect, test } from "vitest";
import { Queue } from "../../src/store/queue.ts";

test("a queue is empty again after its functions have resolved or rejected, and runs them in order", async () => {
  const queue = new Queue();
  const order: number[] = [];
  const results = [1, 2, 3].map((number) =>
    queue.run(async () => {
      order.push(number);
      if (number === 2) throw new Error("Rejected.");
      return number;
    }),
  );
  expect(queue.isEmpty).toBe(false);
  expect((await Promise.allSettled(results)).map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
  expect(order).toEqual([1, 2, 3]);
  expect(queue.isEmpty).toBe(true);
});
