/** A trap detects connections of Node programs, and a proxy detects those of other programs. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { type AddressInfo, createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, expect } from "vitest";
import { command, root } from "../workspace.ts";

const trap = pathToFileURL(join(root, "tools/tests/processes/networkTrap.ts")).href;

let home: string;
let proxy: Server;
const proxyRequests: string[] = [];

export function setTraps(): void {
  beforeAll(async () => {
    // The home folder is empty, so that no setting in it disables telemetry.
    home = await mkdtemp(join(tmpdir(), "crm-platform-home-"));
    proxy = createServer((socket) => {
      socket.on("error", () => {});
      socket.once("data", (data) => {
        proxyRequests.push(String(data).split("\r\n")[0] ?? "");
        socket.destroy();
      });
    });
    proxy.listen(0, "127.0.0.1");
    await once(proxy, "listening");
  });

  afterAll(async () => {
    proxy.close();
    await rm(home, { recursive: true, force: true });
  });
}

export function proxyUrl(): string {
  return `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
}

/** Removes the variables that disable telemetry. */
export function trappedEnvironment(): NodeJS.ProcessEnv {
  const url = proxyUrl();
  const removalPattern = /TELEMETRY|DO_NOT_TRACK|^CI$|^GITHUB_|^VITEST|^npm_|^NODE_OPTIONS$|_PROXY$|SUPPRESS/i;
  return {
    ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !removalPattern.test(name))),
    PATH: [join(root, "node_modules/.bin"), process.env["PATH"]].join(delimiter),
    HOME: home,
    XDG_CONFIG_HOME: join(home, "config"),
    XDG_CACHE_HOME: join(home, "cache"),
    NO_COLOR: "1",
    // pnpm would install again, because the home folder has no record of the installation.
    PNPM_CONFIG_VERIFY_DEPS_BEFORE_RUN: "false",
    NODE_OPTIONS: `--import=${trap}`,
    NETWORK_TRAP: join(home, "trap"),
    ...Object.fromEntries(["http_proxy", "https_proxy", "all_proxy", "HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"].map((name) => [name, url])),
    NO_PROXY: "127.0.0.1,localhost",
    no_proxy: "127.0.0.1,localhost",
  };
}

export async function run(words: readonly string[]): Promise<{ output: string; code: number | null }> {
  const [program = "", ...others] = words;
  const child = spawn(program, others, { cwd: root, env: trappedEnvironment(), stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  child.stdout.on("data", (chunk) => (output += chunk));
  child.stderr.on("data", (chunk) => (output += chunk));
  const [code] = (await once(child, "close")) as [number | null];
  return { output, code };
}

export async function takeCaught(): Promise<string[]> {
  const file = join(home, "trap");
  const connections = (await readFile(file, "utf8").catch(() => "")).split("\n").filter((line) => line !== "");
  await rm(file, { force: true });
  return [...connections, ...proxyRequests.splice(0)];
}

/** Waits for all processes that the programs have started. Their environment contains the home folder. */
export async function processesEnd(): Promise<void> {
  await expect.poll(async () => (await command("ps", ["axeww", "-o", "args"])).stdout, { interval: 200 }).not.toContain(home);
}
