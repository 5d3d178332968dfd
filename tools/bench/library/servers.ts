import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { type AddressInfo, createServer } from "node:net";
import autocannon from "autocannon";
import { demoAccountId, getDomain, type Load } from "./loads.ts";

export interface RunningServer extends AsyncDisposable {
  readonly url: string;
  readonly command: string;
  readonly startMs: number;
  /** Resident memory in MB; `undefined` on systems without /proc. */
  memory(): Promise<number | undefined>;
  /** CPU time so far in milliseconds; `undefined` on systems without /proc. */
  busy(): Promise<number | undefined>;
}

export function startMock(...options: readonly string[]): Promise<RunningServer> {
  return startServer((port) => ["packages/mock/dist/cli/main.js", "start", "--port", port, ...options]);
}

export function startPrism(): Promise<RunningServer> {
  const words = ["node_modules/@stoplight/prism-cli/dist/index.js", "mock", "packages/types/src/generated/openapi.json"];
  return startServer((port) => [...words, "--port", port, "--verboseLevel", "silent"]);
}

/** The baseline: `node:http` with a constant body. */
export function startPlain(body = ""): Promise<RunningServer> {
  return startServer((port) => ["tools/bench/library/plain.ts", port, body]);
}

async function startServer(words: (port: string) => readonly string[]): Promise<RunningServer> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const command = words(String(port));
  const start = performance.now();
  const child = spawn(process.execPath, command, { stdio: ["ignore", "ignore", "inherit"] });
  await firstSuccess(url + getDomain.path, getDomain.request, child);
  return {
    url,
    command: command.join(" ").slice(0, 100),
    startMs: performance.now() - start,
    memory: () => memoryOf(child.pid),
    busy: () => busyOf(child.pid),
    async [Symbol.asyncDispose]() {
      child.kill("SIGTERM");
      if (child.exitCode === null && child.signalCode === null) await once(child, "close");
    },
  };
}

async function firstSuccess(url: string, request: RequestInit, child: ChildProcess): Promise<void> {
  const last = performance.now() + 10_000;
  while (performance.now() < last) {
    if (child.exitCode !== null) throw new Error(`${url} exited with ${child.exitCode} before its first response.`);
    const response = await fetch(url, request).catch(() => undefined);
    await response?.arrayBuffer();
    if (response?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  child.kill("SIGKILL");
  throw new Error(`${url} did not respond within ten seconds.`);
}

async function memoryOf(pid: number | undefined): Promise<number | undefined> {
  const status = await readFile(`/proc/${pid}/status`, "utf8").catch(() => "");
  const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1];
  return kilobytes === undefined ? undefined : Number(kilobytes) / 1024;
}

// See proc_pid_stat(5). The program's name may contain spaces, so the fields are counted from the end of the name. The unit is 10 ms.
async function busyOf(pid: number | undefined): Promise<number | undefined> {
  const stat = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "");
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return stat === "" ? undefined : (Number(fields[11]) + Number(fields[12])) * 10;
}

async function freePort(): Promise<number> {
  await using probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  return (probe.address() as AddressInfo).port;
}

/**
 * Sends requests to a server over ten connections. Returns the requests per second, and the CPU time of the server process per request in
 * microseconds, which is `NaN` on systems without /proc.
 * @throws Error when a request fails
 */
export async function loadServer(
  server: RunningServer,
  { title, path, request }: Load,
  seconds: number,
): Promise<[requestsASecond: number, busyUs: number]> {
  const before = (await server.busy()) ?? Number.NaN;
  const { requests, non2xx, errors } = await autocannon({ url: server.url + path, ...request, connections: 10, duration: seconds });
  if (non2xx + errors > 0) throw new Error(`${title}: ${server.command} rejected ${non2xx} requests and did not respond to ${errors}.`);
  const after = (await server.busy()) ?? Number.NaN;
  return [requests.average, ((after - before) * 1000) / requests.total];
}

/** Adds objects to the demo account. */
export async function seed(server: RunningServer, state: object): Promise<void> {
  const response = await fetch(`${server.url}/__mock/v1/accounts/${demoAccountId}/seed`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(state),
  });
  if (!response.ok) throw new Error(`The seed was rejected: ${response.status} ${await response.text()}`);
}
