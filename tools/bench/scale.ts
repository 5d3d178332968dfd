import { createDatabase, startPostgres } from "../../packages/mock/test/store/postgres.ts";
import { loadServer, seed } from "./load.ts";
import { contacts, demoAccountId, getDomain, type Load, largeLoads, meetings, readMeetings, requestHeaders } from "./loads.ts";
import { mockCommand, type RunningServer, startServer } from "./server.ts";
import { judged, median, printTable } from "./table.ts";

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
    const command = (port: number) => [mockCommand, "start", "--demo", "--port", String(port), "--database", url];
    servers.push(cleanup.use(await startServer(command, getDomain)));
  }
  for (const server of servers.slice(0, 1)) await seed(server, demoAccountId, meetings(0, 10));
  const rows = [];
  for (const load of [getDomain, readMeetings]) rows.push([load.title, ...(await ratesOf(load, servers)).map((rate) => rate.toFixed(0))]);
  printTable(
    `Scale: processes with one Postgres database (total requests/s, median of ${rounds} rounds of ${secondsARound} s)`,
    ["operation", ...counts.map((count) => `${count} ${count === 1 ? "process" : "processes"}`)],
    rows,
  );
}

async function ratesOf(load: Load, servers: readonly RunningServer[]): Promise<number[]> {
  const rates = counts.map((): number[] => []);
  for (const server of servers) await loadServer(server, load, 1);
  for (let round = 0; round < rounds; round += 1) {
    for (const [index, count] of counts.entries()) {
      const together = await Promise.all(servers.slice(0, count).map((server) => loadServer(server, load, secondsARound)));
      rates[index]?.push(together.reduce((sum, { requestsASecond }) => sum + requestsASecond, 0));
    }
  }
  return rates.map(median);
}

/** Measures how long another account waits while one account sends its most expensive requests. */
async function benchLargeRequests(): Promise<void> {
  const command = (port: number) => [mockCommand, "start", "--demo", "--port", String(port), "--database", "memory"];
  await using server = await startServer(command, getDomain);
  await seed(server, demoAccountId, {
    properties: { contacts: ["seats", "text1", "text2", "text3", "text4", "text5"].map((name) => ({ name, type: "string" })) },
  });
  for (let from = 0; from < among; from += 5_000) await seed(server, demoAccountId, contacts(from, from + 5_000));
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
