import { globSync, readFileSync } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { pathToFileURL } from "node:url";
import openapiTypeScript, { astToString } from "openapi-typescript";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { command, root } from "../workspace.ts";

const text = { type: "string" };
const count = { type: "integer" };
const listOf = (items: object): object => ({ type: "array", items });
const object = (properties: object): object => ({ type: "object", properties });
const json = (schema: object): object => ({ description: "A body.", content: { "application/json": { schema } } });

const input = object({ id: text, after: text });
const result = object({ from: object({ id: text }), to: listOf(text), next: text });
const request = { required: true, ...json(object({ inputs: { ...listOf(input), maxItems: 50 }, single: text })) };
const answers = { 200: json(object({ results: listOf(result), single: text, total: count })), 204: { description: "Nothing." } };
const limitAndOffset = ["limit", "offset"].map((name) => ({ name, in: "query", schema: count }));
const byInput = {
  style: "input",
  inputs: "/inputs",
  id: "/id",
  cursor: "/after",
  results: "/results",
  of: "/from/id",
  items: "/to",
  next: "/next",
};
const match = { input: ["/id"], result: ["/from/id"], errors: "/context/ids", property: { name: "/single", values: "/from" } };
const batch = { inputs: "/inputs", results: "/results" };
const byOffset = { style: "offset", limit: "limit", offset: "offset", items: "/results", total: "/total" };
const key = "x-idempotency-key";

/** Operations of a document of others, by the name of each. */
const operations: Readonly<Record<string, object>> = {
  right: { "x-batch": batch, "x-pagination": byInput, [key]: "/single" },
  matched: { "x-batch": { ...batch, match } },
  unmatched: { "x-batch": { ...batch, match: { ...match, result: ["/from", "/id"] } } },
  matchedNowhere: { "x-batch": { ...batch, match: { ...match, result: ["/of"] } } },
  list: { requestBody: { required: true, ...json({ ...listOf(input), maxItems: 7 }) }, "x-batch": { inputs: "" } },
  unlimited: {
    requestBody: {
      required: true,
      ...json({ allOf: [{ $ref: "#/components/schemas/Secrets" }, object({ "a/b": listOf(input), deep: object({ key: text }) })] }),
    },
    "x-batch": { inputs: "/a~1b" },
    [key]: "/deep/key",
  },
  byOffset: { parameters: limitAndOffset, "x-pagination": byOffset },
  noObject: { "x-batch": "/inputs", "x-pagination": "offset", [key]: ["single"] },
  wrongShape: { "x-batch": { inputs: "/inputs", results: "" }, "x-pagination": { ...byInput, of: "from" }, [key]: "single" },
  twoSteps: { "x-batch": { inputs: "/body/inputs" }, "x-pagination": { style: "pages" }, [key]: "" },
  nowhere: { "x-batch": { inputs: "/input" }, "x-pagination": { ...byInput, of: "/of" }, [key]: "/inputs/key" },
  noList: { "x-batch": { inputs: "/single" }, "x-pagination": { ...byInput, items: "/next" }, [key]: "/__proto__" },
  noResults: { "x-batch": { inputs: "/inputs", results: "/single" }, "x-pagination": { ...byOffset, items: "/single" } },
  noParameters: { "x-pagination": byOffset },
  noBody: { requestBody: undefined, "x-batch": { inputs: "" }, "x-pagination": byInput, [key]: "/single" },
  noAnswer: { responses: { 204: answers[204] }, "x-batch": { inputs: "/inputs", results: "/results" }, "x-pagination": byInput },
  beside: {
    parameters: [{ name: "inputs", in: "query", schema: text }],
    "x-batch": { inputs: "/inputs" },
    "x-pagination": byInput,
  },
  noAlternative: {
    requestBody: { required: true, ...json({ oneOf: [object({ inputs: listOf(input), single: text }), object({ ids: listOf(text) })] }) },
    "x-batch": { inputs: "/inputs" },
    [key]: "/single",
  },
  noAlternativeAnswer: {
    parameters: limitAndOffset,
    responses: { 200: json({ anyOf: [object({ results: listOf(text), total: count }), object({ message: text })] }) },
    "x-pagination": byOffset,
  },
  alternatives: {
    requestBody: {
      required: true,
      ...json({ oneOf: [object({ inputs: listOf(input) }), object({ inputs: { anyOf: [listOf(text), { type: "null" }] } })] }),
    },
    "x-batch": { inputs: "/inputs" },
  },
  deepSecrets: {
    requestBody: {
      required: true,
      ...json(
        object({ user: object({ password: { $ref: "#/components/schemas/Password" }, tree: { $ref: "#/components/schemas/Tree" } }) }),
      ),
    },
  },
  secrets: {
    parameters: [
      { name: "secret", in: "query", schema: { ...text, "x-sensitive": true } },
      { name: "secret", in: "header", "x-sensitive": true, schema: text },
      { name: "open", in: "query", schema: text },
    ],
    requestBody: {
      required: true,
      ...json({ oneOf: [{ $ref: "#/components/schemas/Secrets" }, object({ token: { ...text, "x-sensitive": true }, name: text })] }),
    },
  },
};

const schemas = {
  Secrets: { anyOf: [object({ password: { $ref: "#/components/schemas/Password" } }), { $ref: "#/components/schemas/Secrets" }] },
  Tree: object({ nodes: listOf({ allOf: [{ $ref: "#/components/schemas/Tree" }, object({ key: { ...text, "x-sensitive": true } })] }) }),
  Password: { ...text, "x-sensitive": true },
};

interface Facts {
  readonly pagination?: object;
  readonly batch?: object;
  readonly idempotencyKey?: readonly string[];
}

test("the types of the extensions are those of their schemas; after a change run this file with --update", async () => {
  const header =
    "// Printed from the schemas beside it. Do not edit: change a schema, and run tools/tests/pipeline/extensions.test.ts with --update.\n\n";
  const files = globSync(join(root, "tools/openapi/extensions/*.json")).sort();
  const schemas = files.map((file): object => {
    // The definitions become components, and the examples are left to the schemas.
    const text = readFileSync(file, "utf8").replaceAll("#/definitions/", "#/components/schemas/");
    const { definitions = {}, examples: _, ...schema } = JSON.parse(text.replace(/"(x-[\w-]+)\.json"/g, '"#/components/schemas/$1"'));
    return { ...definitions, [basename(file, ".json")]: schema };
  });
  const document = {
    openapi: "3.1.0",
    info: { title: "Extensions", version: "1" },
    components: { schemas: Object.assign({}, ...schemas) },
  };
  const types = await openapiTypeScript(document, { immutable: true, silent: true });
  await expect(header + astToString(types)).toMatchFileSnapshot(join(root, "tools/openapi/extensions/types.ts"));
});

describe("the extensions in a document of others", () => {
  let table: Readonly<Record<string, Facts>> = {};
  let client = "";
  let folder = "";

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "crm-platform-"));
    const document = join(folder, "document.json");
    const paths = Object.entries(operations).map(([operationId, operation]) => [
      `/${operationId}`,
      { post: { operationId, requestBody: request, responses: answers, ...operation } },
    ]);
    const info = { title: "Extensions", version: "1" };
    await writeFile(document, JSON.stringify({ openapi: "3.1.0", info, paths: Object.fromEntries(paths), components: { schemas } }));
    const out = join(folder, "out");
    const { code, stderr } = await command("node", ["tools/generate.ts", "--document", document, "--out", out]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    ({ operationTable: table } = (await import(pathToFileURL(join(out, "types/data.ts")).href)) as { operationTable: typeof table });
    client = await readFile(join(out, "client/operations.ts"), "utf8");
  });

  afterAll(() => rm(folder, { recursive: true, force: true }));

  test("are read where they lead somewhere; the size of a batch is the limit of its list", () => {
    expect(table["right"]).toMatchObject({
      batch: { inputs: "/inputs", size: 50, results: "/results" },
      pagination: byInput,
      idempotencyKey: ["single"],
    });
    expect(table["list"]?.batch).toEqual({ inputs: "", size: 7 });
    expect(table["unlimited"]).toMatchObject({ idempotencyKey: ["deep", "key"] });
    expect(table["unlimited"]?.batch).toEqual({ inputs: "/a~1b" });
    expect(table["alternatives"]?.batch).toEqual({ inputs: "/inputs" });
    expect(table["byOffset"]?.pagination).toEqual(byOffset);
  });

  test("matches inputs with results where each pointer leads somewhere, and not otherwise", () => {
    expect(table["matched"]?.batch).toEqual({ ...batch, size: 50, match });
    expect(table["unmatched"]?.batch).toBe(undefined);
    expect(table["matchedNowhere"]?.batch).toEqual({ ...batch, size: 50 });
  });

  const absent = Object.keys(operations).filter((name) => /^(no|wrong|two|beside)/.test(name));

  test.each(absent)("count as absent when malformed, or when they lead nowhere: %s", (name) => {
    const { pagination, batch, idempotencyKey } = table[name] as Facts;
    expect({ pagination, batch, idempotencyKey }).toEqual({ pagination: undefined, batch: undefined, idempotencyKey: undefined });
  });

  test("mark secrets among parameters and in a body put together of parts", () => {
    const [, secrets = ""] = client.split("export const defaultSecrets");
    expect(/ {2}sensitive: (\[[^\]]*\])/.exec(secrets)?.[1]?.match(/\w+/g)).toEqual(["secret", "secretHeader", "token", "password"]);
    const [, deep = ""] = client.split("export const defaultDeepSecrets");
    const found = /sensitive: (\[[^:]*\]),/.exec(deep)?.[1];
    expect(JSON.parse(found ?? "")).toEqual(["password", "key"]);
    const [, right = ""] = client.split("export const defaultRight");
    expect(right.split("export const")[0]).not.toContain("sensitive");
  });
});
