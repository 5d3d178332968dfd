import { expect, test } from "vitest";
import type { Document, Schema } from "../../openapi/document.ts";
import { buildModel } from "../../pipeline/model/build.ts";
import { documentOf } from "./documents.ts";

const ofSchema = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` });

// A search that follows every path through these schemas would not terminate.
test("finds secrets in 500 circular schemas", () => {
  const count = 500;
  const schemas = Array.from({ length: count }, (_, index): [string, Schema] => {
    const others = [1, 2, 3, 5, 8, 13].map((step) => `S${(index + step) % count}`);
    const properties = Object.fromEntries(others.map((name) => [`to${name}`, ofSchema(name)]));
    return [
      `S${index}`,
      { type: "object", properties: index === 400 ? { ...properties, key: { type: "string", "x-sensitive": true } } : properties },
    ];
  });
  const { operations } = buildModel(documentOf(Object.fromEntries(schemas)));
  expect(operations[0]?.sensitive).toEqual(["key"]);
});

test("reads a body composed of 500 circular schemas", () => {
  const count = 500;
  const schemas = Array.from({ length: count }, (_, index): [string, Schema] => {
    const others = [1, 2, 3].map((step) => ofSchema(`S${(index + step) % count}`));
    const own: Schema = { type: "object", required: [`p${index}`], properties: { [`p${index}`]: { type: "string" } } };
    return [`S${index}`, { oneOf: [own, ...others] }];
  });
  const { operations } = buildModel(documentOf(Object.fromEntries(schemas)));
  expect(operations[0]).toMatchObject({ sensitive: [], body: { placement: "fields", optionalFields: false } });
});

test("names a secret after its property, even in lists, maps and composed schemas", async () => {
  const secret: Schema = { type: "string", "x-sensitive": true };
  const { operations } = buildModel(
    documentOf({
      S0: {
        type: "object",
        properties: {
          keys: { type: "array", items: ofSchema("Secret") },
          byName: { type: "object", additionalProperties: ofSchema("Secret") },
          first: ofSchema("Either"),
          second: ofSchema("Either"),
          open: { type: "string" },
        },
      },
      Either: { oneOf: [{ type: "integer" }, ofSchema("Secret")] },
      Secret: secret,
    }),
  );
  expect(operations[0]?.sensitive).toEqual(["keys", "byName", "first", "second"]);
});

test("a property or a value called x-evidence is not evidence", () => {
  const mark = { grade: "observed", note: "Seen." };
  const properties = { "x-evidence": { type: "string", "x-evidence": mark }, a: { default: { "x-evidence": "x" } } };
  const { evidence } = buildModel(documentOf({ S0: { type: "object", properties } as Schema }));
  expect(evidence.map(({ pointer }) => pointer)).toEqual(["#/components/schemas/S0/properties/x-evidence"]);
});

test("x-data becomes constants with unique names", () => {
  const entry = { description: "A value.", value: 1 };
  const named = (data: object) => buildModel({ ...documentOf({ S0: {} }), "x-data": data } as Document).data.map(({ name }) => name);
  expect(named({ a: entry, delete: entry })).toEqual(["a", "delete_"]);
  expect(() => named({ fidelity: entry })).toThrow("#/x-data/fidelity\n    The name fidelity is already used");
  expect(() => named({ a: entry, b: { value: 1 } })).toThrow("x-data is not well-formed");
});

test("an operation's parameter overrides a parameter of its path with the same name and place", () => {
  const parameter = (name: string, description: string) => ({ name, in: "query", description, schema: { type: "string" } });
  const get = { operationId: "a.list", parameters: [parameter("id", "Of the operation.")], responses: {} };
  const item = { parameters: [parameter("id", "Of the path."), parameter("limit", "Of the path.")], get };
  const { operations } = buildModel({ openapi: "3.1.0", info: { title: "A", version: "1" }, paths: { "/a": item } });
  expect(operations[0]).toMatchObject({
    queryParameters: [
      { name: "id", description: "Of the operation." },
      { name: "limit", description: "Of the path." },
    ],
  });
});
