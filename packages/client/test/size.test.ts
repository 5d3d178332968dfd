/** What the client may cost, in bytes; `npx pnpm bench client` prints how much it does. 1 KB has 1,000 bytes. */
import { operationTable } from "@crm-platform/types";
import { expect, test } from "vitest";
import { oneCall, oneCallOf, oneCallWithLimitAndRefresh, sizeOf, wholeClient } from "./bundling.ts";

const fromSources = { conditions: ["@crm-platform/source"] };

test.each([
  { title: "one call", program: oneCall, limit: 5_000 },
  { title: "one call with a limit and a refresh token", program: oneCallWithLimitAndRefresh, limit: 6_000 },
  { title: "the whole client", program: wholeClient, limit: 9_000 },
])("$title loads at most $limit bytes", async ({ program, limit }) => {
  const { gzipBytes } = await sizeOf(program, fromSources);
  // An empty bundle would keep every limit.
  expect(gzipBytes).toBeGreaterThan(2_500);
  expect(gzipBytes).toBeLessThanOrEqual(limit);
});

test("whichever operation is the one, it is not much more", async () => {
  const sizes = Object.keys(operationTable).map(async (id) => ({ id, ...(await sizeOf(oneCallOf(id), fromSources)) }));
  const tooLarge = (await Promise.all(sizes)).filter(({ gzipBytes }) => gzipBytes > 6_500);
  expect(sizes).toHaveLength(27);
  expect(tooLarge).toEqual([]);
});
