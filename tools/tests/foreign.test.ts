import { createRequire } from "node:module";
import { join } from "node:path";
import { expect, test } from "vitest";
import { command, root } from "./workspace.ts";

const require = createRequire(import.meta.url);

/** Requests of the fixture that Prism cannot read: it wants the body that a GET never has, and parses neither XML nor other types. */
const unread = [
  "lines: Invalid request; Body parameter is required",
  "xml: Invalid request; Request body must be object",
  "any: Invalid request; Request body must be object",
];

test("documents that are not ours generate, compile with TypeScript 5.9 and 7, and every operation is called against Prism", async () => {
  const documents = [
    join(root, "tools/tests/fixtures/constructs.yaml"),
    join(root, "tools/tests/fixtures/library.yaml"),
    require.resolve("@readme/oas-examples/3.1/json/petstore.json"),
    require.resolve("@readme/oas-examples/3.1/json/webhooks.json"),
    require.resolve("@scalar/galaxy/3.1.json"),
  ];
  const { code, stdout, stderr } = await command("node", ["--conditions=@crm-platform/source", "tools/foreign/main.ts", ...documents]);
  expect({ code, stderr }).toEqual({ code: 1, stderr: "" });
  expect(stdout.split("\n")).toEqual([
    "✓ compiles with TypeScript 5.9",
    "✓ compiles with TypeScript 7",
    "✗ constructs.yaml: 22 operations called",
    ...unread.map((line) => `  ${line}`),
    "✓ library.yaml: 11 operations called",
    "✓ petstore.json: 20 operations called",
    "✓ webhooks.json: 0 operations called",
    "✓ 3.1.json: 10 operations called",
    "",
  ]);
}, 600_000);
