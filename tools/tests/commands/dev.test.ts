import { existsSync } from "node:fs";
import { cp, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { copyOfRepository } from "../../repositoryCopy.ts";
import { command, root } from "../workspace.ts";
import { type DevSession, startDev } from "./devSession.ts";

const archive = "spec/tickets/archive.yaml";
const handler = "packages/mock/src/handlers/domainsV1.ts";
const unchanged = "The mock keeps running unchanged.\n";
const emitter = "tools/pipeline/emit/emit.ts";
const plugin = "tools/rules/plugin.ts";
/** Code to insert before a file's imports. It reports that it is running and then blocks its thread forever. */
const endless =
  'process.getBuiltinModule("node:fs").writeFileSync("running", ""); Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);\nimport';

const trap = pathToFileURL(join(root, "tools/tests/processes/networkTrap.ts")).href;
const caught = (): string => join(folder, "caught");

let folder: string;
let dev: DevSession;
const temporary = (): string => join(folder, ".temporary");

const variables = (): NodeJS.ProcessEnv => ({ NODE_OPTIONS: `--import=${trap}`, NETWORK_TRAP: caught(), TMPDIR: temporary() });

// All tests share one session and build on each other. After an edit, a test waits for the output of `pnpm dev`.
// The generators hang at the start, so that they generate everything only once, after they have been corrected.
beforeAll(async () => {
  folder = await copyOfRepository();
  // The reference is not tracked by git, so the copy does not contain it.
  const reference = "packages/mock/reference";
  if (!existsSync(join(root, reference))) throw new Error(`The tests need ${reference}. To build it, run: npx pnpm run docs`);
  await cp(join(root, reference), join(folder, reference), { recursive: true });
  await mkdir(temporary());
  const file = join(folder, plugin);
  await writeFile(file, (await readFile(file, "utf8")).replace("import", endless));
  dev = await startDev(folder, variables());
});

afterAll(async () => {
  await dev?.interrupt();
  await rm(folder, { recursive: true, force: true });
});

function call(path: string, method = "GET", body?: object): Promise<Response> {
  const headers = { authorization: `Bearer ${dev.accessToken}`, "content-type": "application/json" };
  return fetch(dev.url + path, { method, headers, ...(body && { body: JSON.stringify(body) }) });
}

const list = (): Promise<Response> => call("/cos-domains/v1/domains");
const search = (): Promise<Response> => call("/crm/objects/2026-03/tickets/search", "POST", { query: "9601" });

async function message(): Promise<string> {
  return ((await (await call("/cos-domains/v1/domains/1")).json()) as { message: string }).message;
}

async function summary(): Promise<string> {
  const document = (await (await call("/openapi.json")).json()) as { paths: Record<string, { delete: { summary: string } }> };
  return document.paths["/crm/objects/2026-03/tickets/{ticketId}"]?.delete.summary ?? "";
}

async function requests(): Promise<number> {
  const { results } = (await (await call("/__mock/v1/requests")).json()) as { results: object[] };
  return results.length;
}

/** The command line or the environment of each of the session's processes contains the folder. */
async function processes(): Promise<string[]> {
  const { stdout } = await command("ps", ["axeww", "-o", "pid,args"]);
  return stdout.split("\n").filter((line) => line.includes(folder));
}

async function isRunning(): Promise<void> {
  await expect.poll(() => existsSync(join(folder, "running"))).toBe(true);
  await rm(join(folder, "running"));
}

test("an edit to the generators is applied even while they hang", async () => {
  await isRunning();
  await dev.edit(emitter, "import", "imports", "The generator exited; see the output above.");
  await dev.edit(plugin, endless, "import", "The generator exited; see the output above.");
  await dev.edit(emitter, "imports", "import", `${emitter}: the mock`);
});

test("an error in the spec is printed once, with file, line and column, and the mock keeps running", async () => {
  await dev.edit(archive, "tags: [tickets]", "tags: [tickets", unchanged);
  expect(dev.output().match(/^ .*\.yaml.*$/gm)).toEqual([`  ${archive}:3:9 #/ (no-unresolved-refs)`]);
  expect(await summary()).toBe("Archive a ticket");
});

test("the mock applies an edit to the spec, and keeps its state", async () => {
  expect((await call("/crm/objects/2026-03/tickets/9602", "DELETE")).status).toBe(204);
  const before = await requests();
  expect(before).toBeGreaterThan(0);
  await dev.edit(
    archive,
    "tags: [tickets\n  summary: Archive a ticket",
    "tags: [tickets]\n  summary: Put a ticket away",
    `${archive}: the mock is up to date`,
  );
  expect(await summary()).toBe("Put a ticket away");
  expect(await requests()).toBe(before);
  await dev.waitForOutput("The reference is up to date.");
  expect(await (await call("/docs/operations/tickets/archive.html")).text()).toContain("Put a ticket away");
});

test("while the mock cannot be loaded, the old one keeps running", async () => {
  await dev.edit(handler, "import", 'throw new Error("Not finished.");\nimport', unchanged);
  await dev.waitForOutput(`${handler}:1\nthrow new Error("Not finished.");`);
  await dev.edit(handler, 'new Error("Not finished.");', '"Not finished.', unchanged);
  await dev.waitForOutput(`${handler}:1:21\n    Unterminated string literal\n`);
  expect(await message()).toBe("No domain has this id.");
  await dev.edit(handler, 'throw "Not finished.\nimport', endless);
  await isRunning();
  await dev.edit(handler, endless, "import", `${handler}: the mock is up to date`);
});

test("no request of concurrent clients fails while the mock is replaced", async () => {
  let isOver = false;
  const statuses: number[] = [];
  const clients = [list, list, search, search].map(async (request) => {
    while (!isOver) {
      const response = await request();
      await response.text();
      statuses.push(response.status);
    }
  });
  const texts = ["No domain has this id.", "No such domain.", "Unknown domain.", "The domain is unknown."];
  for (const [index, text] of texts.slice(1).entries()) {
    await dev.edit(handler, `"${texts[index]}"`, `"${text}"`, `${handler}: the mock is up to date`);
    expect(await message()).toBe(text);
  }
  isOver = true;
  await Promise.all(clients);
  expect(new Set(statuses)).toEqual(new Set([200]));
});

test("a fault that cuts the connection also cuts the connection to the client", async () => {
  const fault = { match: { operationId: "domainsV1.list" }, effect: { type: "truncate" }, times: 1 };
  expect((await call("/__mock/v1/faults", "POST", fault)).status).toBe(201);
  await expect(list().then((response) => response.text())).rejects.toThrow();
  expect((await list()).status).toBe(200);
});

test("an edit replaces idle generators, and all processes end when pnpm dev is killed", async () => {
  await dev.edit(plugin, "import", endless);
  await isRunning();
  // The environment of the other processes contains the same command, and their ids may be lower.
  const [, processId] = /^ *(\d+) \S+ tools\/dev\/dev\.ts/m.exec((await processes()).join("\n")) ?? [];
  process.kill(Number(processId), "SIGKILL");
  await expect.poll(processes, { interval: 200 }).toEqual([]);
  await rm(temporary(), { recursive: true });
  await mkdir(temporary());
});

test("Ctrl+C while the generator hangs leaves no processes and files", async () => {
  dev = await startDev(folder, variables());
  await isRunning();
  await dev.interrupt();
  expect(await processes()).toEqual([]);
  expect((await readdir(temporary())).filter((name) => name.startsWith("crm-platform-"))).toEqual([]);
  expect(dev.output()).not.toMatch(/Error|cannot|could not|exited/);
});

test("no process has connected to another host", async () => {
  await expect(readFile(caught(), "utf8")).rejects.toThrow("ENOENT");
});
