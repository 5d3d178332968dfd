import { once } from "node:events";
import { cp, mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { copyOfRepository, install } from "../repositoryCopy.ts";
import { type DevSession, startDev } from "./devSession.ts";
import { command, freePort, root } from "./workspace.ts";

const archive = "spec/tickets/archive.yaml";
const handler = "packages/mock/src/handlers/tickets.ts";
const emitter = "tools/emit/mock/document.ts";
/** Put before the imports of a file, which are loaded first all the same, it keeps the file from ever being loaded. */
const endless = "for (;;);\nimport";

const trap = pathToFileURL(join(root, "tools/tests/processes/networkTrap.ts")).href;
const caught = (): string => join(folder, "caught");

let folder: string;
let dev: DevSession;
/** The statuses of what was asked for as soon as there was a port, before anything could answer. */
let early: Promise<number[]>;
/** Where its temporary files go. */
const temporary = (): string => join(folder, ".temporary");

// One session for all tests of this file, as a morning's work: they build on each other.
beforeAll(async () => {
  folder = await copyOfRepository();
  await install(folder);
  await mkdir(temporary());
  const port = await freePort();
  early = Promise.all(["/cos-domains/v1/domains", "/docs/api.html"].map((path) => firstStatus(`http://127.0.0.1:${port}${path}`)));
  dev = await startDev(folder, variables(), port);
}, 120_000);

const variables = (): NodeJS.ProcessEnv => ({ NODE_OPTIONS: `--import=${trap}`, NETWORK_TRAP: caught(), TMPDIR: temporary() });

/** Asks until somebody listens, and then waits for the answer. */
async function firstStatus(url: string): Promise<number> {
  for (;;) {
    try {
      return (await fetch(url)).status;
    } catch (error) {
      if (((error as Error).cause as { code?: unknown } | undefined)?.code !== "ECONNREFUSED") throw error;
      await setTimeout(5);
    }
  }
}

afterAll(async () => {
  await dev?.interrupt();
  await rm(folder, { recursive: true, force: true });
});

function call(path: string, method = "GET"): Promise<Response> {
  return fetch(dev.url + path, { method, headers: { authorization: `Bearer ${dev.accessToken}` } });
}

async function summary(): Promise<string> {
  const document = (await (await call("/openapi.json")).json()) as { paths: Record<string, { delete: { summary: string } }> };
  return document.paths["/crm/objects/2026-03/tickets/{ticketId}"]?.delete.summary ?? "";
}

async function requests(): Promise<number> {
  const { results } = (await (await call("/__mock/v1/requests")).json()) as { results: object[] };
  return results.length;
}

/** The processes that run in the copy, by their command lines. */
async function processes(): Promise<string[]> {
  const { stdout } = await command("ps", ["-e", "-o", "args"]);
  return stdout.split("\n").filter((line) => line.includes(folder));
}

/** Waits until so many processes of a program run. */
async function runs(program: string, count: number): Promise<void> {
  const running = async (): Promise<number> => (await processes()).filter((line) => line.includes(program)).length;
  await expect.poll(running, { timeout: 10_000, interval: 10 }).toBe(count);
}

/** Ends it by Ctrl+C or by closing its terminal, after which there is no process, no folder and no complaint. */
async function leavesNothing(signal: "SIGINT" | "SIGHUP"): Promise<void> {
  const printed = dev.output().length;
  const start = performance.now();
  await dev.interrupt(signal);
  // What does not end by itself is not waited for.
  expect(performance.now() - start).toBeLessThan(6_000);
  expect(await processes()).toEqual([]);
  expect((await readdir(temporary())).filter((name) => name.startsWith("crm-platform-"))).toEqual([]);
  expect(dev.output().slice(printed)).not.toMatch(/Error|cannot|not built|ended with/);
  await expect(fetch(dev.url)).rejects.toThrow();
}

test("requests that come while it starts are answered", async () => {
  expect(await Promise.race([early, setTimeout(20_000, "no answer")])).toEqual([401, 200]);
}, 30_000);

test("an edit of the spec is answered by, and what the mock holds stays", async () => {
  expect((await call("/crm/objects/2026-03/tickets/9602", "DELETE")).status).toBe(204);
  const before = await requests();
  expect(before).toBeGreaterThan(0);
  const start = performance.now();
  await dev.edit(archive, "summary: Archive a ticket", "summary: Put a ticket away");
  await expect.poll(summary, { timeout: 10_000, interval: 20 }).toBe("Put a ticket away");
  console.log(`From an edit to a mock that answers by it: ${((performance.now() - start) / 1000).toFixed(2)} s`);
  expect(await requests()).toBe(before);
  expect((await call("/crm/objects/2026-03/tickets/9602", "DELETE")).status).toBe(204);
  await dev.printed(`${archive}: the mock answers by it`);
});

test("a save that renames a file over the old one counts, and again", async () => {
  for (const title of ["Put one ticket away", "Put the ticket away"]) {
    const text = (await command("git", ["show", `:${archive}`], folder)).stdout;
    await writeFile(join(folder, `${archive}~`), text.replace("Archive a ticket", title));
    await rename(join(folder, `${archive}~`), join(folder, archive));
    await expect.poll(summary, { timeout: 10_000, interval: 20 }).toBe(title);
  }
});

test("folders that are replaced or not there for a moment go on being watched", async () => {
  const [tickets, copy] = [join(folder, "spec/tickets"), join(folder, ".copy")];
  await cp(tickets, copy, { recursive: true });
  await rm(tickets, { recursive: true });
  await cp(copy, tickets, { recursive: true });
  await dev.printed(" files: the mock need not change");
  await dev.edit(archive, "summary: Put the ticket away", "summary: Put it away");
  await expect.poll(summary, { timeout: 10_000, interval: 20 }).toBe("Put it away");
  await rename(join(folder, "tools/write"), join(folder, "tools/written"));
  await dev.printed("The generator ended with 1.");
  await rename(join(folder, "tools/written"), join(folder, "tools/write"));
  await dev.edit(archive, "summary: Put it away", "summary: Put the ticket away");
  await expect.poll(summary, { timeout: 10_000, interval: 20 }).toBe("Put the ticket away");
  await dev.settled();
  await rm(join(folder, "spec/tickets/samples/archive.sh"));
  await dev.printed("spec/tickets/samples/archive.sh: the mock need not change");
}, 30_000);

test("what is wrong is told with file, line and column, and the mock goes on", async () => {
  await dev.edit(archive, "summary: Put", "sumary: Put");
  await dev.printed(`${archive}:4:3 #/delete/sumary (struct)`);
  await dev.printed("The mock goes on as it was.");
  expect(await summary()).toBe("Put the ticket away");
  await dev.edit(archive, "sumary: Put", 'summary: "Put');
  await dev.printed(`${archive}:4:12 #/ (no-unresolved-refs)`);
  expect(await summary()).toBe("Put the ticket away");
  await dev.edit(archive, 'summary: "Put the ticket away', "summary: Archive a ticket");
  await expect.poll(summary, { timeout: 10_000 }).toBe("Archive a ticket");
});

test("an edit of the code is answered by, and code that cannot be loaded is not", async () => {
  await dev.edit(handler, "{ status: 204 }", "{ status: 204 )");
  await dev.printed("The old one goes on.");
  expect((await call("/crm/objects/2026-03/tickets/9602", "DELETE")).status).toBe(204);
  await dev.edit(handler, "{ status: 204 )", "{ status: 204 }");
  await dev.edit(handler, '"There is no ticket with this id."', '"No such ticket."');
  const message = async (): Promise<unknown> => ((await (await call("/crm/objects/2026-03/tickets/1", "DELETE")).json()) as Error).message;
  await expect.poll(message, { timeout: 10_000 }).toBe("No such ticket.");
});

test("a mock that ends by itself is told, and the next edit of anything starts it again", async () => {
  await dev.settled();
  await dev.edit(handler, "return { status: 204 };", 'setImmediate(() => { throw new Error("later"); });\n      return { status: 204 };');
  await dev.printed(`${handler}: the mock answers by it`);
  const before = dev.output().length;
  await call("/crm/objects/2026-03/tickets/9602", "DELETE").catch(() => {});
  await dev.printed("The mock has ended by itself with 1; see above. The next edit starts it again.");
  expect(dev.output().slice(before)).toContain("Error: later");
  expect((await call("/cos-domains/v1/domains")).status).toBe(503);
  await dev.edit("spec/guides/associations.md", "\n", "\n\n");
  await dev.printed("spec/guides/associations.md: the mock answers by it");
  expect((await call("/cos-domains/v1/domains")).status).toBe(200);
  await dev.edit(handler, 'setImmediate(() => { throw new Error("later"); });\n', "");
  await dev.printed(`${handler}: the mock answers by it`);
}, 30_000);

test("code that does not end is not waited for: the next edit is followed", async () => {
  await dev.edit(handler, "import", endless);
  await runs("mockProcess.ts", 2);
  await dev.edit(handler, `${endless}`, "import");
  await dev.printed(`${handler}: the mock answers by it`);
  await runs("mockProcess.ts", 1);
  await dev.edit(emitter, "import", endless);
  await dev.edit(archive, "summary: Archive a ticket", "summary: Archive one ticket");
  await setTimeout(200);
  await dev.edit(emitter, endless, "import");
  await expect.poll(summary, { timeout: 10_000 }).toBe("Archive one ticket");
  await dev.edit(archive, "summary: Archive one ticket", "summary: Archive a ticket");
  await expect.poll(summary, { timeout: 10_000 }).toBe("Archive a ticket");
}, 30_000);

test("an edit of the generators is followed, and one that fails is told", async () => {
  await dev.edit(emitter, "import", "imports");
  await dev.printed("The generator ended with 1.");
  expect(await summary()).toBe("Archive a ticket");
  await dev.edit(emitter, "imports", "import");
  await dev.printed(`${emitter}: the mock`);
});

test("requests during a change wait for it: none is refused", async () => {
  let isOver = false;
  const statuses = new Set<number>();
  const asking = (async () => {
    while (!isOver) statuses.add((await call("/cos-domains/v1/domains")).status);
  })();
  await dev.edit(archive, "summary: Archive a ticket", "summary: Archive that ticket");
  await expect.poll(summary, { timeout: 10_000 }).toBe("Archive that ticket");
  isOver = true;
  await asking;
  expect([...statuses]).toEqual([200]);
});

test.each(["reset", "loseAnswer", "truncate"])("a fault that cuts the connection cuts it here as well: %s", async (type) => {
  const headers = { authorization: `Bearer ${dev.accessToken}`, "content-type": "application/json" };
  const body = JSON.stringify({ match: { operationId: "domains.list" }, effect: { type }, times: 1 });
  expect((await fetch(`${dev.url}/__mock/v1/faults`, { method: "POST", headers, body })).status).toBe(201);
  await expect(call("/cos-domains/v1/domains").then((answer) => answer.text())).rejects.toThrow();
  expect((await call("/cos-domains/v1/domains")).status).toBe(200);
});

test("the reference is current: who asks for it waits for it", async () => {
  await dev.edit(archive, "summary: Archive that ticket", "summary: Archive this very ticket");
  await expect.poll(summary, { timeout: 10_000 }).toBe("Archive this very ticket");
  expect(await (await call("/docs/api.html")).text()).toMatch("Archive this very ticket");
});

test("a package.json that is just being saved ends nothing", async () => {
  const manifest = join(folder, "package.json");
  const whole = await readFile(manifest, "utf8");
  await writeFile(manifest, "{");
  await dev.edit(archive, "summary: Archive this very ticket", "summary: Archive it");
  // The two come in either order.
  await dev.printed("The reference was not built.");
  await dev.printed(`${archive}: the mock answers by it`);
  await writeFile(manifest, whole);
  await dev.edit(archive, "summary: Archive it", "summary: Archive this very ticket");
  await dev.printed(`${archive}: the mock answers by it`);
  expect(await summary()).toBe("Archive this very ticket");
});

test("an edit of a style sheet and of the rules of the linter is followed", async () => {
  await dev.settled();
  await dev.edit("packages/mock/assets/style.css", ":root {", ":root {\n  --edited: 1;");
  await dev.printed("packages/mock/assets/style.css: the mock need not change");
  expect(await (await call("/docs/style.css")).text()).toContain("--edited");
  await dev.edit("redocly.yaml", "house/operation-verb: error", "house/operation-verb: errors");
  await dev.printed("redocly.yaml");
  await dev.edit("redocly.yaml", "house/operation-verb: errors", "house/operation-verb: error");
  await dev.printed("redocly.yaml: the mock need not change");
});

test("a taken port and a port that is none get a sentence", async () => {
  const { port } = new URL(dev.url);
  // The next one may be taken as well: by us, unless somebody was faster.
  const neighbour = createServer().listen(Number(port) + 1, "127.0.0.1");
  await once(neighbour, "listening").catch(() => {});
  const start = (value: string) => command("node", ["tools/commands/dev.ts", "--port", value], folder);
  const { code, stderr } = await start(port);
  const proposed = /^Port \d+ is taken\. Choose another one, for example: npx pnpm dev --port (\d+)\n$/.exec(stderr)?.[1];
  expect({ code, isFree: Number(proposed) > Number(port) + 1 }).toEqual({ code: 1, isFree: true });
  neighbour.close();
  expect(await start("many")).toMatchObject({ code: 1, stderr: '--port takes a number from 0 to 65535, not "many".\n' });
});

test("it can go on all day: one edit after the other leaves nothing behind", async () => {
  for (let number = 1; number <= 8; number += 1) {
    const [before, after] = number % 2 === 1 ? ["very", "same"] : ["same", "very"];
    await dev.edit(archive, `Archive this ${before} ticket`, `Archive this ${after} ticket`);
    await expect.poll(summary, { timeout: 10_000, interval: 20 }).toBe(`Archive this ${after} ticket`);
  }
  expect(dev.output()).not.toContain("Warning");
}, 60_000);

test("a terminal that is closed while a mock is being loaded and a reference built leaves nothing", async () => {
  await dev.edit(handler, "import", endless);
  await runs("mockProcess.ts", 2);
  await dev.edit("tools/reference/build.ts", "import", endless);
  await dev.edit(archive, "summary: Archive this very ticket", "summary: Archive the ticket");
  await runs("reference/build.ts", 1);
  await runs("mockProcess.ts", 2);
  await leavesNothing("SIGHUP");
}, 30_000);

test("it starts on code that does not end, says so, and waits for the next edit", async () => {
  dev = await startDev(folder, variables());
  expect(dev.output()).toContain("The mock did not start; it was not ready within 10 seconds: some code does not end. Edit on");
  expect((await call("/openapi.json")).status).toBe(503);
  await dev.edit(handler, endless, "import");
  await dev.printed("Token");
  await expect.poll(summary, { timeout: 10_000 }).toBe("Archive the ticket");
  await dev.printed(`Token      ${dev.accessToken}`);
  expect((await call("/cos-domains/v1/domains")).status).toBe(200);
}, 60_000);

test("Ctrl+C while it generates leaves nothing", async () => {
  // What the generator starts loads it.
  await dev.edit("tools/rules/plugin.ts", "import", endless);
  await runs("cli.js lint spec/openapi.yaml", 1);
  await leavesNothing("SIGINT");
}, 30_000);

test("what it has started ends when it is killed, in the middle of code that does not end as well", async () => {
  const plugin = join(folder, "tools/rules/plugin.ts");
  await writeFile(plugin, (await readFile(plugin, "utf8")).replace(endless, "import"));
  dev = await startDev(folder, variables());
  await runs("reference/build.ts", 1);
  await dev.edit("tools/rules/plugin.ts", "import", endless);
  await runs("cli.js lint spec/openapi.yaml", 1);
  dev.kill();
  await expect.poll(processes, { timeout: 5_000 }).toEqual([]);
}, 30_000);

test("what takes longer than it may is ended, and what is told says so", async () => {
  const tickets = join(folder, handler);
  await writeFile(tickets, (await readFile(tickets, "utf8")).replace("return { status: 204 };", "for (;;);"));
  const { stdout, stderr } = await command("node", ["tools/tests/processes/devLimits.ts"], folder);
  expect(stderr).toBe("");
  expect(stdout.split("\n")).toEqual([
    "It was ended: it has not finished within 0.3 seconds. The next edit tries again.",
    "The generator was ended: it has not finished within 0.3 seconds.",
    "new",
    "cut",
    "",
  ]);
  expect(await processes()).toEqual([]);
}, 30_000);

test("nothing of it has asked for anything beyond this machine", async () => {
  await expect(readFile(caught(), "utf8")).rejects.toThrow("ENOENT");
});
