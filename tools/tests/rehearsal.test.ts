import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { createMock, type RunningServer, serveMock } from "@crm-platform/mock";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { checkCompiler, compilers } from "../rehearsal/compilers.ts";
import { checkSites, type RunningMock } from "../rehearsal/installedMock.ts";
import { checkBundler, checkCommonJs, checkEsModules } from "../rehearsal/modules.ts";
import { buildPackages, publishPackages } from "../rehearsal/publish.ts";
import { checkPublished } from "../rehearsal/published.ts";
import { startRegistry } from "../rehearsal/registry.ts";
import { clearStage, type PackageName, type Stage, setStage } from "../rehearsal/stage.ts";
import { makeVersion, manifestOf } from "../rehearsal/version.ts";
import { copyOfRepository, install } from "./copy.ts";
import { command, root, temporaryFolder, testEnvironment } from "./workspace.ts";

const rehearse = ["node", "tools/commands/releaseRehearse.ts"];

/** What of ours is in the folder for temporary files. */
async function leftIn(folder: string): Promise<string[]> {
  return (await readdir(folder)).filter((name) => name.startsWith("crm-platform-"));
}

describe("pnpm release:rehearse", () => {
  test("this tree can be released, and stays as it is", { timeout: 600_000 }, async () => {
    const before = [await readdir(join(root, ".changeset")), await manifestOf(root, "mock")];
    const folder = await temporaryFolder();
    const { code, stdout, stderr } = await command("env", [`TMPDIR=${folder}`, ...rehearse]);
    expect(stderr).toBe("");
    expect(code).toBe(0);
    expect(stdout).toMatch(/\nVersion \d+\.\d+\.\d+ can be released \(rehearsed in \d+ s\)\.\n$/);
    expect(await leftIn(folder)).toEqual([]);
    expect([await readdir(join(root, ".changeset")), await manifestOf(root, "mock")]).toEqual(before);
  });

  test("a version that is not what the changesets ask for fails the step that makes it", { timeout: 300_000 }, async () => {
    const copy = await copyOfRepository();
    try {
      await install(copy);
      await changeManifest(copy, "client", (manifest) => ({ ...manifest, version: "9.9.9" }));
      await writeFile(join(copy, ".changeset/any.md"), `---\n"@crm-platform/types": patch\n---\n\nAnything.\n`);
      const { code, stderr } = await command(rehearse[0] ?? "", rehearse.slice(1), copy);
      expect(stderr).toMatch(/^✗ the changesets make version \d+\.\d+\.\d+\n {2}\S/);
      expect(stderr).toMatch(/\nThis version cannot be released as it is\.\n$/);
      expect(code).toBe(1);
    } finally {
      await rm(copy, { recursive: true, force: true });
    }
  });

  test("SIGTERM ends it, and it leaves nothing behind", { timeout: 120_000 }, async () => {
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

type ManifestChange = (manifest: Record<string, unknown>) => object;

async function changeManifest(copy: string, name: PackageName, change: ManifestChange): Promise<void> {
  const file = join(copy, "packages", name, "package.json");
  await writeFile(file, JSON.stringify(change(JSON.parse(await readFile(file, "utf8")) as Record<string, unknown>), null, 2));
}

describe("packages that are broken", () => {
  let stage: Stage;
  let mock: RunningMock;
  let server: RunningServer;

  beforeAll(async () => {
    stage = await setStage(new AbortController().signal);
    await makeVersion(stage);
    await buildPackages(stage);
    server = await serveMock({ mock: await createMock(), port: 0 });
    mock = { project: "", url: server.url, accessToken: "any", end: async () => {} };
  }, 180_000);

  afterAll(async () => {
    await server?.close();
    if (stage !== undefined) await clearStage(stage);
  });

  /** Publishes changed packages to a registry of their own, and looks at what comes of it. */
  async function publishedWith(
    changes: Partial<Record<PackageName, ManifestChange>>,
    look: (changed: Stage) => Promise<void>,
  ): Promise<void> {
    const folder = join(stage.folder, `changed-${Math.random()}`);
    await mkdir(folder);
    const registry = await startRegistry(folder);
    const changed = { ...stage, folder, registry };
    const originals = await Promise.all(
      Object.keys(changes).map(async (name) => {
        const file = join(stage.copy, "packages", name, "package.json");
        return { file, text: await readFile(file, "utf8") };
      }),
    );
    try {
      for (const [name, change] of Object.entries(changes)) await changeManifest(stage.copy, name as PackageName, change);
      await publishPackages(changed);
      await look(changed);
    } finally {
      for (const { file, text } of originals) await writeFile(file, text);
      await registry.close();
    }
  }

  test("what is missing, what is too much, and what leads nowhere is told, all of it", { timeout: 120_000 }, async () => {
    // Whatever the machine says about registries, nothing gets to another one.
    vi.stubEnv("npm_config_registry", "http://127.0.0.1:9/");
    vi.stubEnv("npm_config_@crm-platform:registry", "http://127.0.0.1:9/");
    vi.stubEnv("PNPM_CONFIG_PROVENANCE", "true");
    const changes: Record<PackageName, ManifestChange> = {
      client: (manifest) => ({ ...manifest, files: [...(manifest["files"] as string[]), "!dist/auth", "build.ts"] }),
      types: (manifest) => ({ ...manifest, version: "0.0.9" }),
      mock: ({ publishConfig: _, ...manifest }) => manifest,
    };
    try {
      await publishedWith(changes, async (changed) => {
        const { message } = await checkPublished(changed).then(
          () => new Error("nothing is wrong"),
          (error: Error) => error,
        );
        const lines = message.split("\n");
        expect(lines).toEqual(
          expect.arrayContaining([
            `@crm-platform/types: the registry has 0.0.9, not ${stage.version}`,
            `@crm-platform/client: it asks for @crm-platform/types 0.0.9, not ${stage.version}`,
            "@crm-platform/client: package.json leads to dist/auth/index.js, which is not there",
            "@crm-platform/client: dist/auth/index.js is missing",
            "@crm-platform/client: build.ts should not be in it",
            "@crm-platform/mock: package.json has @crm-platform/source",
            "@crm-platform/mock: exports is not what publishConfig.exports says",
          ]),
        );
        expect(lines.filter((line) => line.endsWith("should not be in it"))).toHaveLength(1);
      });
    } finally {
      vi.unstubAllEnvs();
    }
  });

  test("code that cannot be loaded fails every way to load it", { timeout: 120_000 }, async () => {
    const spoil: ManifestChange = (manifest) => {
      const { build } = manifest["scripts"] as { build: string };
      const spoilt = `${build} && node -e "for (const file of ['index.js', 'index.d.ts']) fs.appendFileSync('dist/' + file, 'export * from \\"./nowhere.js\\";')"`;
      return { ...manifest, scripts: { build: spoilt } };
    };
    await publishedWith({ client: spoil }, async (changed) => {
      await expect(checkEsModules(changed, mock)).rejects.toThrow(/Cannot find module .*nowhere\.js/);
      await expect(checkCommonJs(changed, mock)).rejects.toThrow(/Cannot find module .*nowhere\.js/);
      await expect(checkBundler(changed, mock)).rejects.toThrow('Could not resolve "./nowhere.js"');
      for (const compiler of compilers) await expect(checkCompiler(changed, compiler)).rejects.toThrow(/nowhere\.js/);
    });
  });

  test("a build that fails is not published", { timeout: 120_000 }, async () => {
    const fail: ManifestChange = (manifest) => ({ ...manifest, scripts: { build: "node --eval 'process.exit(3)'" } });
    await expect(publishedWith({ types: fail }, async () => {})).rejects.toThrow(/@crm-platform\/types#build.*exited \(3\)/s);
  });
});
