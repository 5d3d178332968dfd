/** The traps in which commands run: that of Node, a proxy for other programs, and the kernel where it can be watched. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { type AddressInfo, createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, beforeEach } from "vitest";
import { root } from "../workspace.ts";
import { canWatch, remoteAddresses, watched } from "./kernelTrap.ts";

const trap = pathToFileURL(join(root, "tools/tests/processes/networkTrap.ts")).href;

/** How long a process that a program leaves behind may take to ask for something. */
const leftBehindMs = 1_000;

let home: string;
let proxy: Server;
/** The first line of every request that a program without Node has made. */
let asked: string[] = [];

/** Sets the traps for the tests of a file, and empties them before each. */
export function setTraps(): void {
  beforeAll(async () => {
    // A home where nobody has ever declined anything.
    home = await mkdtemp(join(tmpdir(), "crm-platform-home-"));
    proxy = createServer((socket) => {
      socket.on("error", () => {});
      socket.once("data", (data) => {
        asked.push(String(data).split("\r\n")[0] ?? "");
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

  beforeEach(async () => {
    asked = [];
    for (const name of ["trap", "watched"]) await rm(join(home, name), { force: true });
  });
}

/** The address of the proxy, which every program is told of. */
export function proxyUrl(): string {
  return `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
}

/** As on a machine where none of the variables is set by which people decline. */
function environment(): NodeJS.ProcessEnv {
  const url = proxyUrl();
  const declined = /TELEMETRY|DO_NOT_TRACK|^CI$|^GITHUB_|^VITEST|^npm_|^NODE_OPTIONS$|_PROXY$|SUPPRESS/i;
  return {
    ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !declined.test(name))),
    PATH: [join(root, "node_modules/.bin"), process.env["PATH"]].join(delimiter),
    HOME: home,
    XDG_CONFIG_HOME: join(home, "config"),
    XDG_CACHE_HOME: join(home, "cache"),
    NO_COLOR: "1",
    // A new version makes pnpm install anew, and in this home it finds none of what the machine has.
    PNPM_CONFIG_VERIFY_DEPS_BEFORE_RUN: "false",
    NODE_OPTIONS: `--import=${trap}`,
    NETWORK_TRAP: join(home, "trap"),
    ...Object.fromEntries(["http_proxy", "https_proxy", "all_proxy", "HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"].map((name) => [name, url])),
    NO_PROXY: "127.0.0.1,localhost",
    no_proxy: "127.0.0.1,localhost",
  };
}

/** Runs a program; one that serves is ended when it has printed a text. */
export async function run(words: readonly string[], until?: string): Promise<{ output: string; code: number | null }> {
  const [program = "", ...others] = watched(words, join(home, "watched"));
  const child = spawn(program, others, { cwd: root, env: environment(), detached: true, stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  let isEnding = false;
  const listen = (chunk: Buffer): void => {
    output += chunk;
    if (until === undefined || isEnding || !output.includes(until) || child.pid === undefined) return;
    isEnding = true;
    process.kill(-child.pid, "SIGTERM");
  };
  child.stdout.on("data", listen);
  child.stderr.on("data", listen);
  const [code] = (await once(child, "close")) as [number | null];
  // strace ends when the last of the processes has ended, those left behind included. Without strace, their end cannot be observed.
  if (!canWatch) await sleep(leftBehindMs);
  return { output, code };
}

/** What was asked for, as Node knows it, the proxy, and the kernel. */
export async function attempts(): Promise<string[]> {
  const caught = await readFile(join(home, "trap"), "utf8").catch(() => "");
  const seen = await readFile(join(home, "watched"), "utf8").catch(() => "");
  return [...caught.split("\n").filter((line) => line !== ""), ...asked, ...remoteAddresses(seen)];
}
