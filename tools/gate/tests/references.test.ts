import { expect, test } from "vitest";
import type { Document } from "../../openapi/document.ts";
import { findingsBetween } from "../decide.ts";

type Schemas = Readonly<Record<string, object>>;
type Sides = { readonly body?: object; readonly response?: object };

const to = (name: string): object => ({ $ref: `#/components/schemas/${name}` });
const fields = (properties: object, more: object = {}): object => ({ type: "object", properties, ...more });
const content = (schema: object): object => ({ content: { "application/json": { schema } } });

function documentOf(operations: readonly Sides[], schemas: Schemas): Document {
  const paths = operations.map(({ body, response = {} }, index) => [
    `/o/${index}`,
    {
      post: {
        operationId: `o.${index}`,
        tags: ["o"],
        security: [],
        ...(body && { requestBody: { required: true, ...content(body) } }),
        responses: { "200": { description: "Done.", ...content(response) } },
      },
    },
  ]);
  const document = { openapi: "3.1.0", info: { title: "References", version: "1.0.0" }, paths: Object.fromEntries(paths) };
  return { ...document, components: { schemas } } as unknown as Document;
}

function linesOf(before: Document, after: Document): string[] {
  const findings = findingsBetween(before, after);
  return findings.map(({ effect, rule, subject, place }) => [effect, rule, subject, place].filter((word) => word !== "").join(" | "));
}

const patterns: Schemas = { A: { type: "string", pattern: "^a" }, C: { type: "string", pattern: "^c" } };
/** Uses both types, so that neither is added or removed. */
const users: Sides = { body: fields({ a: to("A"), c: to("C") }), response: fields({ a: to("A"), c: to("C") }) };

test("a reference replaced in several places is reported in each of them", () => {
  const using = (name: string): Document =>
    documentOf(
      [{ response: fields({ f: to(name) }) }, { body: fields({ f: to(name) }) }, { body: fields({ g: to(name) }) }, users],
      patterns,
    );
  expect(linesOf(using("A"), using("C"))).toEqual([
    "breaks | pattern-changed | o.0 | response 200 field f",
    "breaks | pattern-changed | o.1 | body field f",
    "breaks | pattern-changed | o.2 | body field g",
  ]);
});

test("a reference replaced in the body and the response of one operation is reported for both", () => {
  const schemas = { A: { type: "string", enum: ["a", "b"] }, C: { type: "string", enum: ["a", "b", "c"] } };
  const using = (name: string): Document =>
    documentOf([{ body: fields({ f: to(name) }), response: fields({ f: to(name) }) }, users], schemas);
  expect(linesOf(using("A"), using("C"))).toEqual([
    "breaks | value-added | o.0 | response 200 field f",
    "adds | value-added | o.0 | body field f",
  ]);
});

test("a reference is equivalent to its target, and a keyword next to the reference is compared", () => {
  const using = (schema: object): Document => documentOf([{ response: schema }, users], patterns);
  expect(linesOf(using(fields({ f: patterns["A"] })), using(fields({ f: to("A") })))).toEqual([]);
  expect(linesOf(using(fields({ f: to("A") })), using(fields({ f: { ...to("A"), deprecated: true } })))).toEqual([
    "adds | deprecated | o.0 | response 200 field f",
  ]);
  expect(linesOf(using(fields({ f: to("A") })), using(fields({ f: { allOf: [to("A")] } })))).toEqual([]);
});

test("a renamed field does not hide changes in its schema", () => {
  const schemas = (more: object): Schemas => ({ Inner: fields({ x: { type: "string" }, ...more }) });
  const before = documentOf(
    [{ body: fields({ old: to("Inner") }) }, { response: fields({ inner: to("Inner") }) }],
    schemas({ y: { type: "string" } }),
  );
  const after = documentOf([{ body: fields({ now: to("Inner") }) }, { response: fields({ inner: to("Inner") }) }], schemas({}));
  expect(linesOf(before, after)).toEqual([
    "breaks | field-removed | o.0 | body field old",
    "adds | field-added | o.0 | body field now",
    "breaks | field-removed | Inner | field y",
  ]);
});

test("an alternative with another discriminator value is compared", () => {
  const grants = (value: string, required: readonly string[]): Document =>
    documentOf([{ body: to("Request") }], {
      Request: { oneOf: [to("Grant")], discriminator: { propertyName: "type", mapping: { [value]: "#/components/schemas/Grant" } } },
      Grant: fields({ type: { const: value }, scope: { type: "string" } }, { required }),
    });
  expect(linesOf(grants("refresh", ["type"]), grants("renew", ["type", "scope"]))).toEqual([
    "breaks | value-removed | Grant | field type",
    "breaks | field-required | Grant",
    "breaks | discriminator-changed | Request",
  ]);
});

test("changing a limit of a schema used in requests and responses is a breaking change, whether the limit increases or decreases", () => {
  const both = (maxLength: number): Document =>
    documentOf([{ body: to("Text"), response: to("Text") }], { Text: fields({ f: { type: "string", maxLength } }) });
  expect(linesOf(both(5), both(9))).toEqual(["breaks | limit-changed | Text | field f"]);
  expect(linesOf(both(9), both(5))).toEqual(["breaks | limit-changed | Text | field f"]);
});

test("the comparison terminates on self-referencing schemas", () => {
  const tree = (name: string, leaf: object): Schemas => ({ [name]: fields({ leaf, children: { type: "array", items: to(name) } }) });
  const schemas = { ...tree("A", { type: "string" }), ...tree("C", { type: "integer" }) };
  const using = (name: string): Document => documentOf([{ response: fields({ tree: to(name) }) }, users], schemas);
  expect(linesOf(using("A"), using("C"))).toEqual(["breaks | type-changed | o.0 | response 200 field tree.leaf"]);
  const own = (leaf: object): Document => documentOf([{ response: to("A") }], tree("A", leaf));
  expect(linesOf(own({ type: "string" }), own({ type: "integer" }))).toEqual(["breaks | type-changed | A | field leaf"]);
});

test("a change to a part that an operation no longer uses is still reported for the operation", () => {
  const schemas = (type: string): Schemas => ({ Part: { type } });
  const before = documentOf([{ response: to("Part") }, { response: to("Part") }], schemas("string"));
  const after = documentOf([{ response: { type: "string" } }, { response: to("Part") }], schemas("integer"));
  const findings = findingsBetween(before, after);
  expect(findings.map(({ subject, operations, effect }) => [subject, operations, effect])).toEqual([["Part", ["o.0", "o.1"], "breaks"]]);
});

test("a deep document in which every schema refers twice to the next schema is compared quickly", () => {
  const chain = (letter: string, leaf: string): [string, object][] =>
    Array.from({ length: 40 }, (_, index) => {
      const next = to(`${letter}${index + 1}`);
      return [
        `${letter}${index}`,
        index === 39 ? fields({ leaf: { type: leaf } }) : { ...fields({ a: next, b: next }), allOf: [fields({ c: next })] },
      ];
    });
  const schemas = Object.fromEntries([...chain("A", "string"), ...chain("C", "integer")]);
  const both: Sides = { response: fields({ a: to("A0"), c: to("C0") }) };
  const using = (name: string): Document =>
    documentOf([{ response: fields({ one: to(name), other: { oneOf: [to(name), { type: "null" }] } }) }, both], schemas);
  const findings = linesOf(using("A0"), using("C0"));
  expect(findings.filter((line) => line.startsWith("breaks | type-changed | o.0 | response 200 field one."))).toHaveLength(1);
  expect(findings.filter((line) => line.startsWith("breaks | type-changed | o.0 | response 200 field other."))).toHaveLength(1);
});

test("types that swap their contents are both reported, and so is an unused type", () => {
  const a = fields({ a: { type: "string" } });
  const b = fields({ b: { type: "string" } });
  const before = documentOf([{ body: to("A"), response: to("B") }], { A: a, B: b });
  const after = documentOf([{ body: to("B"), response: to("A") }], { A: b, B: a });
  expect(linesOf(before, after).filter((line) => line.startsWith("breaks"))).toEqual([
    "breaks | field-removed | A | field a",
    "breaks | field-removed | B | field b",
  ]);
  const whole = documentOf([{ response: to("A") }], { A: fields({ x: { type: "string" }, y: { type: "string" } }) });
  const slim = documentOf([{ response: to("Details") }], {
    A: fields({ x: { type: "string" } }),
    Details: fields({ x: { type: "string" }, y: { type: "string" } }),
  });
  expect(linesOf(whole, slim)).toEqual(["breaks | field-removed | A | field y", "adds | type-added | Details"]);
});

test("a field that moves into a shared part, or out of it, is not removed", () => {
  const schemas = (base: object, own: object): Schemas => ({ Base: fields(base), Whole: { allOf: [to("Base"), fields(own)] } });
  const using = (base: object, own: object): Document => documentOf([{ response: to("Whole") }], schemas(base, own));
  const text = { type: "string" };
  expect(linesOf(using({ a: text }, { b: text }), using({ a: text, b: text }, {}))).toEqual(["adds | field-added | Base | field b"]);
  expect(linesOf(using({ a: text, b: text }, {}), using({ a: text }, { b: text }))).toEqual(["breaks | field-removed | Base | field b"]);
});

test("all notations of null are equivalent", () => {
  const forms = [
    { type: ["string", "null"], maxLength: 5 },
    { oneOf: [{ type: "string", maxLength: 5 }, { type: "null" }] },
    { oneOf: [{ type: "null" }, to("Text")] },
  ];
  const documents = forms.map((f) =>
    documentOf([{ body: fields({ f }), response: fields({ f }) }, { response: to("Text") }], { Text: { type: "string", maxLength: 5 } }),
  );
  const [list, any, one] = documents as [Document, Document, Document];
  expect(linesOf(list, any)).toEqual([]);
  expect(linesOf(any, list)).toEqual([]);
  expect(linesOf(list, one)).toEqual([]);
});

test("a keyword next to the reference of an alias is compared", () => {
  const using = (maxProperties: number): Document =>
    documentOf([{ body: to("Alias") }], { Alias: { ...to("Whole"), maxProperties }, Whole: fields({ a: { type: "string" } }) });
  expect(linesOf(using(5), using(2))).toEqual(["breaks | limit-changed | Alias"]);
});

test("a value that is no longer a secret is reported, regardless of the notation", () => {
  const secret = { type: "string", "x-sensitive": true };
  const using = (f: object): Document =>
    documentOf([{ body: fields({ f }) }, users], { ...patterns, Secret: secret, Plain: { type: "string" } });
  expect(linesOf(using(secret), using({ allOf: [{ type: "string" }] }))).toEqual(["breaks | secret-unmarked | o.0 | body field f"]);
  expect(linesOf(using(to("Secret")), using(to("Plain")))).toEqual(["breaks | secret-unmarked | o.0 | body field f"]);
  expect(linesOf(using(secret), using(to("Secret")))).toEqual([]);
});

test("contradicting parts of allOf are compared, and so is a keyword of only one part", () => {
  const using = (maxLength: number, required: readonly string[]): Document =>
    documentOf(
      [
        {
          body: {
            allOf: [fields({ a: { type: "string" } }, { minProperties: 1 }), { type: "object", minProperties: maxLength, required }],
          },
        },
      ],
      {},
    );
  expect(linesOf(using(2, []), using(3, []))).toEqual(["breaks | limit-changed | o.0 | body"]);
  expect(linesOf(using(2, []), using(2, ["a"]))).toEqual(["breaks | field-required | o.0 | body"]);
});

test("compares large documents with many alternatives and many operations", () => {
  const graph = Object.fromEntries(Array.from({ length: 60 }, (_, index) => [`G${index}`, fields({ next: to(`G${(index + 1) % 60}`) })]));
  const forms = (name: string): object[] =>
    Array.from({ length: 40 }, (_, index) => fields({ [`${name}${index}`]: to("G0"), kind: { const: index } }));
  const using = (name: string, limit: number): Document =>
    documentOf(
      [{ body: { oneOf: forms(name) } }, ...Array.from({ length: 400 }, () => ({ body: { type: "string", maxLength: limit } }))],
      graph,
    );
  const findings = linesOf(using("a", 9), using("b", 5));
  expect(findings.filter((line) => line.includes("limit-changed"))).toHaveLength(400);
});

test("shared parameters, bodies, headers and responses are reported once", () => {
  const using = (type: string): Document => {
    const schema = { type };
    const operation = (id: string): object => ({
      operationId: id,
      tags: ["o"],
      security: [],
      parameters: [{ $ref: "#/components/parameters/P" }],
      requestBody: { $ref: "#/components/requestBodies/B" },
      responses: { "200": { $ref: "#/components/responses/R" } },
    });
    const components = {
      parameters: { P: { name: "p", in: "query", schema } },
      requestBodies: { B: content(fields({ b: schema })) },
      headers: { H: { schema } },
      responses: { R: { description: "Done.", headers: { H: { $ref: "#/components/headers/H" } }, ...content(fields({ r: schema })) } },
    };
    const paths = { "/a": { post: operation("o.a") }, "/b": { post: operation("o.b") } };
    return { openapi: "3.1.0", info: { title: "References", version: "1.0.0" }, paths, components } as unknown as Document;
  };
  expect(linesOf(using("string"), using("boolean"))).toEqual([
    "breaks | type-changed | headers/H",
    "breaks | type-changed | parameters/P",
    "breaks | type-changed | requestBodies/B | field b",
    "breaks | type-changed | responses/R | field r",
  ]);
});

test("alternatives are paired by name, then by equality, regardless of their order", () => {
  const one = fields({ id: { type: "string" }, a: { type: "string" } });
  const other = fields({ id: { type: "string" }, b: { type: "string" } });
  const using = (forms: readonly object[], a: object): Document =>
    documentOf([{ body: { oneOf: forms } }, users], { ...patterns, One: a, Other: other });
  // By similarity alone, the first alternative would be paired with the second.
  expect(linesOf(using([one, other], one), using([other, one], one))).toEqual([]);
  const changed = fields({ id: { type: "string" }, b: { type: "string" } }, { maxProperties: 1 });
  expect(linesOf(using([to("One"), to("Other")], one), using([to("Other"), to("One")], changed))).toEqual([
    "breaks | field-removed | One | field a",
    "breaks | limit-changed | One",
    "adds | field-added | One | field b",
  ]);
});

test("a shared response that becomes a reference is compared with its target", () => {
  const using = (name: string): Document => {
    const of = (type: string): object => ({ description: "Done.", ...content({ type }) });
    const responses = { A: of("string"), C: of("boolean"), Alias: { $ref: `#/components/responses/${name}` } };
    const operation = { operationId: "o.a", tags: ["o"], security: [], responses: { "200": { $ref: "#/components/responses/Alias" } } };
    const document = { openapi: "3.1.0", info: { title: "References", version: "1.0.0" }, paths: { "/a": { get: operation } } };
    return { ...document, components: { responses } } as unknown as Document;
  };
  expect(linesOf(using("A"), using("C"))).toEqual(["breaks | type-changed | responses/Alias"]);
});
