/**
 * No script of ours reports to anybody, and none needs anything from elsewhere once everything is installed. `pnpm dev` works on a copy,
 * so its own test looks at it.
 */
import { once } from "node:events";
import { readFile, rm } from "node:fs/promises";
import { createServer as createHttpServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { addChangeset, copyOfRepository, install } from "../repositoryCopy.ts";
import { attempts, run, setTraps } from "./networkTraps.ts";
import { command, freePort, root } from "./workspace.ts";

setTraps();

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
