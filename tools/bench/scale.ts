import { createDatabase, startPostgres } from "../../packages/mock/test/store/postgres.ts";
import { contacts, firstContact, getDomain, type Load, meetings, readMeetings, requestHeaders } from "./library/loads.ts";
import { judged, mediansOf, printTable } from "./library/measure.ts";
import { loadServer, type RunningServer, seed, startMock } from "./library/servers.ts";

const counts = [1, 2, 4];
const rounds = 3;
const secondsARound = 3;

const among = 200_000;
const maxDelayMs = 250;

export async function benchScale(): Promise<void> {
  await benchProcesses();
  await benchLargeRequests();
}

/** Measures the throughput of one process and of several processes with one Postgres database, over ten connections per process. */
async function benchProcesses(): Promise<void> {
  await using cleanup = new AsyncDisposableStack();
  const postgres = cleanup.adopt(await startPostgres(), (server) => server.stop());
  const servers: RunningServer[] = [];
  const { url } = await createDatabase(postgres.url);
  // The processes are started one after another, because the first one creates the account.
  for (let count = 0; count < Math.max(...counts); count += 1) {
    servers.push(cleanup.use(await startMock("--demo", "--database", url)));
  }
  for (const server of servers.slice(0, 1)) await seed(server, meetings(0, 10));
  const rows = [];
  for (const load of [getDomain, readMeetings]) rows.push([load.title, ...(await ratesOf(load, servers)).map((rate) => rate.toFixed(0))]);
  printTable(
    `Scale: processes with one Postgres database (total requests/s, median of ${rounds} rounds of ${secondsARound} s)`,
    ["operation", ...counts.map((count) => `${count} ${count === 1 ? "process" : "processes"}`)],
    rows,
  );
}

async function ratesOf(load: Load, servers: readonly RunningServer[]): Promise<number[]> {
  for (const server of servers) await loadServer(server, load, 1);
  const loadTogether = async (count: number) => {
    const rates = await Promise.all(servers.slice(0, count).map((server) => loadServer(server, load, secondsARound)));
    return [rates.reduce((sum, [requestsASecond]) => sum + requestsASecond, 0)];
  };
  const medians = await mediansOf(rounds, Object.fromEntries(counts.map((count) => [count, () => loadTogether(count)])));
  return counts.map((count) => medians[count]?.[0] ?? Number.NaN);
}

/** Measures how long another account waits while one account sends its most expensive requests. */
async function benchLargeRequests(): Promise<void> {
  await using server = await startMock("--demo", "--database", "memory");
  await seed(server, {
    properties: { contacts: ["seats", "text1", "text2", "text3", "text4", "text5"].map((name) => ({ name, type: "string" })) },
  });
  for (let from = 0; from < among; from += 5_000) await seed(server, contacts(from, from + 5_000));
  const created = await fetch(`${server.url}/__mock/v1/accounts`, { method: "POST", headers: requestHeaders, body: "{}" });
  const { accessToken } = (await created.json()) as { accessToken: string };
  const rows = [];
  for (const { title, path, body } of largeLoads) {
    const start = performance.now();
    let isDone = false;
    const request = fetch(`${server.url}/crm/objects/2026-03/contacts${path}`, {
      method: "POST",
      headers: requestHeaders,
      body: JSON.stringify(body),
    }).then(async (response) => {
      const text = await response.text();
      isDone = true;
      if (!response.ok) throw new Error(`${title}: ${response.status} ${text}`);
      return performance.now() - start;
    });
    let delay = 0;
    while (!isDone) {
      const sent = performance.now();
      await (await fetch(`${server.url}/cos-domains/v1/domains`, { headers: { authorization: `Bearer ${accessToken}` } })).text();
      delay = Math.max(delay, performance.now() - sent);
    }
    rows.push([title, (await request).toFixed(0), delay.toFixed(0), judged(delay, maxDelayMs, "at most")]);
  }
  printTable(
    `Scale: large requests among ${among.toLocaleString("en")} contacts in memory (ms)`,
    ["request", "response time", "longest wait of another account", "target"],
    rows,
  );
}

const letters = "abcdefghijklmnopqrst";
const patterns = [...letters].map((letter) => `*${letter}*`).join(" ");
const words = Array.from({ length: 1_000 }, (_, index) => index.toString(36)).join(" ");
const texts = Object.fromEntries([1, 2, 3, 4, 5].map((number) => [`text${number}`, words]));
const byWords = { propertyName: "email", operator: "CONTAINS_TOKEN", value: patterns };

/** The most expensive requests that are valid. */
const largeLoads: readonly { readonly title: string; readonly path: string; readonly body: object }[] = [
  { title: "search, 20 patterns", path: "/search", body: { filterGroups: [{ filters: [byWords] }] } },
  {
    title: "search, 15 ranges in 5 groups with a sort",
    path: "/search",
    body: {
      filterGroups: Array.from({ length: 5 }, (_, index) => ({
        filters: ["email", "lastname", "company"].map((propertyName) => ({ propertyName, operator: "LTE", value: `z${index}` })),
      })),
      sorts: ["-email"],
    },
  },
  { title: "search, sort, last page", path: "/search", body: { sorts: ["lastname"], after: "9990" } },
  {
    title: "create, batch of 100 with 500,000 words",
    path: "/batch/create",
    body: { inputs: Array.from({ length: 100 }, () => ({ properties: texts })) },
  },
  { title: "search after it", path: "/search", body: { query: "jonas" } },
  {
    title: "update, batch of 100 with 500,000 words",
    path: "/batch/update",
    body: { inputs: Array.from({ length: 100 }, (_, index) => ({ id: String(firstContact + index), properties: texts })) },
  },
  {
    title: "archive, batch of 100 with 500,000 words",
    path: "/batch/archive",
    body: { inputs: Array.from({ length: 100 }, (_, index) => ({ id: String(firstContact + index) })) },
  },
];
