import { mkdtempDisposable } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createDatabase, startPostgres } from "../../packages/mock/test/store/postgres.ts";
import { getContact, getDomain, type Load, meetings, readMeetings } from "./library/loads.ts";
import { judged, mediansOf, printTable } from "./library/measure.ts";
import { loadServer, type RunningServer, seed, startMock, startPlain, startPrism } from "./library/servers.ts";

const secondsARound = 2;
const rounds = 5;

/** Measures the throughput of the mock, with each kind of database, and of other servers. */
export async function benchMock(): Promise<void> {
  await using cleanup = new AsyncDisposableStack();
  const folder = cleanup.use(await mkdtempDisposable(join(tmpdir(), "crm-platform-bench-"))).path;
  const postgres = cleanup.adopt(await startPostgres(), (server) => server.stop());
  const database = await createDatabase(postgres.url);
  for (const load of [getDomain, getContact, readMeetings]) {
    await benchLoad(load, `file:${join(folder, `${load.title}.sqlite`)}`, database.url);
  }
}

async function benchLoad(load: Load, file: string, postgres: string): Promise<void> {
  await using servers = new AsyncDisposableStack();
  const startDemo = async (...options: string[]): Promise<RunningServer> => {
    const server = servers.use(await startMock("--demo", ...options));
    await seed(server, meetings(0, 10));
    return server;
  };
  const engine = await startDemo();
  const body = await (await fetch(engine.url + load.path, load.request)).text();
  const plain = "node:http, with a constant body of the same size";
  const contestants = {
    [plain]: servers.use(await startPlain(body)),
    "the mock, memory": engine,
    "the mock, file": await startDemo("--database", file),
    "the mock, Postgres": await startDemo("--database", postgres),
    "--examples": servers.use(await startMock("--examples")),
    "prism-cli, silent": servers.use(await startPrism()),
  };
  const entries = Object.entries(contestants);
  for (const server of Object.values(contestants)) await loadServer(server, load, 1);
  const rates = await mediansOf(
    rounds,
    Object.fromEntries(entries.map(([name, server]) => [name, () => loadServer(server, load, secondsARound)])),
  );
  const [floor, prism, ours] = [plain, "prism-cli, silent", "the mock, memory"].map((name) => rates[name]?.[0] ?? Number.NaN) as [
    number,
    number,
    number,
  ];
  printTable(
    `Mock: ${load.title}, ${Buffer.byteLength(body)} bytes (median of ${rounds} rounds of ${secondsARound} s, 10 connections)`,
    ["server", "requests/s", "relative to node:http", "relative to prism-cli", "µs of CPU time per request", "MB of memory"],
    await Promise.all(
      entries.map(async ([name, server]) => {
        const [rate = Number.NaN, busyUs = Number.NaN] = rates[name] ?? [];
        const memory = (await server.memory()) ?? Number.NaN;
        return [name, rate.toFixed(0), (rate / floor).toFixed(3), (rate / prism).toFixed(1), busyUs.toFixed(0), memory.toFixed(0)];
      }),
    ),
  );
  console.log(`Relative to node:http: ${judged(ours / floor, load.target, "at least")}`);
  console.log(`Relative to prism-cli: ${judged(ours / prism, 8, "at least")}`);
  console.log(`Memory: ${judged((await engine.memory()) ?? Number.NaN, 120, "at most")}\n`);
}
