/**
 * No script of ours reports to anybody, and none needs anything from elsewhere once everything is installed. `pnpm dev` works on a copy,
 * so its own test looks at it.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createServer as createHttpServer } from "node:http";
import { type AddressInfo, createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from "vitest";
import { addChangeset, copyOfRepository, install } from "../repositoryCopy.ts";
import { canWatch, remoteAddresses, watched } from "./kernelTrap.ts";
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
  for (const name of ["trap", "watched"]) await rm(join(home, name), { force: true });
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
  const [program = "", ...others] = watched(words, join(home, "watched"));
  const child = spawn(program, others, { cwd: folder, env: environment(folder), detached: true, stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  const listen = (chunk: Buffer): void => {
    output += chunk;
    if (until !== undefined && output.includes(until) && child.pid !== undefined) process.kill(-child.pid, "SIGTERM");
  };
  child.stdout.on("data", listen);
  child.stderr.on("data", listen);
  const [code] = (await once(child, "close")) as [number | null];
  // Where the kernel is watched, all that was left behind has ended by now; elsewhere it has this long to give itself away.
  await setTimeout(canWatch ? 100 : 1_000);
  return { output, code };
}

/** What was asked for, as Node knows it, the proxy, and the kernel. */
async function attempts(): Promise<string[]> {
  const caught = await readFile(join(home, "trap"), "utf8").catch(() => "");
  const seen = await readFile(join(home, "watched"), "utf8").catch(() => "");
  return [...caught.split("\n").filter((line) => line !== ""), ...asked, ...remoteAddresses(seen)];
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}

/** Runs a program of Node in the trap, and resolves to what is caught of it. */
async function caughtOf(program: string): Promise<string[]> {
  await run(["node", "--input-type=module", "--eval", program]);
  return attempts();
}

test.each([
  { way: "fetch", program: `await fetch("http://platform.example/").catch(() => {})`, what: "connect platform.example" },
  { way: "a name", program: `await (await import("node:dns/promises")).lookup("name.example").catch(() => {})`, what: "name name.example" },
  {
    way: "a resolver of its own",
    program: `const { Resolver } = await import("node:dns/promises"); await new Resolver().resolveAny("secret.example")`,
    what: "name secret.example",
  },
  {
    way: "a datagram",
    program: `(await import("node:dgram")).createSocket("udp4").send("secret", 9, "192.0.2.1")`,
    what: "datagram 192.0.2.1",
  },
  {
    way: "a connected datagram socket",
    program: `(await import("node:dgram")).createSocket("udp4").connect(9, "192.0.2.1")`,
    what: "datagram 192.0.2.1",
  },
])("the trap catches what Node asks for before it leaves: $way", async ({ program, what }) => {
  const [first, ...others] = await caughtOf(program);
  expect(first).toContain(what);
  expect(others).toEqual([]);
});

test("the proxy catches programs that ask it, turbo among them", async () => {
  expect(await caughtOf(`await fetch("http://127.0.0.1:${(proxy.address() as AddressInfo).port}/").catch(() => {})`)).toEqual([
    "GET / HTTP/1.1",
  ]);
  // Turbo is no program of Node, and reports where nobody has told it not to.
  await run(["turbo", "run", "build", "--dry=json"]);
  await expect.poll(attempts, { timeout: 10_000 }).toContainEqual(expect.stringMatching(/^CONNECT /));
});

/** Programs that neither the trap nor the proxy sees. Nobody has this address (RFC 5737), so none of them gets anywhere. */
const unseen = `const socket = require("node:net").connect(9, "192.0.2.1"); socket.on("error", () => {}); setTimeout(() => process.exit(), 100)`;
const later = `setTimeout(() => { ${unseen} }, 300)`;
const startOf = (program: string, options: string): string => `
  const { spawn } = await import("node:child_process");
  spawn(process.execPath, ["-e", ${JSON.stringify(program)}], { env: {}, ${options} }).unref();`;

// Without strace nothing sees these; the tests below are then as blind to them.
test.runIf(canWatch).each([
  { way: "no program of Node", words: ["timeout", "0.2", "bash", "-c", "exec 3<>/dev/tcp/192.0.2.1/9"] },
  { way: "a child with an environment of its own", words: ["node", "--input-type=module", "--eval", startOf(unseen, "")] },
  {
    way: "what is left behind and asks later",
    words: ["node", "--input-type=module", "--eval", startOf(later, `detached: true, stdio: "ignore"`)],
  },
])("the kernel sees the rest, where it can be watched: $way", async ({ words }) => {
  await run(words);
  expect(await attempts()).toEqual(["kernel 192.0.2.1 9"]);
});

interface Script {
  readonly words: readonly string[];
  /** What it has printed when it has come to its end, or to where it serves. */
  readonly ends: string;
  /** Its exit code, where it is not 0. */
  readonly code?: number;
  /** It serves, and is ended at this text. */
  readonly until?: string;
}

const scripts: readonly Script[] = [
  { words: ["pnpm", "run", "check"], ends: "unused code" },
  { words: ["pnpm", "run", "generate", "--check"], ends: "tools/generate.ts --check" },
  { words: ["pnpm", "run", "build"], ends: "Tasks:" },
  { words: ["pnpm", "run", "docs"], ends: "Tasks:" },
  { words: ["pnpm", "run", "licences", "--check"], ends: "tools/commands/licences.ts --check" },
  { words: ["pnpm", "run", "new:operation", "--help"], ends: "Usage" },
  { words: ["pnpm", "run", "bench", "nothing"], ends: "There is no nothing", code: 1 },
  { words: ["pnpm", "run", "start", "--port", "PORT"], until: "Ctrl+C", ends: "API" },
  { words: ["pnpm", "run", "mock:prism", "--port", "PORT"], until: "is listening", ends: "is listening" },
  { words: ["pnpm", "run", "fuzz", "--runs", "20"], ends: "0 findings" },
  { words: ["pnpm", "run", "torture", "--kills", "1"], ends: "Postgres: " },
  { words: ["pnpm", "run", "api:diff"], ends: "Compared with" },
  { words: ["pnpm", "run", "change:check"], ends: "tools/commands/change.ts --check" },
  { words: ["pnpm", "run", "release:check"], ends: "tools/commands/releaseCheck.ts" },
  { words: ["pnpm", "run", "audit:reasoned", "--registry", "REGISTRY"], ends: "0 to look at" },
  { words: ["pnpm", "exec", "changeset", "status"], ends: "Packages to be bumped" },
  { words: ["pnpm", "exec", "redocly", "lint", "spec/openapi.yaml"], ends: "valid" },
];

/** What writes into the tree runs in a copy, one after the other: each goes on from what the one before has left. */
const writing: readonly Script[] = [
  // The task `docs` takes it from the cache where nothing has changed.
  { words: ["pnpm", "run", "reference"], ends: "packages/mock/reference" },
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
  screenshots: "longer than a test; a browser looks at a mock on this machine",
  "release:rehearse": "rehearsal.test.ts has the same trap, which lets npm ask its registry for what our packages depend on",
  "release:publish": "a part of release:rehearse",
};

/** A registry on this machine that knows of no weakness. */
async function registryWithoutAdvisories(): Promise<string> {
  const server = createHttpServer((request, response) => {
    request.resume();
    response.writeHead(200, { "content-type": "application/json" }).end("{}");
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

test("every script of package.json is among them, or there is a reason", async () => {
  const manifest = JSON.parse(await readFile(join(root, "package.json"), "utf8")) as { scripts: object };
  const run = [...scripts, ...writing].flatMap(({ words: [, verb, script = ""] }) => (verb === "run" ? [script] : []));
  expect([...new Set([...run, ...Object.keys(leftOut)])].sort()).toEqual(Object.keys(manifest.scripts).sort());
});

test.each(scripts)("$words asks nobody", async ({ words, ends, code = 0, until }) => {
  const given: Readonly<Record<string, string>> = { PORT: String(await freePort()), REGISTRY: await registryWithoutAdvisories() };
  const ended = await run(
    words.map((word) => given[word] ?? word),
    { until },
  );
  expect(ended.output).toContain(ends);
  // What serves is ended by a signal, which is no exit code.
  expect(ended.code, ended.output).toBe(until === undefined ? code : null);
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
    const { output, code } = await run(words, { folder });
    expect(output, words.join(" ")).toContain(ends);
    expect(code, output).toBe(0);
    expect(await attempts(), words.join(" ")).toEqual([]);
  }
});
