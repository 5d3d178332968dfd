import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import autocannon from "autocannon";
import { median, printTable } from "./table.ts";

interface Server {
  readonly name: string;
  readonly command: (port: number) => readonly string[];
}

interface Load {
  readonly title: string;
  readonly method: "GET" | "POST";
  readonly path: string;
  readonly body?: string;
}

const secondsARound = 3;
const rounds = 3;

const servers: readonly Server[] = [
  { name: "node:http, one fixed body", command: (port) => ["tools/bench/plain.ts", String(port)] },
  { name: "@crm-platform/mock", command: (port) => ["packages/mock/dist/cli/main.js", "start", "--port", String(port)] },
  {
    name: "prism-cli, silent",
    command: (port) => [
      "node_modules/@stoplight/prism-cli/dist/index.js",
      "mock",
      "packages/types/src/generated/openapi.json",
      "--port",
      String(port),
      "--verboseLevel",
      "silent",
    ],
  },
];

const loads: readonly Load[] = [
  { title: "GET a list of two domains", method: "GET", path: "/cos-domains/v1/domains" },
  {
    title: "POST a batch read of two meetings",
    method: "POST",
    path: "/crm/objects/2026-03/meetings/batch/read",
    body: JSON.stringify({
      inputs: [{ id: "512001" }, { id: "512002" }],
      properties: ["hs_meeting_outcome", "hs_meeting_title"],
      propertiesWithHistory: ["hs_meeting_outcome"],
    }),
  },
];

const headers = { authorization: "Bearer story-access-token-4815162", "content-type": "application/json" };

/** Loads each server in turn, several rounds over, so that a slow moment of the machine meets all of them. */
export async function benchMock(): Promise<void> {
  for (const load of loads) {
    const rates = new Map<string, number[]>(servers.map(({ name }) => [name, []]));
    for (let round = 0; round < rounds; round += 1) {
      for (const server of servers) rates.get(server.name)?.push(await measure(server, load));
    }
    const floor = median(rates.get(servers[0]?.name ?? "") ?? []);
    printTable(
      `Mock: ${load.title} (median of ${rounds} rounds of ${secondsARound} s, 10 connections)`,
      ["server", "requests a second", "ratio"],
      [...rates].map(([name, list]) => [name, median(list).toFixed(0), (median(list) / floor).toFixed(3)]),
    );
  }
}

async function measure(server: Server, load: Load): Promise<number> {
  const port = await freePort();
  const child = spawn(process.execPath, server.command(port), { stdio: "ignore" });
  try {
    const url = `http://127.0.0.1:${port}${load.path}`;
    await answering(url, load, child);
    const options = { url, method: load.method, headers, connections: 10, ...(load.body === undefined ? {} : { body: load.body }) };
    await autocannon({ ...options, duration: 1 });
    const { requests, non2xx } = await autocannon({ ...options, duration: secondsARound });
    if (non2xx > 0) throw new Error(`${server.name} refused ${non2xx} requests.`);
    return requests.average;
  } finally {
    child.kill("SIGKILL");
    await once(child, "close");
  }
}

/** Waits for the first answer, which every server gives within ten seconds. */
async function answering(url: string, { method, body }: Load, child: ChildProcess): Promise<void> {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    if (child.exitCode !== null) throw new Error(`${url} ended with ${child.exitCode} before its first answer.`);
    const response = await fetch(url, { method, headers, body: body ?? null }).catch(() => undefined);
    await response?.arrayBuffer();
    if (response?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`${url} did not answer in ten seconds.`);
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.on("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const address = probe.address();
      probe.close(() => (typeof address === "object" && address !== null ? resolve(address.port) : reject(new Error("No port."))));
    });
  });
}
