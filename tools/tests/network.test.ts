/**
 * No script of ours reports to anybody, and none needs anything from elsewhere once everything is installed. `pnpm dev` works on a copy,
 * so its own test looks at it.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { type AddressInfo, createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from "vitest";
import { addChangeset, copyOfRepository, install } from "./copy.ts";
import { command, root } from "./workspace.ts";

const trap = pathToFileURL(join(root, "tools/tests/processes/networkTrap.ts")).href;

let home: string;
let proxy: Server;
/** The first line of every request that a program without Node has made. */
let asked: string[] = [];

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
  await rm(join(home, "trap"), { force: true });
});

/** As on a machine where none of the variables is set by which people decline. */
function environment(folder: string): NodeJS.ProcessEnv {
  const url = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  const declined = /TELEMETRY|DO_NOT_TRACK|^CI$|^GITHUB_|^VITEST|^npm_|^NODE_OPTIONS$|_PROXY$|SUPPRESS/i;
  return {
    ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !declined.test(name))),
    PATH: [join(folder, "node_modules/.bin"), process.env["PATH"]].join(delimiter),
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
async function run(
  words: readonly string[],
  { until, folder = root }: { readonly until?: string | undefined; readonly folder?: string } = {},
): Promise<{ output: string; code: number | null }> {
  const [program = "", ...others] = words;
  const child = spawn(program, others, { cwd: folder, env: environment(folder), detached: true, stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  const listen = (chunk: Buffer): void => {
    output += chunk;
    if (until !== undefined && output.includes(until) && child.pid !== undefined) process.kill(-child.pid, "SIGTERM");
  };
  child.stdout.on("data", listen);
  child.stderr.on("data", listen);
  const [code] = (await once(child, "close")) as [number | null];
  return { output, code };
}

/** What was asked for, of Node and of everything else. */
async function attempts(): Promise<string[]> {
  const caught = await readFile(join(home, "trap"), "utf8").catch(() => "");
  return [...caught.split("\n").filter((line) => line !== ""), ...asked];
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}

test("the trap catches what Node asks for, and the proxy what others do", async () => {
  const program = `
    await fetch("http://platform.example/").catch(() => {});
    await import("node:dns/promises").then(({ lookup }) => lookup("name.example")).catch(() => {});
    await fetch("${`http://127.0.0.1:${(proxy.address() as AddressInfo).port}`}/").catch(() => {});`;
  await run(["node", "--input-type=module", "--eval", program]);
  expect(await attempts()).toEqual([
    expect.stringContaining("connect platform.example"),
    expect.stringContaining("name name.example"),
    "GET / HTTP/1.1",
  ]);
  // Turbo is no program of Node, and reports where nobody has told it not to.
  await run(["turbo", "run", "build", "--dry=json"]);
  await expect.poll(attempts, { timeout: 10_000 }).toContainEqual(expect.stringMatching(/^CONNECT /));
});

interface Script {
  readonly words: readonly string[];
  /** What it has printed when it has come to its end, or to where it serves. */
  readonly ends?: string;
  /** It serves, and is ended at this text. */
  readonly until?: string;
}

const scripts: readonly Script[] = [
  { words: ["pnpm", "run", "check"], ends: "unused code" },
  { words: ["pnpm", "run", "generate", "--check"] },
  { words: ["pnpm", "run", "build"], ends: "Tasks:" },
  { words: ["pnpm", "run", "docs"], ends: "Tasks:" },
  { words: ["pnpm", "run", "licences", "--check"] },
  { words: ["pnpm", "run", "new:operation", "--help"], ends: "Usage" },
  { words: ["pnpm", "run", "bench", "nothing"], ends: "There is no nothing" },
  { words: ["pnpm", "run", "start", "--port", "PORT"], until: "Ctrl+C", ends: "API" },
  { words: ["pnpm", "run", "mock:prism", "--port", "PORT"], until: "is listening", ends: "is listening" },
  { words: ["pnpm", "run", "api:diff"] },
  { words: ["pnpm", "run", "change:check"] },
  { words: ["pnpm", "run", "release:check"] },
  { words: ["pnpm", "exec", "changeset", "status"], ends: "" },
  { words: ["pnpm", "exec", "redocly", "lint", "spec/openapi.yaml"], ends: "valid" },
];

/** What writes into the tree runs in a copy, one after the other: each goes on from what the one before has left. */
const writing: readonly Script[] = [
  { words: ["pnpm", "run", "version:packages"], ends: "Look at the changelogs" },
  { words: ["pnpm", "run", "api:diff", "HEAD"], ends: "Compared with" },
  {
    words: [
      ...["pnpm", "run", "new:operation", "--area", "tickets", "--method", "get", "--name", "get", "--summary", "Get a ticket"],
      ...["--path", "/crm/objects/2026-03/tickets/{ticketId}", "--description", "Reads one ticket.", "--scope", "tickets"],
      ...["--answer", "Ticket", "--answer-description", "The ticket.", "--answer-field", "id|string|9602|The record id."],
    ],
    ends: "passes lint and generates",
  },
  { words: ["pnpm", "run", "change"], ends: "The changesets say all of it already" },
  { words: ["pnpm", "run", "format"], ends: "Checked" },
];

/** The scripts that none of these is, and why. */
const leftOut: Readonly<Record<string, string>> = {
  dev: "dev.test.ts has the same trap",
  test: "check, build and the tests, of which this is one",
  reference: "a part of docs",
  fuzz: "longer than a test; asks a mock on this machine",
  torture: "longer than a test; asks a mock and a database on this machine",
  screenshots: "longer than a test; a browser looks at a mock on this machine",
  "release:rehearse": "npm takes from the registry what our packages depend on",
  "release:publish": "publishes",
  "audit:reasoned": "asks the registry for advisories",
};

test("every script of package.json is among them, or there is a reason", async () => {
  const manifest = JSON.parse(await readFile(join(root, "package.json"), "utf8")) as { scripts: object };
  const run = [...scripts, ...writing].flatMap(({ words: [, verb, script = ""] }) => (verb === "run" ? [script] : []));
  expect([...new Set([...run, ...Object.keys(leftOut)])].sort()).toEqual(Object.keys(manifest.scripts).sort());
});

test.each(scripts)("$words asks nobody", async ({ words, ends, until }) => {
  const port = String(await freePort());
  const { output } = await run(
    words.map((word) => word.replace("PORT", port)),
    { until },
  );
  if (ends !== undefined) expect(output).toContain(ends);
  expect(await attempts()).toEqual([]);
});

test("what writes into the tree asks nobody", { timeout: 120_000 }, async () => {
  const folder = await copyOfRepository();
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await install(folder);
  await addChangeset(folder);
  const author = ["-c", "user.name=test", "-c", "user.email=test@test.example"];
  await command("git", [...author, "commit", "--quiet", "--message", "copy"], folder);
  for (const { words, ends } of writing) {
    const { output } = await run(words, { folder });
    expect(output, words.join(" ")).toContain(ends);
    expect(await attempts(), words.join(" ")).toEqual([]);
  }
});
