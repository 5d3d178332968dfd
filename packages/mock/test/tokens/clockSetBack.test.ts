import { expect, test } from "vitest";
import { controlledMock } from "../control/controlling.ts";

test("the metadata of a token remains valid when the clock is set back by a century", async () => {
  const { mock, call } = await controlledMock();
  const { accessToken } = await mock.account();
  await mock.clock.freeze("1900-01-01T00:00:00Z");
  const { status, body } = await call({ path: `/oauth/v1/access-tokens/${accessToken}` });
  expect([status, body.expires_in]).toEqual([200, 2 ** 31 - 1]);
});
