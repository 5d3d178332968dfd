import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { generate } from "../../pipeline/generate.ts";
import { root } from "../workspace.ts";
import { typecheck } from "./typecheck.ts";

let out = "";
let operations = "";

beforeAll(async () => {
  out = await mkdtemp(join(tmpdir(), "crm-platform-"));
  await generate(["--document", join(root, "tools/tests/fixtures/constructs.yaml"), "--out", out]);
  operations = await readFile(join(out, "client/operations.ts"), "utf8");
});

afterAll(() => rm(out, { recursive: true, force: true }));

function data(name: string): string {
  const [, text = ""] = operations.split(`export const default${name}:`);
  return text.split("export const")[0]?.replace(/\s+/g, "") ?? "";
}

test.each([
  ["Mixed", 'read:$engine.readByStatus({"202":$engine.readText,"206":$engine.readBlob,})'],
  ["Head", "read:$engine.readAny"],
  ["Lines", "read:$engine.readBlob"],
  ["Bare", "read:$engine.readAny"],
  ["Unknown", "read:$engine.readAny"],
  ["Form", 'body:{mediaType:"application/x-www-form-urlencoded;charset=utf-8",write:$engine.writeForm,}'],
  ["Parts", 'body:{mediaType:"multipart/form-data",write:$engine.writeMultipart,}'],
  ["Xml", 'body:{mediaType:"application/xml",write:$engine.writeRaw,placement:"whole",}'],
  ["Any", 'parameters:[{name:"a%26b%3Dc",member:"a&b=c"}]'],
  ["Any", 'body:{mediaType:"application/octet-stream",write:$engine.writeRaw,placement:"member",}'],
  ["StyledQuery", "write:$engine.writeDeepQuery"],
  [
    "StyledForm",
    '{name:"filter",style:"deepObject",explode:true},{name:"ids",explode:false},{name:"a%20b",member:"ab",style:"pipeDelimited"}',
  ],
  ["Tree", 'sensitive:["key"]'],
])("%s: %s", (name, expected) => {
  expect(data(name)).toContain(expected);
});

test("the client has no functions for webhooks", () => {
  expect(operations).not.toContain("things.changed");
});

test("a GET has no body, and TRACE is omitted", () => {
  expect(data("Lines")).not.toContain("body:");
  expect(operations.toLowerCase()).not.toContain("trace");
});

test("the types match the requests and responses", async () => {
  await writeFile(
    join(out, "calls.ts"),
    `import type { Client } from "./client/client.ts";
import type { One, ThingsChangedBody, Tree, WebhookBodies } from "./types/index.ts";
export const webhooks: [
  Same<WebhookBodies, { postCreated: Tree; "things.changed": ThingsChangedBody; postUnnamed: string; putUnnamed: undefined }>,
  Same<ThingsChangedBody, One[]>,
] = [true, true];
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
export const calls = async (client: Client): Promise<true[]> => {
  const { default: all } = client;
  const mixed = await all.mixed().withResponse();
  if (mixed.status === 202) mixed.data.trim();
  if (mixed.status === 206) mixed.data.arrayBuffer();
  await all.xml("<a/>");
  await all.xml(new Uint8Array(1));
  await all.any({ body: new Blob([]), "a&b=c": "1", "X-Area": "n,1" });
  await all.nullable("a");
  await all.nullable(1);
  await all.styledQuery({ filter: { size: { min: 1 }, tags: ["a"] }, fields: ["name"], page: 2 });
  await all.composed({ name: "a", size: 1 });
  // @ts-expect-error "required" next to "allOf" applies
  await all.composed({ name: "a" });
  await all.tree({ name: "a", parent: { of: { name: "b" } }, children: [{ name: "c" }] });
  await all.shape({ radius: 1 });
  await all.wholeSchemas({ any: 1, nested: "a" });
  // @ts-expect-error no value matches the schema "false"
  await all.wholeSchemas({ never: 1 });
  await client.subscriptions.create({ url: "https://app.example" });
  // Two operations would be named "list", so both keep their id.
  await client.subscriptions.subscriptionsList();
  await client.subscriptions.list();
  // @ts-expect-error the client cannot serialize XML
  await all.xml({ a: "1" });
  // @ts-expect-error a path cannot contain null
  await all.nullable(null);
  await all.json([{ deep: ["a", ["b"]] }]);
  // @ts-expect-error a number is not allowed at any depth
  await all.json([{ deep: [1] }]);
  const [first = ""] = await all.json("a");
  if (typeof first !== "string") first[0]?.[0]?.concat();
  await client.users.new();
  await all.kinds({ kind: "two", second: "a" });
  // @ts-expect-error "two" is the kind of the other schema, which the mapping names without a reference
  await all.kinds({ kind: "two", first: "a" });
  const head: Same<Awaited<ReturnType<typeof all.head>>, undefined> = true;
  const lines: Same<Awaited<ReturnType<typeof all.lines>>, Blob> = true;
  for await (const item of all.escaped({ "in/puts": [{ id: "1" }] })) item["it/ems"].toFixed();
  const size: Same<Awaited<ReturnType<typeof all.composed>>["size"], number> = true;
  return [head, lines, size];
};
`,
  );
  expect(await typecheck(out)).toBe("");
});
