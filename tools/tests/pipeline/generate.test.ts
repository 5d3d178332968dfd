import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { resultOf } from "../../commandLine.ts";
import type { Document } from "../../openapi/document.ts";
import { generate } from "../../pipeline/generate.ts";
import { buildModel } from "../../pipeline/model/build.ts";
import { readSources } from "../../pipeline/pipeline.ts";
import type { ProblemsError } from "../../problems.ts";
import { command, root, temporaryFolder } from "../workspace.ts";
import { documentOf, hostileDocument, hostileText } from "./documents.ts";
import { writeGenerated } from "./generated.ts";
import { typecheck } from "./typecheck.ts";

async function modulesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile() && entry.name.endsWith(".ts")).map((entry) => join(entry.parentPath, entry.name));
}

// This test need not check that generation is deterministic: `npx pnpm check` compares the repository's generated code.
test("text in a document cannot break out of comments and strings", async () => {
  const folder = await writeGenerated(hostileDocument());
  expect(await typecheck(folder, ["types", "client"])).toBe("");
  const modules = await modulesIn(folder);
  expect(modules.length).toBeGreaterThan(2 * hostileText.length);
  // The program runs in a separate process, like a user's program, and prints each module whose import executed the text.
  const urls = modules.map((module) => pathToFileURL(module).href);
  const program = `for (const url of ${JSON.stringify(urls)}) {
    const { validators } = await import(url);
    void validators?.open, validators?.closed;
    if ("escaped" in globalThis) console.log(url);
    delete globalThis.escaped;
  }`;
  const imported = await command("node", ["--conditions=@crm-platform/source", "--input-type=module", "--eval", program]);
  expect(imported).toEqual({ code: 0, stdout: "", stderr: "" });
  expect((await readFile(join(folder, "client/client.ts"), "utf8")).match(/@example/g)).toHaveLength(hostileText.length);
  const page = await readFile(join(folder, "types/fidelity.md"), "utf8");
  expect(page).not.toContain("<script>");
});

const withOperation = (operation: object, path = "/a"): object => ({
  paths: { [path]: { get: { operationId: "a.list", responses: { 204: { description: "Done." } }, ...operation } } },
});

test.each([
  { title: "an area", documentWith: (text: string) => withOperation({ operationId: `${text}.list` }) },
  { title: "an operation", documentWith: (text: string) => withOperation({ operationId: `a.${text}` }) },
  {
    title: "a path parameter",
    documentWith: (text: string) => {
      const name = text.replace(/[{}]/g, "") || "a-b";
      return withOperation({ parameters: [{ name, in: "path", required: true, schema: { type: "string" } }] }, `/a/{${name}}`);
    },
  },
  { title: "a schema", documentWith: (text: string) => ({ components: { schemas: { [text]: { type: "object" } } } }) },
  { title: "a constant", documentWith: (text: string) => ({ "x-data": { [text]: { description: "A value.", value: 1 } } }) },
  {
    title: "a webhook",
    documentWith: (text: string) => ({
      webhooks: { a: { post: { operationId: `a.${text}`, responses: { 204: { description: "Done." } } } } },
    }),
  },
])("text in a document cannot become the name of $title", ({ documentWith }) => {
  for (const text of [...hostileText, "constructor", "then", "", "a b", "aé"]) {
    const document = { openapi: "3.1.0", info: { title: "Names", version: "1" }, ...documentWith(text) } as unknown as Document;
    expect(() => buildModel(document), text).toThrow(/^names: 1 problem\n\n[\s\S]*cannot be used in code\. Expected: letters and digits/);
  }
});

test("two operations, areas or schemas cannot have the same name in the generated code", () => {
  const operation = (operationId: string) => ({ get: { operationId, responses: { 204: { description: "Done." } } } });
  const documentWith = (ids: readonly string[], schemas: object = {}): Document =>
    ({
      openapi: "3.1.0",
      info: { title: "Names", version: "1" },
      paths: Object.fromEntries(ids.map((id) => [`/${id}`, operation(id)])),
      components: { schemas },
    }) as unknown as Document;
  expect(() => buildModel(documentWith(["a.bList", "aB.list"]))).toThrow(
    /#\/paths\/~1aB\.list\/get\n {4}The name ABListParams is already used/,
  );
  expect(() => buildModel(documentWith(["ab.list", "aB.get"]))).toThrow("The name aB is already used");
  expect(() => buildModel(documentWith(["a.list"], { AListResult: {} }))).toThrow("The name AListResult is already used");
  expect(() => buildModel(documentWith([], { Client: {} }))).toThrow("The name Client is already used");
});

test("an object without properties has unknown values", async () => {
  const folder = await writeGenerated(documentOf({ S0: { type: "object" } }));
  expect(await readFile(join(folder, "types/schemas.ts"), "utf8")).toContain("export type S0 = Record<string, unknown>;");
});

test("reports all problems, each with the file, the pointer and the expected value", async () => {
  const folder = await temporaryFolder();
  await mkdir(join(folder, "spec"));
  const broken = {
    openapi: "3.1.0",
    info: { title: "Broken", version: "1" },
    paths: {
      "/a/{id}": { get: { operationId: "same", responses: { 200: { description: "ok" } } } },
      "/b": { get: { operationId: "same", responses: { 200: { $ref: "./nowhere.yaml" } } } },
    },
  };
  await writeFile(join(folder, "spec/openapi.yaml"), JSON.stringify(broken));
  const message = await readSources(join(folder, "spec/openapi.yaml"), join(root, "redocly.yaml")).then(
    () => "",
    (error: ProblemsError) => error.message,
  );
  expect(message).toMatch(/^lint: \d+ problems\n/);
  expect(message).toContain("#/paths/~1a~1{id}/get/parameters (path-parameters-defined)");
  expect(message).toContain("(operation-operationId-unique)");
  expect(message).toContain("(no-unresolved-refs)");
  expect(message).not.toMatch(/^\s+at /m);
});

test("rejects an unknown option", async () => {
  const { code, stderr } = await resultOf(() => generate(["--document", "spec/openapi.yaml"]));
  expect(code).toBe(1);
  expect(stderr).toContain("--document");
});
