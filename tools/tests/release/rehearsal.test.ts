import { spawn } from "node:child_process";
import { once } from "node:events";
import { appendFile, cp, mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { createMock, serveMock } from "@crm-platform/mock";
import { afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import {
  checkBundler,
  checkCommonJs,
  checkCompiler,
  checkEsModules,
  checkExamples,
  checkSites,
  compilers,
  type RunningMock,
} from "../../rehearsal/checks.ts";
import { installProject, type Project } from "../../rehearsal/project.ts";
import { publishPackages } from "../../rehearsal/publish.ts";
import { checkPublished } from "../../rehearsal/published.ts";
import { rehearse } from "../../rehearsal/rehearse.ts";
import { type Stage, startRegistry } from "../../rehearsal/stage.ts";
import { checkVersion, manifestOf, rehearsedVersion } from "../../rehearsal/version.ts";
import { packedPackages } from "../packages/packed.ts";
import { command, root, temporaryFolder, testEnvironment } from "../workspace.ts";

const { signal } = new AbortController();

/** Our entries in a folder for temporary files. */
async function leftIn(folder: string): Promise<string[]> {
  return (await readdir(folder)).filter((name) => name.startsWith("crm-platform-"));
}

/** Writes files, by their paths in a new folder. */
async function folderWith(files: Readonly<Record<string, string | object>>): Promise<string> {
  const folder = await temporaryFolder();
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), typeof content === "string" ? content : JSON.stringify(content, null, 2));
  }
  return folder;
}

describe("pnpm release:rehearse", () => {
  const trap = pathToFileURL(join(root, "tools/tests/processes/networkTrap.ts")).href;
  const words = ["tools/commands/releaseRehearse.ts"];
  const titles = [
    "the changesets are read",
    "the repository is copied, and a registry started",
    expect.stringMatching(/^(the changesets make version [\d.]+|there are no changesets and none are needed: version [\d.]+ stays)$/),
    "the packages are built",
    "the packages are published",
    "the registry holds the right files",
    "npm installs the mock",
    "the mock starts",
    "the mock serves the reference and the console",
    "npm installs the client",
    "ES modules import the client",
    "CommonJS requires the client",
    "a bundler bundles the client",
    "TypeScript 5.9 compiles with the client",
    "TypeScript 6.0 compiles with the client",
    "TypeScript 7.0 compiles with the client",
    "the examples of the READMEs compile and run",
  ];

  test("this tree can be released, stays as it is, and asks no host but npm's registry", { timeout: 1_800_000 }, async () => {
    const before = [await readdir(join(root, ".changeset")), await manifestOf(root, "mock")];
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
    expect(lines.at(-1)).toMatch(/Version \d+\.\d+\.\d+ can be released.* \(rehearsed in \d+ s\)\.$/);
    expect(await readFile(caught, "utf8").catch(() => "")).toBe("");
    expect(await leftIn(folder)).toEqual([]);
    expect([await readdir(join(root, ".changeset")), await manifestOf(root, "mock")]).toEqual(before);
  });

  test("SIGTERM ends it, and it leaves nothing behind", async () => {
    const folder = await temporaryFolder();
    const child = spawn("node", words, { cwd: root, env: { ...testEnvironment(), TMPDIR: folder } });
    let stderr = "";
    child.stderr.on("data", (chunk) => (stderr += chunk));
    child.stdout.once("data", () => child.kill("SIGTERM"));
    const [code] = (await once(child, "close")) as [number | null];
    expect({ code, stderr }).toEqual({ code: 143, stderr: "The rehearsal was ended.\n" });
    expect(await leftIn(folder)).toEqual([]);
  });
});

/** The hosts that npm connects to on its way to an address: the proxy where there is one. */
function hostsTo(address: string): string[] {
  const proxies = ["HTTP_PROXY", "HTTPS_PROXY", "http_proxy", "https_proxy"].flatMap((name) => process.env[name] || []);
  return [address, ...proxies].map((url) => new URL(url).hostname);
}

describe("a version", () => {
  const changeset = '---\n"@crm-platform/types": minor\n---\n\nA change.\n';
  const packageFiles = (version: string) =>
    ["types", "client", "mock"].flatMap((name): [string, string | object][] => [
      [`packages/${name}/package.json`, { name: `@crm-platform/${name}`, version }],
      [`packages/${name}/CHANGELOG.md`, `# Changelog\n\n## ${version}\n`],
    ]);
  const repositoryAt = (version: string) => ({
    ".changeset/config.json": "{}",
    ...Object.fromEntries(packageFiles(version)),
    "packages/types/src/generated/openapi.json": { info: { version } },
  });

  test("is the one that the changesets ask for; a malformed changeset is reported with its place", async () => {
    expect(await rehearsedVersion(await folderWith(repositoryAt("0.1.2")))).toEqual({ version: "0.1.2", hasChangesets: false });
    const changed = await folderWith({ ...repositoryAt("0.1.2"), ".changeset/any.md": changeset });
    expect(await rehearsedVersion(changed)).toEqual({ version: "0.2.0", hasChangesets: true });
    const broken = await folderWith({ ...repositoryAt("0.1.2"), ".changeset/any.md": "---\nbroken\n---\n\nA change.\n" });
    await expect(rehearsedVersion(broken)).rejects.toThrow(/\.changeset\/any\.md:2:1 /);
  });

  test.each([
    { change: {}, message: undefined },
    { change: { ".changeset/any.md": changeset }, message: "The version is made, but .changeset/any.md still exists." },
    {
      change: { "packages/client/package.json": { version: "9.9.9" } },
      message: "@crm-platform/client has version 9.9.9; the changesets ask for 0.2.0.",
    },
    { change: { "packages/mock/CHANGELOG.md": "## 0.1.2\n" }, message: "packages/mock/CHANGELOG.md has no section for 0.2.0." },
    {
      change: { "packages/types/src/generated/openapi.json": { info: { version: "0.1.2" } } },
      message: "info.version in packages/types/src/generated/openapi.json is 0.1.2, not 0.2.0.",
    },
  ])("is checked everywhere: $message", async ({ change, message }) => {
    const checked = checkVersion(await folderWith({ ...repositoryAt("0.2.0"), ...change }), "0.2.0");
    await (message === undefined ? checked : expect(checked).rejects.toThrow(message));
  });

  test("that cannot be made fails its step, and nothing is left behind", async () => {
    const repository = await folderWith({
      ...repositoryAt("0.1.2"),
      ".changeset/any.md": changeset,
      "package.json": { scripts: { "version:packages": "echo made" } },
      "pnpm-lock.yaml": "lockfileVersion: '9.0'\nimporters:\n  .: {}\n",
    });
    await command("git", ["init", "--quiet"], repository);
    const temporary = await temporaryFolder();
    vi.stubEnv("TMPDIR", temporary);
    const told: string[] = [];
    await expect(rehearse(repository, (line) => told.push(line), signal)).rejects.toThrow(
      "✗ the changesets make version 0.2.0\n  The version is made, but .changeset/any.md still exists.\n\nThis version cannot be released as it is.",
    );
    expect(told).toEqual([expect.stringMatching(/^✓ the changesets are read/), expect.stringMatching(/^✓ the repository is copied/)]);
    expect(await leftIn(temporary)).toEqual([]);
  });
});

afterEach(() => vi.unstubAllEnvs());

test("the registry serves our packages only, and has no upstream registry", async () => {
  const registry = await startRegistry(await temporaryFolder());
  onTestFinished(() => registry.close());
  for (const name of ["@crm-platform%2fclient", "hono"]) expect((await fetch(`${registry.url}${name}`)).ok, name).toBe(false);
  const published = await fetch(`${registry.url}hono`, { method: "PUT", headers: { "content-type": "application/json" }, body: "{}" });
  expect(published.status).toBeGreaterThanOrEqual(400);
});

describe("publishing", () => {
  const proofs = ["NODE_AUTH_TOKEN", "NPM_TOKEN", "NPM_ID_TOKEN", "SIGSTORE_ID_TOKEN", "ACTIONS_ID_TOKEN_REQUEST_TOKEN"];
  const refuseProofs = `node --eval 'process.exit(${JSON.stringify(proofs)}.some((name) => name in process.env) ? 3 : 0)'`;
  const contentsOfMock = ["HOSTING.md", "LICENSE", "README.md", "assets/style.css", "dist/index.js", "reference/index.html"];

  const workspace = "packages: [packages/*]\nverifyDepsBeforeRun: false\n";

  /** Packages of which only the mock is right. */
  function brokenPackages(otherRegistry: string): Record<string, string | object> {
    const exports = { ".": "./dist/index.js" };
    return {
      "package.json": { scripts: { "release:publish": "sh publish.sh" } },
      "publish.sh": `set -e\n${refuseProofs}\npnpm -r publish --no-git-checks\n`,
      "pnpm-workspace.yaml": workspace,
      "packages/types/package.json": { name: "@crm-platform/types", version: "0.0.9", publishConfig: { registry: otherRegistry } },
      "packages/client/package.json": {
        name: "@crm-platform/client",
        version: "0.1.0",
        files: ["dist", "build.ts"],
        dependencies: { "@crm-platform/types": "workspace:*" },
        exports: { ".": { "@crm-platform/source": "./src/index.ts", default: "./dist/index.js" } },
        publishConfig: { "@crm-platform:registry": otherRegistry },
      },
      "packages/client/LICENSE": "",
      "packages/client/build.ts": "",
      "packages/client/README.md": "",
      "packages/mock/package.json": { name: "@crm-platform/mock", version: "0.1.0", exports, publishConfig: { exports } },
      "packages/mock/.npmrc": `@crm-platform:registry=${otherRegistry}\nfund=false\n`,
      ...Object.fromEntries(contentsOfMock.map((file) => [`packages/mock/${file}`, ""])),
    };
  }

  test("goes to the registry of the rehearsal, without credentials; every broken package is reported", async () => {
    const asked: string[] = [];
    const other = createServer((request, response) => {
      asked.push(`${request.method} ${request.url}`);
      request.resume();
      response.writeHead(404, { "content-type": "application/json" }).end("{}");
    }).listen(0, "127.0.0.1");
    await once(other, "listening");
    onTestFinished(() => {
      other.close();
      other.closeAllConnections();
    });
    const otherRegistry = `http://127.0.0.1:${(other.address() as AddressInfo).port}/`;
    for (const name of ["npm_config_registry", "npm_config_@crm-platform:registry"]) vi.stubEnv(name, otherRegistry);
    vi.stubEnv("PNPM_CONFIG_PROVENANCE", "true");
    for (const name of proofs) vi.stubEnv(name, "any");

    const folder = await temporaryFolder();
    const copy = await folderWith(brokenPackages(otherRegistry));
    const registry = await startRegistry(folder);
    onTestFinished(() => registry.close());
    const stage: Stage = { folder, copy, registry, signal, version: "0.1.0", hasChangesets: false };
    await publishPackages(stage);
    expect(await readFile(join(copy, "packages/mock/.npmrc"), "utf8")).toBe("fund=false\n");
    const problems = await checkPublished(stage).catch((error: Error) => error.message.split("\n"));
    expect(problems).toEqual([
      "@crm-platform/types: the registry has 0.0.9, not 0.1.0",
      "@crm-platform/client: package.json has @crm-platform/source",
      "@crm-platform/client: exports differs from publishConfig.exports",
      "@crm-platform/client: it depends on @crm-platform/types 0.0.9, not 0.1.0",
      "@crm-platform/client: package.json refers to src/index.ts, which does not exist",
      "@crm-platform/client: package.json refers to dist/index.js, which does not exist",
      "@crm-platform/client: dist is missing",
      "@crm-platform/client: build.ts should not be published",
    ]);
    vi.unstubAllEnvs();
    await expect(installProject(stage, "other", ["@crm-platform/types"])).rejects.toThrow(
      "npm installed @crm-platform/types 0.0.9, not 0.1.0.",
    );

    // This setting cannot be removed, so nothing is sent.
    await writeFile(join(copy, "pnpm-workspace.yaml"), `${workspace}registries:\n  "@crm-platform": ${otherRegistry}\n`);
    await expect(publishPackages(stage)).rejects.toThrow(`pnpm would publish @crm-platform/types@0.0.9 to ${otherRegistry} instead`);
    expect(asked).toEqual([]);
  });
});

describe("a check of the installed packages fails", () => {
  /** Has no account, so every token is wrong. */
  let mock: RunningMock;
  let project: Project;

  beforeAll(async () => {
    const own = await createMock();
    const server = await serveMock({ mock: own, port: 0 });
    mock = { url: server.url, accessToken: "any" };
    return async () => {
      await server.close();
      await own.close();
    };
  });

  async function newProject(): Promise<void> {
    project = { folder: await folderWith({ "package.json": { type: "module" } }), signal };
    await cp(join((await packedPackages()).folder, "node_modules"), join(project.folder, "node_modules"), { recursive: true });
  }

  test("when the token is wrong", async () => {
    await newProject();
    for (const check of [checkEsModules, checkCommonJs, checkBundler]) await expect(check(project, mock)).rejects.toThrow(/\b401\b/);
  });

  test("when the code cannot be loaded", async () => {
    await newProject();
    for (const file of ["index.js", "index.d.ts"]) {
      await appendFile(join(project.folder, "node_modules/@crm-platform/client/dist", file), 'export * from "./nowhere.js";\n');
    }
    await expect(checkEsModules(project, mock)).rejects.toThrow(/Cannot find module .*nowhere\.js/);
    await expect(checkCommonJs(project, mock)).rejects.toThrow(/Cannot find module .*nowhere\.js/);
    await expect(checkBundler(project, mock)).rejects.toThrow('Could not resolve "./nowhere.js"');
    for (const compiler of compilers) await expect(checkCompiler(project, compiler)).rejects.toThrow(/nowhere\.js/);
  });

  test.each([
    { code: 'const one: number = "one";', message: "Type 'string' is not assignable to type 'number'" },
    { code: 'throw new Error("no example");\nexport {};', message: "Error: no example" },
  ])("when an example does: $message", async ({ code, message }) => {
    project = { folder: await folderWith({ "package.json": { type: "module" } }), signal };
    const examples = ["export {};\n", code].map((text, line) => ({ readme: "README.md", line, code: text }));
    await expect(checkExamples(project, mock, examples)).rejects.toThrow(message);
  });

  test("when a page is missing, or links to one that is", async () => {
    const html = '<link rel="stylesheet" href="style.css"><a href="https://elsewhere.example/">Elsewhere</a>';
    const server = createServer(({ url }, response) => {
      response.writeHead(url === "/docs/" ? 200 : 404, { "content-type": "text/html" }).end(html);
    }).listen(0, "127.0.0.1");
    await once(server, "listening");
    onTestFinished(() => {
      server.close();
      server.closeAllConnections();
    });
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const problems = `/docs/ links to ${url}/docs/style.css, which answers 404\n/console is not a page: 404`;
    await expect(checkSites({ url })).rejects.toThrow(problems);
  });
});
