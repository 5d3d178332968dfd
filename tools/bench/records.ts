import { mkdtempDisposable } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createDatabase, startPostgres } from "../../packages/mock/test/store/postgres.ts";
import { contacts, firstContact, firstNames, requestHeaders } from "./library/loads.ts";
import { judged, mediansOf, printTable, timeOf } from "./library/measure.ts";
import { type RunningServer, seed, startMock } from "./library/servers.ts";

const among = 100_000;
const requests = 50;

export async function benchRecords(): Promise<void> {
  await using cleanup = new AsyncDisposableStack();
  const folder = cleanup.use(await mkdtempDisposable(join(tmpdir(), "crm-platform-bench-"))).path;
  const postgres = cleanup.adopt(await startPostgres(), (server) => server.stop());
  const databases = {
    memory: "memory",
    file: `file:${join(folder, "records.sqlite")}`,
    Postgres: (await createDatabase(postgres.url)).url,
  };
  const medians: number[][] = [];
  for (const database of Object.values(databases)) {
    await using server = await startMock("--demo", "--database", database);
    await seed(server, { properties: { contacts: [{ name: "seats", type: "number" }] } });
    for (let from = 0; from < among; from += 5_000) await seed(server, contacts(from, from + 5_000));
    const times: number[] = [];
    for (const { request } of contactLoads) {
      const { time } = await mediansOf(requests, { time: async (round) => [await timeOf(() => send(server, request(round * 7)))] });
      times.push(time[0] ?? Number.NaN);
    }
    medians.push(times);
  }
  printTable(
    `Records: time of one request among ${among.toLocaleString("en")} contacts (ms, median of ${requests})`,
    ["operation", ...Object.keys(databases), "target"],
    contactLoads.map(({ title, maxMs }, index) => {
      const times = medians.map((list) => list[index] ?? Number.NaN);
      return [title, ...times.map((time) => time.toFixed(2)), maxMs === undefined ? "" : judged(Math.max(...times), maxMs, "at most")];
    }),
  );
}

async function send({ url }: RunningServer, { path, method, body }: ContactRequest): Promise<void> {
  const response = await fetch(`${url}/crm/objects/2026-03/contacts${path}`, {
    method,
    headers: requestHeaders,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
}

interface ContactRequest {
  readonly path: string;
  readonly method: "GET" | "POST" | "PATCH";
  readonly body?: unknown;
}

/** Requests with different indexes use different contacts or values. */
const contactLoads: readonly {
  readonly title: string;
  readonly maxMs?: number;
  readonly request: (index: number) => ContactRequest;
}[] = [
  {
    title: "create",
    request: (index) => ({ path: "", method: "POST", body: { properties: newContact(`new${index}`) } }),
  },
  {
    title: "create, batch of 100",
    request: (index) => ({
      path: "/batch/create",
      method: "POST",
      body: { inputs: Array.from({ length: 100 }, (_, place) => ({ properties: newContact(`batch${index}-${place}`) })) },
    }),
  },
  { title: "get", request: (index) => ({ path: `/${firstContact + index}`, method: "GET" }) },
  {
    title: "update",
    request: (index) => ({ path: `/${firstContact + index}`, method: "PATCH", body: { properties: { lastname: `Changed ${index}` } } }),
  },
  {
    title: "search, EQ",
    maxMs: 10,
    request: (index) => search({ filterGroups: [{ filters: [equal("company", `Company ${index % 100}`)] }] }),
  },
  { title: "search, query", maxMs: 150, request: (index) => search({ query: firstNames[index % firstNames.length] }) },
  {
    title: "search, two groups with a sort",
    request: (index) =>
      search({
        filterGroups: [
          { filters: [equal("company", `company ${index % 100}`), { propertyName: "seats", operator: "GTE", value: "5000" }] },
          { filters: [equal("lastname", `person ${index}`), equal("lifecyclestage", "lead")] },
        ],
        sorts: [{ propertyName: "lastname", direction: "DESCENDING" }],
      }),
  },
];

function newContact(name: string): object {
  return { email: `${name}@company.example`, firstname: "Jonas", company: "New company" };
}

function equal(propertyName: string, value: string): object {
  return { propertyName, operator: "EQ", value };
}

function search(body: object) {
  return { path: "/search", method: "POST", body } as const;
}
