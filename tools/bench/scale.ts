import { createDatabase, startPostgres } from "../../packages/mock/test/store/postgres.ts";
import { loadServer, seed } from "./load.ts";
import { demoAccountId, getDomain, type Load, meetings, readMeetings } from "./loads.ts";
import { mockCommand, type RunningServer, startServer } from "./server.ts";
import { median, printTable } from "./table.ts";

const counts = [1, 2, 4];
const rounds = 3;
const secondsARound = 3;

/** Measures the throughput of one process and of several processes with one Postgres database, over ten connections per process. */
export async function benchScale(): Promise<void> {
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
