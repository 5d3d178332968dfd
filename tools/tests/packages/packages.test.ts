import { readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { checkPackage, createPackageFromTarballData } from "@arethetypeswrong/core";
import { publint } from "publint";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { packages } from "../../packages.ts";
import { command } from "../workspace.ts";
import { packedPackages, projectWithMock } from "./packed.ts";
import type { Packed } from "./packedSetup.ts";

const maxModules = 35;

interface Manifest
  extends Readonly<
    Partial<Record<"dependencies" | "optionalDependencies" | "peerDependencies" | "scripts", Readonly<Record<string, string>>>>
  > {
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional: boolean }>>;
}

let project: string;
let tarballs: Packed["tarballs"];

beforeAll(async () => {
  ({ tarballs } = await packedPackages());
  // The rehearsal installs all three packages with npm.
  project = await projectWithMock();
});

afterAll(() => rm(project, { recursive: true, force: true }));

async function packedFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1));
}

describe.each(packages)("@crm-platform/%s", (name) => {
  test("is packed with all its files, and no others", async () => {
    const folder = join(project, "node_modules/@crm-platform", name);
    const files = await packedFiles(folder);
    expect(files).toEqual(expect.arrayContaining(["LICENSE", "README.md", "package.json", "dist/index.js", "dist/index.d.ts"]));
    const allowed =
      /^(LICENSE|README\.md|llms\.txt|HOSTING\.md|package\.json|dist\/.*\.(js|d\.ts)|dist\/THIRD_PARTY_LICENSES\.txt|src\/generated\/(openapi\.(json|yaml)|fidelity\.md))$/;
    const allowedOfPages = /^(assets\/[\w-]+\.(css|js|svg)|reference\/[\w.@/-]+\.(html|md|css|js|json|svg|txt))$/;
    expect(files.filter((file) => !allowed.test(file) && !(name === "mock" && allowedOfPages.test(file)))).toEqual([]);
    expect(await readFile(join(folder, "package.json"), "utf8")).not.toMatch(/workspace:|catalog:|@crm-platform\/source/);
  });

  test("passes publint and attw", async () => {
    const tarball = new Uint8Array(await readFile(tarballs[name]));
    const { messages } = await publint({ pack: { tarball: tarball.buffer }, level: "warning" });
    expect(messages).toEqual([]);
    const analysis = await checkPackage(createPackageFromTarballData(tarball));
    const problems = analysis.types ? analysis.problems : expect.fail("The package has no types.");
    // The packages support only ES modules.
    const unsupported = ["node10", "node16-cjs"];
    expect(problems.filter((problem) => !("resolutionKind" in problem && unsupported.includes(problem.resolutionKind)))).toEqual([]);
  });
});

describe("an installation of the mock", () => {
  const scope = (): string => join(project, "node_modules/@crm-platform");

  // The rehearsal installs the mock with npm.
  test("has two packages, no install script, and at most 48 MB", async () => {
    const installed = ["mock", "types"].map((name) => join(scope(), name));
    const texts = await Promise.all(installed.map((folder) => readFile(join(folder, "package.json"), "utf8")));
    const manifests = texts.map((text) => JSON.parse(text) as Manifest);
    const needed = manifests.map(({ dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta }) =>
      Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies }).filter(
        (name) => !peerDependenciesMeta?.[name]?.optional,
      ),
    );
    expect(needed).toEqual([["@crm-platform/types"], []]);
    expect(manifests.flatMap(({ scripts }) => Object.keys(scripts ?? {})).filter((name) => name.endsWith("install"))).toEqual([]);
    const files = await Promise.all(installed.map(async (folder) => (await packedFiles(folder)).map((file) => join(folder, file))));
    const sizes = await Promise.all(files.flat().map(async (file) => (await stat(file)).size));
    // The reference is 31 MB of it: each of its pages exists as HTML, as a script and as Markdown.
    expect(sizes.reduce((sum, size) => sum + size, 0) / 1_000_000).toBeLessThan(48);
  });

  test("contains the licenses of the bundled packages", async () => {
    const texts = await readFile(join(scope(), "mock/dist/THIRD_PARTY_LICENSES.txt"), "utf8");
    for (const name of ["hono", "smtp-server", "@modelcontextprotocol/server", "@stoplight/prism-http"])
      expect(texts).toMatch(new RegExp(`^${name} \\d`, "m"));
    expect(texts).toContain("Permission is hereby granted, free of charge");
  });

  test("loads few modules and no unused parts, and compiles no schemas at run time", async () => {
    const source = `
      import { registerHooks } from "node:module";
      const loaded = [];
      registerHooks({ load: (url, context, next) => (url.startsWith("file:") && loaded.push(url.replace(/.*\\/dist\\//, "")), next(url, context)) });
      const { createMock } = await import("@crm-platform/mock");
      const mock = await createMock();
      const { accessToken } = await mock.account();
      console.log(JSON.stringify(loaded));
      const headers = { authorization: "Bearer " + accessToken };
      const { status } = await mock.fetch("http://mock.test/cos-domains/v1/domains?limit=1", { headers });
      console.log(status);
    `;
    const words = ["--disallow-code-generation-from-strings", "--input-type=module", "--eval", source];
    const { stdout, stderr } = await command("node", words, project);
    expect(stderr).toBe("");
    const [list = "", status] = stdout.split("\n");
    const loaded = JSON.parse(list) as string[];
    expect(loaded.length).toBeLessThanOrEqual(maxModules);
    expect(loaded.filter((file) => /prism|site|server|postgres|^mcp\./i.test(file))).toEqual([]);
    expect(status).toBe("200");
  });

  test("reports that Postgres needs the package pg", async () => {
    const source = `
      import { createMock } from "@crm-platform/mock";
      await createMock({ database: "postgres://localhost/mock" }).catch(({ message }) => console.log(message));
    `;
    const { stdout } = await command("node", ["--input-type=module", "--eval", source], project);
    expect(stdout).toBe("Postgres requires the package pg. Run: npm install pg\n");
  });
});

describe("the packed mock", () => {
  async function run(source: string): Promise<unknown> {
    const file = join(project, `first-call-${Math.random()}.mjs`);
    await writeFile(file, source);
    const { code, stdout, stderr } = await command("node", [file], project);
    expect(code, stderr).toBe(0);
    expect(stderr).toBe("");
    return JSON.parse(stdout);
  }

  test("works without the optional test tools", async () => {
    const without = await run(`
      import { createMock } from "@crm-platform/mock";
      const missing = await import("@crm-platform/mock/msw").catch(({ code }) => code);
      console.log(JSON.stringify([typeof createMock, missing]));
    `);
    expect(without).toEqual(["function", "ERR_MODULE_NOT_FOUND"]);
  });

  test("serves its pages", async () => {
    const pages = await run(`
      import { createMock } from "@crm-platform/mock";
      const mock = await createMock();
      const { app } = await mock.account({ scopes: ["tickets"], redirectUris: ["https://app.example/callback"] });
      const consent = new URLSearchParams({ client_id: app.clientId, redirect_uri: "https://app.example/callback", scope: "tickets", state: "x" });
      const paths = ["/console", "/oauth/authorize?" + consent, "/oauth/authorize?client_id=x", "/oauth/callback?code=x"];
      const responses = paths.map((path) => mock.fetch("http://mock.test" + path));
      console.log(JSON.stringify((await Promise.all(responses)).map(({ status }) => status)));
      await mock.close();
    `);
    expect(pages).toEqual([200, 200, 400, 200]);
  });
});
