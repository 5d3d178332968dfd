/** Checks the size budget with the published files of the client; `npx pnpm bench client` prints the sizes. 1 KB is 1,000 bytes. */
import { readFile } from "node:fs/promises";
import { operationTable } from "@crm-platform/types";
import { expect, test } from "vitest";
import {
  anyCallBytes,
  bytesPerOperation,
  oneCallBytes,
  oneCallWithLimitAndRefreshBytes,
  verifyWebhookBytes,
  wholeClientBytes,
  wholeClientFixedBytes,
} from "../../../packages/client/test/budget.ts";
import {
  oneCall,
  oneCallOf,
  oneCallWithLimitAndRefresh,
  type Size,
  sizeOf,
  verifying,
  wholeClient,
} from "../../../packages/client/test/bundling.ts";
import { packedPackages } from "./packed.ts";

const { folder } = await packedPackages();

function packedSizeOf(program: string): Promise<Size> {
  return sizeOf(program, { absWorkingDir: folder });
}

test.each([
  { title: "one call", program: oneCall, limit: oneCallBytes },
  {
    title: "one call, with a rate limiter and a refresh token,",
    program: oneCallWithLimitAndRefresh,
    limit: oneCallWithLimitAndRefreshBytes,
  },
  { title: "the whole client", program: wholeClient, limit: wholeClientBytes },
])("$title loads at most $limit bytes", async ({ program, limit }) => {
  const { gzipBytes } = await packedSizeOf(program);
  // Fails if the bundle is empty.
  expect(gzipBytes).toBeGreaterThan(2_500);
  expect(gzipBytes).toBeLessThanOrEqual(limit);
});

test(`verifying a webhook loads at most ${verifyWebhookBytes} bytes`, async () => {
  const { gzipBytes } = await packedSizeOf(verifying);
  expect(gzipBytes).toBeGreaterThan(500);
  expect(gzipBytes).toBeLessThanOrEqual(verifyWebhookBytes);
});

test("one call of any operation", async () => {
  const sizes = Object.keys(operationTable).map(async (id) => ({ id, ...(await packedSizeOf(oneCallOf(id))) }));
  const tooLarge = (await Promise.all(sizes)).filter(({ gzipBytes }) => gzipBytes > anyCallBytes);
  expect(sizes.length).toBeGreaterThan(0);
  expect(tooLarge).toEqual([]);
});

test("the README states these sizes", async () => {
  const readme = await readFile(new URL("../../../packages/client/README.md", import.meta.url), "utf8");
  const batches = await packedSizeOf(oneCallOf("meetings.batchRead"));
  const refreshing = await packedSizeOf(oneCallWithLimitAndRefresh);
  const call = await packedSizeOf(oneCall);
  const said = [
    ...(/a function of an area \|[^|]*\| ([\d.]+) \/ ([\d.]+) \|/.exec(readme)?.slice(1) ?? []),
    ...(/pages or batches is up to ([\d.]+) KB[^.]* token is ([\d.]+) KB/.exec(readme)?.slice(1) ?? []),
  ].map(Number);
  const measured = [call.minifiedBytes, call.gzipBytes, batches.gzipBytes, refreshing.gzipBytes];
  expect(said).toHaveLength(measured.length);
  // The sizes in the README are rounded.
  const wrong = measured.filter((bytes, index) => Math.abs(bytes / 1000 / (said[index] as number) - 1) > 0.05);
  expect(wrong).toEqual([]);
  const [, oneCallLimit, fixed, perOperation] = /([\d.]+) KB for one call, ([\d.]+) KB plus (\d+) bytes per operation/.exec(readme) ?? [];
  expect([Number(oneCallLimit) * 1000, Number(fixed) * 1000, Number(perOperation)]).toEqual([
    oneCallBytes,
    wholeClientFixedBytes,
    bytesPerOperation,
  ]);
});
