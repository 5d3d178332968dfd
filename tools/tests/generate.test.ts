import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
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
  const [one, two] = [await temporaryFolder(), await temporaryFolder()];
  await generate("packages/types/src/generated/openapi.json", one);
  await generate("packages/types/src/generated/openapi.json", two);
  const contents = async (folder: string): Promise<string[][]> =>
    Promise.all((await filesIn(folder)).map(async (file) => [file.slice(folder.length), await readFile(file, "utf8")]));
  expect(await contents(one)).toEqual(await contents(two));
  expect(await filesIn(one)).toHaveLength(26);
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
  expect(stderr).toContain("Run: pnpm generate");
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
  expect(Object.keys(operationTable)).toEqual(["getBooks", "books/add", "delete", "pagesOfBooks.replace", "constructor", "loans-batch"]);
  expect(Object.values(operationTable).map(({ authentication }) => authentication)).toEqual([
    "optional",
    "optional",
    "required",
    "optional",
    "optional",
    "optional",
  ]);
  expect(contentHash).toMatch(/^sha256-[0-9a-f]{64}$/);
  const source = async (path: string): Promise<string> => readFile(join(out, path), "utf8");
  expect((await source("types/schemas.ts")).match(/^export /gm)).toHaveLength(5);
  expect((await source("types/operations.ts")).match(/^export (type|interface) \w+Params/gm)).toHaveLength(5);
  expect((await source("types/operations.ts")).match(/^export type \w+Result/gm)).toHaveLength(6);
  expect((await source("client/operations.ts")).match(/^export const /gm)).toHaveLength(6);
  expect((await filesIn(join(out, "client/areas"))).map((file) => file.slice(out.length))).toEqual([
    "/client/areas/default.ts",
    "/client/areas/pagesOfBooks.ts",
    "/client/areas/then_.ts",
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
  expect(stderr).toBe("--document and --out go together.\nUsage: pnpm generate [--check] [--document FILE --out FOLDER]\n");
});
