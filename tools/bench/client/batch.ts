import { createClient } from "@crm-platform/client";
import { createMock, type FaultInput } from "@crm-platform/mock";
import { judged, printTable } from "../table.ts";

const count = 10_000;
const ids: readonly string[] = Array.from({ length: count }, (_, index) => String(600_001 + index));
/** One in a hundred. */
const isMissing = (id: string): boolean => Number(id) % 100 === 0;

/** One way to fail a chunk each, of which a hundred are to be sent: five in a hundred. */
const effects: readonly FaultInput["effect"][] = [
  { type: "status", status: 503 },
  { type: "reset" },
  { type: "rateLimit", policyName: "SECONDLY", retryAfter: 1 },
  { type: "truncate" },
  { type: "loseAnswer" },
];

/** Reads more records than a request may ask for, some of which are not there, from a service that fails, and counts them. */
export async function benchBatch(): Promise<void> {
  const mock = await createMock();
  const { accountId, accessToken, seed } = await mock.account();
  await seed({ records: { meetings: ids.filter((id) => !isMissing(id)).map((id) => ({ id, properties: {} })) } });
  for (const [index, effect] of effects.entries()) {
    await mock.faults.add({ match: { accountId, operationId: "meetings.batchRead", nth: 1 + index * 20 }, times: 1, effect });
  }
  let requests = 0;
  const client = createClient({
    baseUrl: mock.url,
    accessToken,
    fetch(request) {
      requests += 1;
      return mock.fetch(request);
    },
  });

  const start = performance.now();
  const outcome = await client.meetings
    .batchRead({ inputs: ids.map((id) => ({ id })), properties: [], propertiesWithHistory: [] })
    .chunked();
  const milliseconds = performance.now() - start;

  const found = outcome.results.map(({ id }) => id);
  const missing = outcome.errors.flatMap(({ context }) => context["ids"] ?? []);
  const failed = outcome.failures.flatMap(({ inputs }) => inputs.map(({ id }) => id));
  const times = new Map<string, number>();
  for (const id of [...found, ...missing, ...failed]) times.set(id, (times.get(id) ?? 0) + 1);
  const once = ids.filter((id) => times.get(id) === 1).length;
  const right = found.every((id) => !isMissing(id)) && missing.every(isMissing) && times.size === count;
  await mock.close();
  printTable(
    `Client: ${count} ids in chunks of 100, ${effects.length} of which fail once, 1 % of the ids missing`,
    ["", "count", "target"],
    [
      ["found", String(found.length), ""],
      ["told to be missing", String(missing.length), ""],
      ["failed with their request", String(failed.length), ""],
      ["accounted for exactly once, and rightly", String(right ? once : 0), judged(right ? once : 0, count, "at least")],
      ["requests", String(requests), ""],
      ["ms, of which a 429 asked for 1,000", milliseconds.toFixed(0), ""],
    ],
  );
}
