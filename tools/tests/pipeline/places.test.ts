import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join, relative } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { readSources } from "../../pipeline/pipeline.ts";
import type { ProblemsError } from "../../problems.ts";
import { root, temporaryFolder } from "../workspace.ts";

const index = `openapi: 3.1.0
info: { title: Places, version: "1" }
paths:
  /a:
    $ref: ./a.yaml
components:
  schemas: {}
`;
const pathItem = `get:
  operationId: a.get
  responses:
    "200":
      description: It is done.
`;
async function messageFor(files: Readonly<Record<string, string>>): Promise<string> {
  const folder = await temporaryFolder();
  const all = {
    "redocly.yaml": 'telemetry: "off"\nrules: { struct: error, no-unresolved-refs: error }\n',
    "openapi.yaml": index,
    "a.yaml": pathItem,
    ...files,
  };
  for (const [name, text] of Object.entries(all)) await writeFile(join(folder, name), text);
  const message = await readSources(join(folder, "openapi.yaml"), join(folder, "redocly.yaml")).then(
    () => "",
    (error: ProblemsError) => error.message,
  );
  return message.replaceAll(join(relative(root, folder), "/"), "");
}

test("problems that the linter finds are reported with a line and a column", async () => {
  expect(await messageFor({ "a.yaml": pathItem.replace("responses:", "response:") })).toContain("  a.yaml:3:3 #/get/response (struct)\n");
});

test("a YAML syntax error is reported once, where it begins, without the problems that it causes", async () => {
  const open = await messageFor({ "a.yaml": pathItem.replace("operationId: a.get", 'operationId: "a') });
  expect(open).toMatch(/^lint: 1 problem\n\n {2}a\.yaml:2:16 #\/ \(no-unresolved-refs\)\n {4}Invalid YAML: Missing closing "quote$/);
  const list = await messageFor({ "a.yaml": pathItem.replace("operationId: a.get", "tags: [a, b") });
  expect(list).toMatch(/^lint: 1 problem\n\n {2}a\.yaml:2:9 #\/ \(no-unresolved-refs\)\n/);
  const root = await messageFor({ "openapi.yaml": index.replace('"1" }', '"1"') });
  expect(root).toMatch(/^lint: 1 problem\n\n {2}\S*openapi\.yaml:2:7 #\/\n {4}Invalid YAML: /);
});

test("a syntax error in a file that many operations share is reported once, and the files that it references are not", async () => {
  const shared = pathItem.replace("description: It is done.", "$ref: ./Done.yaml");
  const files = {
    "openapi.yaml": index.replace("components:", "  /b:\n    $ref: ./b.yaml\ncomponents:"),
    "a.yaml": shared,
    "b.yaml": shared.replace("operationId: a.get", "operationId: b.get"),
    "Done.yaml": 'description: "It is done.\ncontent: { application/json: { schema: { $ref: ./Done.schema.yaml } } }\n',
    "Done.schema.yaml": "type: object\n",
  };
  expect(await messageFor(files)).toMatch(/^lint: 1 problem\n\n {2}Done\.yaml:1:14 #\/ \(no-unresolved-refs\)\n {4}Invalid YAML: /);
});

test("problems in the bundle are reported with the line and the column in the source file", async () => {
  const files = { "a.yaml": `${pathItem}  x-idempotency-key: /key\n` };
  expect(await messageFor(files)).toContain("  a.yaml:6:3 #/get/x-idempotency-key\n    x-idempotency-key of a.get: ");
});

test("a reference to another host is reported, and not requested", async () => {
  const requests: (string | undefined)[] = [];
  const server = createServer(({ url }, response) => {
    requests.push(url);
    response.end("type: object\n");
  }).listen(0, "127.0.0.1");
  onTestFinished(() => void server.close());
  await once(server, "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/Done.yaml`;
  const message = await messageFor({
    "a.yaml": `${pathItem}      content: { application/json: { schema: { $ref: "${url}" }, examples: { one: { externalValue: "${url}" } } } }\n`,
  });
  expect(message).toContain(
    `  a.yaml:6:46 #/get/responses/200/content/application~1json/schema (no-unresolved-refs)\n    Can't resolve $ref: ${url} is not a local file. Expected: a file below spec/, such as $ref: ./Meeting.yaml.`,
  );
  expect(requests).toEqual([]);
});
