import { once } from "node:events";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { createMock, type RunningServer, serveMock } from "@crm-platform/mock";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import type { PackageName } from "../../packages.ts";
import { checkCompiler, compilers } from "../../rehearsal/compilers.ts";
import { installMock, type RunningMock } from "../../rehearsal/installedMock.ts";
import { checkBundler, checkCommonJs, checkEsModules } from "../../rehearsal/modules.ts";
import { projectWith } from "../../rehearsal/projects.ts";
import { buildPackages, publishPackages } from "../../rehearsal/publish.ts";
import { checkPublished } from "../../rehearsal/published.ts";
import { checkReadmes } from "../../rehearsal/readmes.ts";
import { startRegistry } from "../../rehearsal/registry.ts";
import { clearStage, type Stage, setStage } from "../../rehearsal/stage.ts";
import { makeVersion, rehearsedVersion } from "../../rehearsal/version.ts";
import { changeManifest, type ManifestChange } from "./changedManifest.ts";

describe("packages that are broken", () => {
  let stage: Stage;
  let mock: RunningMock;
  let server: RunningServer;

  beforeAll(async () => {
    stage = await setStage(await rehearsedVersion(), new AbortController().signal);
    await makeVersion(stage);
    await buildPackages(stage);
    server = await serveMock({ mock: await createMock(), port: 0 });
    mock = { project: "", url: server.url, accessToken: "any", end: async () => {} };
  }, 1_800_000);

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

  test("missing files, unwanted files and broken links are all reported", async () => {
    // Whatever the machine says about registries, nothing gets to another one.
    vi.stubEnv("npm_config_registry", "http://127.0.0.1:9/");
    vi.stubEnv("npm_config_@crm-platform:registry", "http://127.0.0.1:9/");
    vi.stubEnv("PNPM_CONFIG_PROVENANCE", "true");
    // Nor does anything get what proves who publishes.
    const proofs = ["NODE_AUTH_TOKEN", "NPM_TOKEN", "NPM_ID_TOKEN", "SIGSTORE_ID_TOKEN", "ACTIONS_ID_TOKEN_REQUEST_TOKEN"];
    for (const name of proofs) vi.stubEnv(name, "any");
    const refuseProofs = `node --eval 'process.exit(${JSON.stringify(proofs)}.some((name) => name in process.env) ? 3 : 0)'`;
    const changes: Record<PackageName, ManifestChange> = {
      client: (manifest) => ({ ...manifest, files: [...(manifest["files"] as string[]), "!dist/auth", "build.ts"] }),
      types: (manifest) => ({ ...manifest, version: "0.0.9" }),
      mock: ({ publishConfig: _, ...manifest }) => ({
        ...manifest,
        scripts: { ...(manifest["scripts"] as object), prepack: refuseProofs },
      }),
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

  test("code that cannot be loaded fails every way to load it", async () => {
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

  /** What the checks say of packages that are right, where what is asked of them is wrong. */
  async function checkWrongUse(published: Stage): Promise<void> {
    const other = projectWith({ ...published, version: "99.0.0" }, "other", "module", ["@crm-platform/types"]);
    await expect(other).rejects.toThrow(`npm has installed @crm-platform/types ${stage.version}, not 99.0.0.`);
    // The mock has no such account.
    for (const check of [checkEsModules, checkCommonJs, checkBundler]) await expect(check(published, mock)).rejects.toThrow(/\b401\b/);
    const project = await installMock(published);
    const readme = join(stage.copy, "README.md");
    const before = await readFile(readme, "utf8");
    try {
      for (const [code, message] of [
        ['const one: number = "one";', "Type 'string' is not assignable to type 'number'"],
        ['throw new Error("no example");\nexport {};', "Error: no example"],
      ] as const) {
        // Not the first one: all of them count.
        await writeFile(readme, `\`\`\`ts\nexport {};\n\`\`\`\n\n\`\`\`ts\n${code}\n\`\`\`\n`);
        await expect(checkReadmes(published, { ...mock, project })).rejects.toThrow(message);
        await rm(join(project, "examples"), { recursive: true });
      }
    } finally {
      await writeFile(readme, before);
    }
  }

  test("a registry that the repository names gets nothing, and a wrong version, token or example is reported", async () => {
    const asked: string[] = [];
    const other = createServer((request, response) => {
      asked.push(`${request.method} ${request.url}`);
      request.resume();
      response.writeHead(404, { "content-type": "application/json" }).end("{}");
    }).listen(0, "127.0.0.1");
    await once(other, "listening");
    const url = `http://127.0.0.1:${(other.address() as AddressInfo).port}/`;
    const named = (key: string): ManifestChange => {
      return (manifest) => ({ ...manifest, publishConfig: { ...(manifest["publishConfig"] as object), [key]: url } });
    };
    const settings = join(stage.copy, "packages/mock/.npmrc");
    const workspace = join(stage.copy, "pnpm-workspace.yaml");
    const before = await readFile(workspace, "utf8");
    try {
      await writeFile(settings, `@crm-platform:registry=${url}\nfund=false\n`);
      await publishedWith({ types: named("registry"), client: named("@crm-platform:registry") }, async (changed) => {
        await checkPublished(changed);
        await checkWrongUse(changed);
      });
      expect(await readFile(settings, "utf8")).toBe("fund=false\n");
      // What cannot be taken out is told before anything is sent.
      await writeFile(workspace, `${before}registries:\n  "@crm-platform": ${url}\n`);
      await expect(publishedWith({}, async () => {})).rejects.toThrow(`pnpm would publish @crm-platform/types@${stage.version} to ${url}`);
      expect(asked).toEqual([]);
    } finally {
      await writeFile(workspace, before);
      await rm(settings);
      other.close();
      other.closeAllConnections();
    }
  });
});
