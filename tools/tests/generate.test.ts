import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { hostileDocument, hostileText } from "./documents.ts";
import { command, root, temporaryFolder } from "./workspace.ts";

const fixtures = join(root, "tools/tests/fixtures");

/** Makes the generated set a project of its own, against the sources of the engine, and compiles it. */
async function typecheck(folder: string): Promise<string> {
  await writeFile(join(folder, "package.json"), JSON.stringify({ type: "module" }));
  const options = {
    noEmit: true,
    composite: false,
    resolveJsonModule: true,
    lib: ["ES2023", "DOM"],
    allowImportingTsExtensions: true,
    paths: {
      "@crm-platform/client/engine": [join(root, "packages/client/src/engine/index.ts")],
      "@crm-platform/types": [join(root, "packages/types/src/index.ts")],
    },
  };
  await writeFile(
    join(folder, "tsconfig.json"),
    JSON.stringify({ extends: join(root, "tsconfig.base.json"), compilerOptions: options, include: ["."] }),
  );
  const { stdout } = await command("tsc", ["--project", folder]);
  return stdout;
}

async function generate(document: string, out: string, ...more: readonly string[]): ReturnType<typeof command> {
  return command("node", ["tools/generate.ts", "--document", document, "--out", out, ...more]);
}

async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

test("our generated code is fresh, and generating is deterministic to the byte", async () => {
  const first = await command("node", ["tools/generate.ts", "--check"]);
  expect(first).toMatchObject({ code: 0, stderr: "" });
  const out = await temporaryFolder();
  const contents = async (): Promise<string[][]> => {
    await rm(out, { recursive: true, force: true });
    expect(await generate("packages/types/src/generated/openapi.json", out)).toMatchObject({ code: 0 });
    return Promise.all((await filesIn(out)).map(async (file) => [file, await readFile(file, "utf8")]));
  };
  const once = await contents();
  expect(once).toHaveLength(26);
  expect(await contents()).toEqual(once);
});

test("--check tells what is stale, missing or unknown, and the command that mends it", async () => {
  const out = await temporaryFolder();
  const document = join(fixtures, "library.yaml");
  await generate(document, out);
  expect(await generate(document, out, "--check")).toMatchObject({ code: 0 });
  await writeFile(join(out, "types/schemas.ts"), "// edited\n");
  await writeFile(join(out, "types/mine.ts"), "");
  await writeFile(join(out, "mock/document.ts"), "");
  const { code, stderr } = await generate(document, out, "--check");
  expect(code).toBe(1);
  expect(stderr).toContain(`stale: ${join(out, "types/schemas.ts")}`);
  expect(stderr).toContain(`unknown: ${join(out, "types/mine.ts")}`);
  expect(stderr).toContain(`Run: npx pnpm generate --document ${document} --out ${out}`);
  expect(await readFile(join(out, "types/schemas.ts"), "utf8")).toBe("// edited\n");
  await generate(document, out);
  expect(await generate(document, out, "--check")).toMatchObject({ code: 0 });
});

test("a document unlike ours gives the same set, which compiles", async () => {
  const out = await temporaryFolder();
  expect(await generate(join(fixtures, "library.yaml"), out)).toMatchObject({ code: 0 });
  expect(await typecheck(out)).toBe("");

  const { operationTable, contentHash } = (await import(pathToFileURL(join(out, "types/data.ts")).href)) as {
    operationTable: Record<string, { authentication: string }>;
    contentHash: string;
  };
  expect(Object.keys(operationTable)).toEqual([
    "getBooks",
    "books/add",
    "delete",
    "pagesOfBooks.replace",
    "constructor",
    "loans-batch",
    "getUsersMe",
    "getUsersMe2",
    "data",
    "アップロード",
    "versions",
  ]);
  expect(Object.values(operationTable).map(({ authentication }) => authentication)).toEqual([
    "optional",
    "optional",
    "required",
    ...Array.from({ length: 8 }, () => "optional"),
  ]);
  expect(contentHash).toMatch(/^sha256-[0-9a-f]{64}$/);
  const source = async (path: string): Promise<string> => readFile(join(out, path), "utf8");
  expect((await source("types/schemas.ts")).match(/^export /gm)).toHaveLength(5);
  expect((await source("types/operations.ts")).match(/^export (type|interface) \S+Params/gm)).toHaveLength(7);
  expect((await source("types/operations.ts")).match(/^export type \S+Result/gm)).toHaveLength(11);
  expect((await source("client/operations.ts")).match(/^export const /gm)).toHaveLength(11);
  expect(await source("types/operations.ts")).toMatch(
    /version\?: number;\n {2}body\?: string;\n {2}versionHeader\?: string;\n {2}bodyOfRequest\?:/,
  );
  expect(await source("client/areas/default.ts")).not.toMatch(/^\s*\* @deprecated/m);
  expect((await filesIn(join(out, "client/areas"))).map((file) => file.slice(out.length))).toEqual([
    "/client/areas/default.ts",
    "/client/areas/nul_.ts",
    "/client/areas/pagesOfBooks.ts",
    "/client/areas/petStore.ts",
    "/client/areas/petstore2.ts",
    "/client/areas/then_.ts",
    "/client/areas/日本.ts",
  ]);
  const mock = (await import(pathToFileURL(join(out, "mock/document.ts")).href)) as { document: { info: { title: string } } };
  expect(mock.document.info.title).toBe("Library");
});

test("text of a document cannot get out of comments, strings and identifiers", async () => {
  const folder = await temporaryFolder();
  const document = join(folder, "hostile.json");
  await writeFile(document, JSON.stringify(hostileDocument()));
  const out = join(folder, "out");
  expect(await generate(document, out)).toMatchObject({ code: 0, stderr: "" });
  expect(await typecheck(out)).toBe("");
  const modules = (await filesIn(out)).filter((file) => file.endsWith(".ts"));
  expect(modules.length).toBeGreaterThan(10);
  // Each module runs in a process of its own, as a user's program would run it.
  for (const module of modules) {
    const program = `await import(${JSON.stringify(pathToFileURL(module).href)}); process.exitCode = "escaped" in globalThis ? 1 : 0;`;
    expect(await command("node", ["--input-type=module", "--eval", program]), module).toMatchObject({ code: 0, stderr: "" });
  }
  const { operationTable } = (await import(pathToFileURL(join(out, "types/data.ts")).href)) as { operationTable: Record<string, unknown> };
  expect(Object.keys(operationTable)).toEqual(hostileText.map((text, index) => `${text}.${index}`));
  const page = await readFile(join(out, "types/fidelity.md"), "utf8");
  expect(page).not.toContain("<script>");
});

test.each([
  { version: "swagger: 2.0", document: { swagger: "2.0", info: { title: "Old", version: "1" }, paths: {} } },
  { version: "openapi: 3.0.3", document: { openapi: "3.0.3", info: { title: "Old", version: "1" }, paths: {} } },
])("$version is refused in a sentence", async ({ document }) => {
  const folder = await temporaryFolder();
  await writeFile(join(folder, "old.json"), JSON.stringify(document));
  const { code, stderr } = await generate(join(folder, "old.json"), join(folder, "out"));
  expect(code).toBe(1);
  expect(stderr).toMatch(/OpenAPI 3\.1 is expected\. Found: (swagger: "2\.0"|openapi: "3\.0\.3")\./);
  expect(stderr).not.toMatch(/^\s+at /m);
});

test("a document without paths gives a set without operations, which compiles", async () => {
  const out = await temporaryFolder();
  const document = join(await temporaryFolder(), "hooks.json");
  await writeFile(document, JSON.stringify({ openapi: "3.1.0", info: { title: "Hooks", version: "1" }, webhooks: {} }));
  expect(await generate(document, out)).toMatchObject({ code: 0 });
  expect(await typecheck(out)).toBe("");
});

test("a folder that holds somebody's files is left alone", async () => {
  const out = await temporaryFolder();
  await mkdir(join(out, "types"));
  await writeFile(join(out, "types/mine.ts"), "export {};\n");
  const { code, stderr } = await generate(join(fixtures, "library.yaml"), out);
  expect(code).toBe(1);
  expect(stderr).toContain(`The folder holds files that were not generated, for example ${join(out, "types/mine.ts")}.`);
  expect(await filesIn(out)).toEqual([join(out, "types/mine.ts")]);
});

test.each([
  { data: { fidelity: { value: 1 } }, message: 'The constant "fidelity" is taken by the generator.' },
  { data: { a: { value: 1 }, A: { value: 2 } }, message: 'The constant "a" is taken by the entry "a".' },
  { data: { delete: { value: 1 } }, message: '"delete" is a word of the language' },
  { data: { a: null }, message: "An entry is expected to be {description, value}. Found: null" },
  { data: { a: { description: "b" } }, message: 'Found: {"description":"b"}' },
])("x-data that cannot become a constant is refused: $message", async ({ data, message }) => {
  const folder = await temporaryFolder();
  await writeFile(
    join(folder, "data.json"),
    JSON.stringify({ openapi: "3.1.0", info: { title: "D", version: "1" }, paths: {}, "x-data": data }),
  );
  const { code, stderr } = await generate(join(folder, "data.json"), join(folder, "out"));
  expect({ code, stderr }).toMatchObject({ code: 1, stderr: expect.stringContaining(message) });
  expect(stderr).toContain("#/x-data/");
});

test("problems are collected, and each names file, pointer and what was expected", async () => {
  const folder = await temporaryFolder();
  await mkdir(join(folder, "spec"));
  const document = join(folder, "spec/openapi.yaml");
  const broken = {
    openapi: "3.1.0",
    info: { title: "Broken", version: "1" },
    paths: {
      "/a/{id}": { get: { operationId: "same", responses: { 200: { description: "ok" } } } },
      "/b": { get: { operationId: "same", responses: { 200: { $ref: "./nowhere.yaml" } } } },
    },
  };
  await writeFile(document, JSON.stringify(broken));
  const { code, stderr } = await generate(document, join(folder, "out"));
  expect(code).toBe(1);
  expect(stderr).toContain("lint: 3 problems");
  expect(stderr).toContain("#/paths/~1a~1{id}/get/parameters (path-parameters-defined)");
  expect(stderr).toContain("(operation-operationId-unique)");
  expect(stderr).toContain("(no-unresolved-refs)");
  expect(stderr).not.toMatch(/^\s+at /m);
  await expect(readdir(join(folder, "out"))).rejects.toThrow("ENOENT");
});

test("options that do not go together are told in a sentence", async () => {
  const { code, stderr } = await command("node", ["tools/generate.ts", "--document", "spec/openapi.yaml"]);
  expect(code).toBe(1);
  expect(stderr).toBe("--document and --out go together.\nUsage: npx pnpm generate [--check] [--document FILE --out FOLDER]\n");
});
