import { expect, test } from "vitest";
import { define, send, sender } from "./behavior/eventOccurrences/calls.ts";
import { controlledMock } from "./control/controlling.ts";

test("an app can send 1,250 occurrences per second", async () => {
  const account = await sender(await controlledMock(), { rateLimits: true });
  const event = await define(account, { primaryObject: "NO_OBJECT" });
  for (let count = 0; count < 1_250; count += 1) expect((await send(account, event)).status).toBe(204);
  const { status, body } = await send(account, event);
  expect([status, body.policyName]).toEqual([429, "SECONDLY"]);
  await account.advance(1_000);
  expect((await send(account, event)).status).toBe(204);
});
