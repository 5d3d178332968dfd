import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, onTestFinished, test } from "vitest";
import { checkSites } from "../../rehearsal/installedMock.ts";
import { startRegistry } from "../../rehearsal/registry.ts";
import { manifestOf } from "../../rehearsal/version.ts";
import { copyOfRepository, install } from "../../repositoryCopy.ts";
import { command, root, temporaryFolder, testEnvironment } from "../workspace.ts";
import { changeManifest } from "./changedManifest.ts";

const trap = pathToFileURL(join(root, "tools/tests/processes/networkTrap.ts")).href;
const rehearse = ["node", "tools/commands/releaseRehearse.ts"];

/** What of ours is in the folder for temporary files. */
async function leftIn(folder: string): Promise<string[]> {
  return (await readdir(folder)).filter((name) => name.startsWith("crm-platform-"));
}

/** The steps of a rehearsal. */
const steps = [
  "the changesets can be read",
  "a copy of the repository, and a registry beside it",
  "VERSION",
  "the packages are built",
  "they are published",
  "the registry holds what it should, and nothing else",
  "npm installs the mock",
  "its program starts",
  "it serves the reference and the console",
  "ES modules import the client",
  "CommonJS requires it",
  "a bundler bundles it",
  "TypeScript 5.9 compiles with it",
  "TypeScript 6.0 compiles with it",
  "TypeScript 7.0 compiles with it",
  "the examples of the READMEs compile and run",
];
const versionTitle = /^(the changesets make version [\d.]+|there is no changeset, and none is needed: version [\d.]+ stays)$/;

describe("pnpm release:rehearse", () => {
  test("this tree can be released, stays as it is, and asks no host but npm's registry", { timeout: 1_800_000 }, async () => {
    const before = [await readdir(join(root, ".changeset")), await manifestOf(root, "mock")];
    const folder = await temporaryFolder();
    const caught = join(await temporaryFolder(), "caught");
    const registry = (await command("npm", ["config", "get", "registry"])).stdout.trim();
    const variables = [`TMPDIR=${folder}`, `NODE_OPTIONS=--import=${trap}`, `NETWORK_TRAP=${caught}`];
    const { code, stdout, stderr } = await command("env", [
      ...variables,
      `NETWORK_TRAP_ALLOWED=${hostsTo(registry).join(",")}`,
      ...rehearse,
    ]);
    expect(stderr).toBe("");
    expect(code).toBe(0);
    const lines = stdout.trimEnd().split("\n");
    const titles = lines.slice(0, -1).map((line) => /^✓ (.+) \(\d+\.\d s\)$/.exec(line)?.[1] ?? line);
    expect(titles.map((title) => title.replace(versionTitle, "VERSION"))).toEqual(steps);
    expect(lines.at(-1)).toMatch(/Version \d+\.\d+\.\d+ can be released.* \(rehearsed in \d+ s\)\.$/);
    expect(await readFile(caught, "utf8").catch(() => "")).toBe("");
    expect(await leftIn(folder)).toEqual([]);
    expect([await readdir(join(root, ".changeset")), await manifestOf(root, "mock")]).toEqual(before);
  });

  test("trees that cannot be released fail the step that finds it, and leave nothing", { timeout: 1_800_000 }, async () => {
    const copy = await copyOfRepository();
    onTestFinished(() => rm(copy, { recursive: true, force: true }));
    await install(copy);
    const failing = async (): Promise<string> => {
      const folder = await temporaryFolder();
      const { code, stderr } = await command("env", [`TMPDIR=${folder}`, ...rehearse], copy);
      expect(stderr).toMatch(/\nThis version cannot be released as it is\.\n$/);
      expect(code).toBe(1);
      expect(await leftIn(folder)).toEqual([]);
      return stderr;
    };

    const changeset = join(copy, ".changeset/any.md");
    await writeFile(changeset, "---\nbroken\n---\n\nAnything.\n");
    expect(await failing()).toMatch(/^✗ the changesets can be read\n.*\.changeset\/any\.md:2:1 /s);

    await writeFile(changeset, `---\n"@crm-platform/types": patch\n---\n\nAnything.\n`);
    await changeManifest(copy, "client", (manifest) => ({ ...manifest, version: "9.9.9" }));
    expect(await failing()).toMatch(/^✗ the changesets make version \d+\.\d+\.\d+\n {2}\S/);
  });

  test("SIGTERM ends it, and it leaves nothing behind", async () => {
    const folder = await temporaryFolder();
    const [program = "", ...programArguments] = rehearse;
    const child = spawn(program, programArguments, { cwd: root, env: { ...testEnvironment(), TMPDIR: folder } });
    let stderr = "";
    child.stderr.on("data", (chunk) => (stderr += chunk));
    child.stdout.once("data", () => child.kill("SIGTERM"));
    const [code] = (await once(child, "close")) as [number | null];
    expect({ code, stderr }).toEqual({ code: 143, stderr: "The rehearsal was ended.\n" });
    expect(await leftIn(folder)).toEqual([]);
  });
});

test("the registry knows our packages alone, and asks nobody for others", async () => {
  const registry = await startRegistry(await temporaryFolder());
  try {
    for (const name of ["@crm-platform%2fclient", "hono"]) expect((await fetch(`${registry.url}${name}`)).ok, name).toBe(false);
    const published = await fetch(`${registry.url}hono`, { method: "PUT", headers: { "content-type": "application/json" }, body: "{}" });
    expect(published.status).toBeGreaterThanOrEqual(400);
  } finally {
    await registry.close();
  }
});

test("a page that leads to what is not there is told, and so is one that is not there", async () => {
  const html = '<link rel="stylesheet" href="style.css"><a href="https://elsewhere.example/">Elsewhere</a>';
  const server = createServer(({ url }, response) => {
    response.writeHead(url === "/docs/" ? 200 : 404, { "content-type": "text/html" }).end(html);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const problems = `/docs/ leads to ${url}/docs/style.css: 404\n/console is no page: 404`;
  await expect(checkSites({ project: "", url, accessToken: "", end: async () => {} })).rejects.toThrow(problems);
  server.close();
  server.closeAllConnections();
});

/** The hosts that npm connects to on its way to an address: the proxy where there is one. */
function hostsTo(address: string): string[] {
  const proxies = ["HTTP_PROXY", "HTTPS_PROXY", "http_proxy", "https_proxy"].flatMap((name) => process.env[name] || []);
  return [address, ...proxies].map((url) => new URL(url).hostname);
}
