import { writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { expect, test } from "vitest";
import { command, root, temporaryFolder } from "../workspace.ts";

const require = createRequire(import.meta.url);

/** Prism requires a body for a GET and parses neither XML nor unknown media types. */
const unread = [
  "lines: Invalid request; Body parameter is required",
  "xml: Invalid request; Request body must be object",
  "any: Invalid request; Request body must be object",
];

test("code generated from other documents compiles with TypeScript 5.9 and 7, and can call every operation against Prism", async () => {
  const documents = [
    join(root, "tools/tests/fixtures/constructs.yaml"),
    join(root, "tools/tests/fixtures/library.yaml"),
    require.resolve("@readme/oas-examples/3.1/json/petstore.json"),
    require.resolve("@readme/oas-examples/3.1/json/webhooks.json"),
    require.resolve("@scalar/galaxy/3.1.json"),
    ...(await documentsThatPrismFails()),
  ];
  const { code, stdout, stderr } = await command("node", ["--conditions=@crm-platform/source", "tools/foreign/main.ts", ...documents]);
  expect({ code, stderr }).toEqual({ code: 1, stderr: "" });
  expect(stdout.split("\n")).toEqual([
    "✓ compiles with TypeScript 5.9",
    "✓ compiles with TypeScript 7",
    "✗ constructs.yaml: 25 operations called",
    ...unread.map((line) => `  ${line}`),
    "✓ library.yaml: 11 operations called",
    "✓ petstore.json: 20 operations called",
    "✓ webhooks.json: 0 operations called",
    "✓ 3.1.json: 10 operations called",
    "✗ unread.json: 0 operations called",
    expect.stringMatching(/^ {2}Prism cannot serve the document: .*"#\/nowhere" does not exist$/),
    "✗ thrown.json: 2 operations called",
    expect.stringMatching(/^ {2}by___proto__: Error: Prism failed: .+$/),
    "",
  ]);
}, 600_000);

/** Prism cannot read the first document and cannot respond to an operation of the second. */
function documentsThatPrismFails(): Promise<string[]> {
  const responses = { 204: { description: "Done." } };
  const named = (name: string): object => ({
    parameters: [{ name, in: "path", required: true, schema: { type: "string" } }],
    get: { operationId: `by_${name}`, responses },
  });
  const documents = {
    unread: { paths: { "/a": { get: { responses } } }, components: { schemas: { Constant: { const: { $ref: "#/nowhere" } } } } },
    thrown: { paths: { "/a/{__proto__}": named("__proto__"), "/b/{id}": named("id") } },
  };
  return Promise.all(
    Object.entries(documents).map(async ([name, parts]) => {
      const file = join(await temporaryFolder(), `${name}.json`);
      await writeFile(file, JSON.stringify({ openapi: "3.1.0", info: { title: name, version: "1" }, ...parts }));
      return file;
    }),
  );
}
