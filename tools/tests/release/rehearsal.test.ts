import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { publishPackages } from "../../rehearsal/publish.ts";
import { rehearse } from "../../rehearsal/rehearse.ts";
import { startRegistry } from "../../rehearsal/stage.ts";
import { checkExamples, checkPages, installProject } from "../../rehearsal/use.ts";
import { command, root, temporaryFolder, testEnvironment } from "../workspace.ts";

const { signal } = new AbortController();

async function leftIn(folder: string): Promise<string[]> {
  return (await readdir(folder)).filter((name) => name.startsWith("crm-platform-"));
}

async function folderWith(files: Readonly<Record<string, string | object>>): Promise<string> {
  const folder = await temporaryFolder();
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), typeof content === "string" ? content : JSON.stringify(content, null, 2));
  }
  return folder;
}

async function listen(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

describe("pnpm release:rehearse", () => {
  const trap = pathToFileURL(join(root, "tools/tests/processes/networkTrap.ts")).href;
  const words = ["tools/commands/releaseRehearse.ts"];
  const titles = [
    "the repository is copied, and a registry is started",
    expect.stringMatching(/^(the changesets produce the next version|no changesets exist, and no changes require one)$/),
    "the packages are built and published",
    "npm installs the packages",
    "the mock starts",
    "the mock serves the reference and the console",
    "npm installs the client alone",
    "the client calls the mock",
    "the examples of the READMEs compile and run",
  ];

  // `pnpm test --network` sets this variable.
  const withNetwork = test.runIf(process.env["NETWORK_TESTS"] === "1");
  const title = "releases a copy of the working tree, does not change the tree, and connects only to npm's registry";
  withNetwork(title, { timeout: 1_800_000 }, async () => {
    const releaseFiles = async (): Promise<unknown> => [
      await readdir(join(root, ".changeset")),
      await readFile(join(root, "packages/mock/package.json"), "utf8"),
    ];
    const before = await releaseFiles();
    const folder = await temporaryFolder();
    const caught = join(await temporaryFolder(), "caught");
    const registry = (await command("npm", ["config", "get", "registry"])).stdout.trim();
    const { code, stdout, stderr } = await command("env", [
      `TMPDIR=${folder}`,
      `NODE_OPTIONS=--import=${trap}`,
      `NETWORK_TRAP=${caught}`,
      `NETWORK_TRAP_ALLOWED=${hostsTo(registry).join(",")}`,
      "node",
      ...words,
    ]);
    expect(stderr).toBe("");
    expect(code).toBe(0);
    const lines = stdout.trimEnd().split("\n");
    expect(lines.slice(0, -1).map((line) => /^✓ (.+) \(\d+\.\d s\)$/.exec(line)?.[1] ?? line)).toEqual(titles);
    expect(lines.at(-1)).toMatch(/^Version \d+\.\d+\.\d+.* can be released \(rehearsed in \d+ s\)\.$/);
    expect(await readFile(caught, "utf8").catch(() => "")).toBe("");
    expect(await leftIn(folder)).toEqual([]);
    expect(await releaseFiles()).toEqual(before);
  });

  test("SIGTERM ends the rehearsal, which deletes its files", async () => {
    const folder = await temporaryFolder();
    const child = spawn("node", words, { cwd: root, env: { ...testEnvironment(), TMPDIR: folder } });
    let stderr = "";
    child.stderr.on("data", (chunk) => (stderr += chunk));
    child.stdout.once("data", () => child.kill("SIGTERM"));
    const [code] = (await once(child, "close")) as [number | null];
    expect({ code, stderr }).toEqual({ code: 143, stderr: "The rehearsal was interrupted.\n" });
    expect(await leftIn(folder)).toEqual([]);
  });
});

/** If a proxy is set, npm connects only to the proxy. */
function hostsTo(address: string): string[] {
  const proxies = ["HTTP_PROXY", "HTTPS_PROXY", "http_proxy", "https_proxy"].flatMap((name) => process.env[name] || []);
  return [address, ...proxies].map((url) => new URL(url).hostname);
}

test("a step that fails is reported with its output, and all files are deleted", async () => {
  const repository = await folderWith({
    ".changeset/any.md": '---\n"@crm-platform/types": minor\n---\n\nA change.\n',
    "package.json": { scripts: { "version:packages": "echo no version && exit 1" } },
    "pnpm-lock.yaml": "lockfileVersion: '9.0'\nimporters:\n  .: {}\n",
  });
  await command("git", ["init", "--quiet"], repository);
  const temporary = await temporaryFolder();
  vi.stubEnv("TMPDIR", temporary);
  const reported: string[] = [];
  await expect(rehearse(repository, (line) => reported.push(line), signal)).rejects.toThrow(
    /^✗ the changesets produce the next version\n {2}pnpm run version:packages\n.* {2}no version\n.*This version cannot be released\.$/s,
  );
  expect(reported).toEqual([expect.stringMatching(/^✓ the repository is copied/)]);
  expect(await leftIn(temporary)).toEqual([]);
});

test("the registry serves only this repository's packages, and has no upstream registry", async () => {
  const registry = await startRegistry(await temporaryFolder());
  onTestFinished(() => registry.close());
  for (const name of ["@crm-platform%2fclient", "hono"]) expect((await fetch(`${registry.url}${name}`)).ok, name).toBe(false);
  const published = await fetch(`${registry.url}hono`, { method: "PUT", headers: { "content-type": "application/json" }, body: "{}" });
  expect(published.status).toBeGreaterThanOrEqual(400);
});

test("packages are published only to the rehearsal registry, and without credentials", async () => {
  const requested: string[] = [];
  const otherRegistry = await listen((request, response) => {
    requested.push(`${request.method} ${request.url}`);
    request.resume();
    response.writeHead(404, { "content-type": "application/json" }).end("{}");
  });
  const credentials = ["NODE_AUTH_TOKEN", "NPM_TOKEN", "NPM_ID_TOKEN", "SIGSTORE_ID_TOKEN", "ACTIONS_ID_TOKEN_REQUEST_TOKEN"];
  for (const name of ["npm_config_registry", "npm_config_@crm-platform:registry"]) vi.stubEnv(name, otherRegistry);
  vi.stubEnv("PNPM_CONFIG_PROVENANCE", "true");
  for (const name of credentials) vi.stubEnv(name, "any");
  const failWithCredentials = `node --eval 'process.exit(${JSON.stringify(credentials)}.some((name) => name in process.env) ? 3 : 0)'`;
  const workspace = "packages: [packages/*]\nverifyDepsBeforeRun: false\n";
  const manifests = ["types", "client", "mock"].map((name): [string, object] => [
    `packages/${name}/package.json`,
    { name: `@crm-platform/${name}`, version: "0.0.9" },
  ]);
  const copy = await folderWith({
    "package.json": { scripts: { "release:publish": "sh publish.sh" } },
    "publish.sh": `set -e\n${failWithCredentials}\npnpm -r publish --no-git-checks\n`,
    "pnpm-workspace.yaml": `${workspace}registries:\n  "@crm-platform": ${otherRegistry}\n`,
    ...Object.fromEntries(manifests),
  });
  const folder = await temporaryFolder();
  const registry = await startRegistry(folder);
  onTestFinished(() => registry.close());
  const stage = { folder, copy, registry, signal };
  await expect(publishPackages(stage)).rejects.toThrow(`@0.0.9 to ${otherRegistry} instead of the rehearsal registry. Nothing was sent.`);
  expect(requested.filter((line) => !line.startsWith("GET "))).toEqual([]);

  requested.splice(0);
  await writeFile(join(copy, "pnpm-workspace.yaml"), workspace);
  await publishPackages(stage);
  expect(requested).toEqual([]);
  vi.unstubAllEnvs();
  await expect(installProject(stage, "0.1.0", ["@crm-platform/types"])).rejects.toThrow(
    "npm installed @crm-platform/types 0.0.9, not 0.1.0.",
  );
});

test.each([
  { code: 'const one: number = "one";', message: "Type 'string' is not assignable to type 'number'" },
  { code: 'throw new Error("no example");\nexport {};', message: "Error: no example" },
])("an example in a README that fails is reported: $message", async ({ code, message }) => {
  const project = { folder: await folderWith({ "package.json": { type: "module" } }), signal };
  const examples = ["export {};\n", code].map((text, line) => ({ readme: "README.md", line, code: text }));
  await expect(checkExamples(project, "http://127.0.0.1:1", examples)).rejects.toThrow(message);
});

test("a missing page and a page with a missing style sheet are reported", async () => {
  const url = await listen(({ url }, response) => {
    response.writeHead(url === "/docs/" ? 200 : 404, { "content-type": "text/html" }).end('<link rel="stylesheet" href="style.css">');
  });
  await expect(checkPages(url)).rejects.toThrow("/docs/ links to style.css, which returns 404.\n/console returns 404.");
});
