import { mkdtempDisposable } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createDatabase, startPostgres } from "../../packages/mock/test/store/postgres.ts";
import { loadServer, type Rate, seed } from "./load.ts";
import { demoAccountId, getContact, getDomain, type Load, meetings, readMeetings } from "./loads.ts";
import { benchRecords } from "./records.ts";
import { mockCommand, prismCommand, type RunningServer, startServer } from "./server.ts";
import { judged, median, printTable } from "./table.ts";

const secondsARound = 2;
const rounds = 5;

interface Contestant {
  readonly name: string;
  readonly server: RunningServer;
}

const judgedName = "the mock, memory";

/** Measures the servers in turn, in several rounds, so that a slow phase of the machine affects all servers. */
export async function benchMock(): Promise<void> {
  await using cleanup = new AsyncDisposableStack();
  const folder = cleanup.use(await mkdtempDisposable(join(tmpdir(), "crm-platform-bench-"))).path;
  const postgres = cleanup.adopt(await startPostgres(), (server) => server.stop());
  const database = await createDatabase(postgres.url);
  for (const load of [getDomain, getContact, readMeetings]) {
    await benchLoad(load, `file:${join(folder, `${load.title}.sqlite`)}`, database.url);
  }
  await benchRecords([
    { name: "memory", database: "memory" },
    { name: "file", database: `file:${join(folder, "records.sqlite")}` },
    { name: "Postgres", database: (await createDatabase(postgres.url)).url },
  ]);
}

async function benchLoad(load: Load, file: string, postgres: string): Promise<void> {
  await using servers = new AsyncDisposableStack();
  const engine = await startEngine();
  const response = await fetch(engine.url + load.path, load.request);
  const body = await response.text();
  const contestants = [
    { name: "node:http, with a constant body of the same size", server: await start(["tools/bench/plain.ts", "PORT", body]) },
    { name: judgedName, server: engine },
    { name: "the mock, file", server: await startEngine("--database", file) },
    { name: "the mock, Postgres", server: await startEngine("--database", postgres) },
    { name: "--examples", server: await start([mockCommand, "start", "--examples", "--port", "PORT"]) },
    { name: "prism-cli, silent", server: await start([...prismCommand, "--port", "PORT", "--verboseLevel", "silent"]) },
  ];
  await report(load, contestants, Buffer.byteLength(body));

  async function startEngine(...options: string[]): Promise<RunningServer> {
    const server = await start([mockCommand, "start", "--demo", "--port", "PORT", ...options], getDomain);
    await seed(server, demoAccountId, meetings(0, 10));
    return server;
  }

  async function start(words: readonly string[], first: Load = load): Promise<RunningServer> {
    return servers.use(await startServer((port) => words.map((word) => (word === "PORT" ? String(port) : word)), first));
  }
}

async function report(load: Load, contestants: readonly Contestant[], bytes: number): Promise<void> {
  for (const { server } of contestants) await loadServer(server, load, 1);
  const rates = new Map<string, Rate[]>(contestants.map(({ name }) => [name, []]));
  for (let round = 0; round < rounds; round += 1) {
    for (const { name, server } of contestants) rates.get(name)?.push(await loadServer(server, load, secondsARound));
  }
  const memory = await Promise.all(contestants.map(({ server }) => server.memory()));
  const measured = contestants.map(({ name }, index) => ({ name, ...medians(rates.get(name) ?? []), memory: memory[index] ?? Number.NaN }));
  const floor = measured.at(0)?.requestsASecond ?? Number.NaN;
  const prism = measured.at(-1)?.requestsASecond ?? Number.NaN;
  printTable(
    `Mock: ${load.title}, ${bytes} bytes (median of ${rounds} rounds of ${secondsARound} s, 10 connections)`,
    ["server", "requests/s", "relative to node:http", "relative to prism-cli", "µs of CPU time per request", "MB of memory"],
    measured.map(({ name, requestsASecond, busyUs, memory }) => [
      name,
      requestsASecond.toFixed(0),
      (requestsASecond / floor).toFixed(3),
      (requestsASecond / prism).toFixed(1),
      busyUs.toFixed(0),
      memory.toFixed(0),
    ]),
  );
  const engine = measured.find(({ name }) => name === judgedName);
  if (!engine) return;
  console.log(`Relative to node:http: ${judged(engine.requestsASecond / floor, load.target, "at least")}`);
  console.log(`Relative to prism-cli: ${judged(engine.requestsASecond / prism, 8, "at least")}`);
  console.log(`Memory: ${judged(engine.memory, 120, "at most")}\n`);
}

function medians(rates: readonly Rate[]): Rate {
  return { requestsASecond: median(rates.map((rate) => rate.requestsASecond)), busyUs: median(rates.map((rate) => rate.busyUs)) };
}
