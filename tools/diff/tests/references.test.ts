import { expect, test } from "vitest";
import type { Document } from "../../openapi/document.ts";
import { compareDocuments } from "../compare/compare.ts";

type Schemas = Readonly<Record<string, object>>;
type Sides = { readonly body?: object; readonly answer?: object };

const to = (name: string): object => ({ $ref: `#/components/schemas/${name}` });
const fields = (properties: object, more: object = {}): object => ({ type: "object", properties, ...more });
const content = (schema: object): object => ({ content: { "application/json": { schema } } });

/** A document of operations `o.0`, `o.1` and so on, each with a body, an answer, or both. */
function documentOf(operations: readonly Sides[], schemas: Schemas): Document {
  const paths = operations.map(({ body, answer = {} }, index) => [
    `/o/${index}`,
    {
      post: {
        operationId: `o.${index}`,
        tags: ["o"],
        security: [],
        ...(body && { requestBody: { required: true, ...content(body) } }),
        responses: { "200": { description: "Done.", ...content(answer) } },
      },
    },
  ]);
  const document = { openapi: "3.1.0", info: { title: "References", version: "1.0.0" }, paths: Object.fromEntries(paths) };
  return { ...document, components: { schemas } } as unknown as Document;
}

async function told(before: Document, after: Document): Promise<string[]> {
  const findings = await compareDocuments(before, after);
  return findings.map(({ effect, rule, subject, place }) => [effect, rule, subject, place].filter((word) => word !== "").join(" | "));
}

const patterns: Schemas = { A: { type: "string", pattern: "^a" }, C: { type: "string", pattern: "^c" } };
/** Uses both, so that neither comes or goes. */
const users: Sides = { body: fields({ a: to("A"), c: to("C") }), answer: fields({ a: to("A"), c: to("C") }) };

test("one reference that is exchanged for another in several places counts in each of them", async () => {
  const using = (name: string): Document =>
    documentOf(
      [{ answer: fields({ f: to(name) }) }, { body: fields({ f: to(name) }) }, { body: fields({ g: to(name) }) }, users],
      patterns,
    );
  expect(await told(using("A"), using("C"))).toEqual([
    "breaks | pattern-changed | o.0 | response 200 field f",
    "breaks | pattern-changed | o.1 | body field f",
    "breaks | pattern-changed | o.2 | body field g",
  ]);
});

test("exchanged in the body and in the answer of one operation, it is told of both", async () => {
  const schemas = { A: { type: "string", enum: ["a", "b"] }, C: { type: "string", enum: ["a", "b", "c"] } };
  const using = (name: string): Document =>
    documentOf([{ body: fields({ f: to(name) }), answer: fields({ f: to(name) }) }, users], schemas);
  expect(await told(using("A"), using("C"))).toEqual([
    "breaks | value-added | o.0 | response 200 field f",
    "adds | value-added | o.0 | body field f",
  ]);
});

test("a reference in the place of what it refers to says nothing new, and what differs beside it is told", async () => {
  const using = (schema: object): Document => documentOf([{ answer: schema }, users], patterns);
  expect(await told(using(fields({ f: patterns["A"] })), using(fields({ f: to("A") })))).toEqual([]);
  expect(await told(using(fields({ f: to("A") })), using(fields({ f: { ...to("A"), deprecated: true } })))).toEqual([
    "adds | deprecated | o.0 | response 200 field f",
  ]);
  expect(await told(using(fields({ f: to("A") })), using(fields({ f: { allOf: [to("A")] } })))).toEqual([]);
});

test("something renamed hides nothing of what is in it, and nothing beside it", async () => {
  const schemas = (more: object): Schemas => ({ Inner: fields({ x: { type: "string" }, ...more }) });
  const before = documentOf(
    [{ body: fields({ old: to("Inner") }) }, { answer: fields({ inner: to("Inner") }) }],
    schemas({ y: { type: "string" } }),
  );
  const after = documentOf([{ body: fields({ now: to("Inner") }) }, { answer: fields({ inner: to("Inner") }) }], schemas({}));
  expect(await told(before, after)).toEqual([
    "breaks | field-removed | o.0 | body field old",
    "adds | field-added | o.0 | body field now",
    "breaks | field-removed | Inner | field y",
  ]);
});

test("an alternative that another value tells is compared all the same", async () => {
  const grants = (value: string, required: readonly string[]): Document =>
    documentOf([{ body: to("Request") }], {
      Request: { oneOf: [to("Grant")], discriminator: { propertyName: "type", mapping: { [value]: "#/components/schemas/Grant" } } },
      Grant: fields({ type: { const: value }, scope: { type: "string" } }, { required }),
    });
  expect(await told(grants("refresh", ["type"]), grants("renew", ["type", "scope"]))).toEqual([
    "breaks | value-removed | Grant | field type",
    "breaks | field-required | Grant",
    "breaks | discriminator-changed | Request",
  ]);
});

test("a limit of a schema in requests and responses breaks one of them, whichever way it moves", async () => {
  const both = (maxLength: number): Document =>
    documentOf([{ body: to("Text"), answer: to("Text") }], { Text: fields({ f: { type: "string", maxLength } }) });
  expect(await told(both(5), both(9))).toEqual(["breaks | limit-changed | Text | field f"]);
  expect(await told(both(9), both(5))).toEqual(["breaks | limit-changed | Text | field f"]);
});

test("what a schema says of itself in a circle comes to an end", async () => {
  const tree = (name: string, leaf: object): Schemas => ({ [name]: fields({ leaf, children: { type: "array", items: to(name) } }) });
  const schemas = { ...tree("A", { type: "string" }), ...tree("C", { type: "integer" }) };
  const using = (name: string): Document => documentOf([{ answer: fields({ tree: to(name) }) }, users], schemas);
  expect(await told(using("A"), using("C"))).toEqual(["breaks | type-changed | o.0 | response 200 field tree.leaf"]);
  const own = (leaf: object): Document => documentOf([{ answer: to("A") }], tree("A", leaf));
  expect(await told(own({ type: "string" }), own({ type: "integer" }))).toEqual(["breaks | type-changed | A | field leaf"]);
});

test("a part that an operation no longer uses is told as its", async () => {
  const schemas = (type: string): Schemas => ({ Part: { type } });
  const before = documentOf([{ answer: to("Part") }, { answer: to("Part") }], schemas("string"));
  const after = documentOf([{ answer: { type: "string" } }, { answer: to("Part") }], schemas("integer"));
  const findings = await compareDocuments(before, after);
  expect(findings.map(({ subject, operations, effect }) => [subject, operations, effect])).toEqual([["Part", ["o.0", "o.1"], "breaks"]]);
});

test("a deep document in which everything refers twice to the next is compared in no time", async () => {
  const chain = (letter: string, leaf: string): [string, object][] =>
    Array.from({ length: 40 }, (_, index) => {
      const next = to(`${letter}${index + 1}`);
      return [
        `${letter}${index}`,
        index === 39 ? fields({ leaf: { type: leaf } }) : { ...fields({ a: next, b: next }), allOf: [fields({ c: next })] },
      ];
    });
  const schemas = Object.fromEntries([...chain("A", "string"), ...chain("C", "integer")]);
  const both: Sides = { answer: fields({ a: to("A0"), c: to("C0") }) };
  const using = (name: string): Document =>
    documentOf([{ answer: fields({ one: to(name), other: { oneOf: [to(name), { type: "null" }] } }) }, both], schemas);
  const findings = await told(using("A0"), using("C0"));
  expect(findings.filter((line) => line.startsWith("breaks | type-changed | o.0 | response 200 field one."))).toHaveLength(1);
  expect(
    findings.filter((line) => line.startsWith("breaks | type-changed | o.0 | response 200 field other (alternative 1).")),
  ).toHaveLength(1);
});

test("types that exchange what is in them are both told, and so is one that no operation comes to any more", async () => {
  const a = fields({ a: { type: "string" } });
  const b = fields({ b: { type: "string" } });
  const before = documentOf([{ body: to("A"), answer: to("B") }], { A: a, B: b });
  const after = documentOf([{ body: to("B"), answer: to("A") }], { A: b, B: a });
  expect((await told(before, after)).filter((line) => line.startsWith("breaks"))).toEqual([
    "breaks | field-removed | A | field a",
    "breaks | field-removed | B | field b",
  ]);
  const whole = documentOf([{ answer: to("A") }], { A: fields({ x: { type: "string" }, y: { type: "string" } }) });
  const slim = documentOf([{ answer: to("Details") }], {
    A: fields({ x: { type: "string" } }),
    Details: fields({ x: { type: "string" }, y: { type: "string" } }),
  });
  expect(await told(whole, slim)).toEqual(["breaks | field-removed | A | field y", "adds | type-added | Details"]);
});

test("a field that moves into a part that is kept, or out of it, is there all the same", async () => {
  const schemas = (base: object, own: object): Schemas => ({ Base: fields(base), Whole: { allOf: [to("Base"), fields(own)] } });
  const using = (base: object, own: object): Document => documentOf([{ answer: to("Whole") }], schemas(base, own));
  const text = { type: "string" };
  expect(await told(using({ a: text }, { b: text }), using({ a: text, b: text }, {}))).toEqual(["adds | field-added | Base | field b"]);
  expect(await told(using({ a: text, b: text }, {}), using({ a: text }, { b: text }))).toEqual(["breaks | field-removed | Base | field b"]);
});

test("null in its several forms is the same", async () => {
  const forms = [
    { type: ["string", "null"], maxLength: 5 },
    { anyOf: [{ type: "string", maxLength: 5 }, { type: "null" }] },
    { oneOf: [{ type: "null" }, to("Text")] },
  ];
  const documents = forms.map((f) =>
    documentOf([{ body: fields({ f }), answer: fields({ f }) }, { answer: to("Text") }], { Text: { type: "string", maxLength: 5 } }),
  );
  const [list, any, one] = documents as [Document, Document, Document];
  expect(await told(list, any)).toEqual([]);
  expect(await told(any, list)).toEqual([]);
  expect(await told(list, one)).toEqual([]);
});

test("what stands beside the reference of a part that is another one counts", async () => {
  const using = (maxProperties: number): Document =>
    documentOf([{ body: to("Alias") }], { Alias: { ...to("Whole"), maxProperties }, Whole: fields({ a: { type: "string" } }) });
  expect(await told(using(5), using(2))).toEqual(["breaks | limit-changed | Alias"]);
});

test("a secret that is none any more is told, in whatever form it is written", async () => {
  const secret = { type: "string", "x-sensitive": true };
  const using = (f: object): Document =>
    documentOf([{ body: fields({ f }) }, users], { ...patterns, Secret: secret, Plain: { type: "string" } });
  expect(await told(using(secret), using({ allOf: [{ type: "string" }] }))).toEqual(["breaks | secret-unmarked | o.0 | body field f"]);
  expect(await told(using(to("Secret")), using(to("Plain")))).toEqual(["breaks | secret-unmarked | o.0 | body field f"]);
  expect(await told(using(secret), using(to("Secret")))).toEqual([]);
});

test("what contradicts itself in parts is compared, and so is what only one list of parts demands", async () => {
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
  expect(await told(using(2, []), using(3, []))).toEqual(["breaks | limit-changed | o.0 | body"]);
  expect(await told(using(2, []), using(2, ["a"]))).toEqual(["breaks | field-required | o.0 | body"]);
});

test("a large document is compared: many alternatives, and many operations", async () => {
  const graph = Object.fromEntries(Array.from({ length: 60 }, (_, index) => [`G${index}`, fields({ next: to(`G${(index + 1) % 60}`) })]));
  const forms = (name: string): object[] =>
    Array.from({ length: 40 }, (_, index) => fields({ [`${name}${index}`]: to("G0"), kind: { const: index } }));
  const using = (name: string, limit: number): Document =>
    documentOf(
      [{ body: { oneOf: forms(name) } }, ...Array.from({ length: 400 }, () => ({ body: { type: "string", maxLength: limit } }))],
      graph,
    );
  const findings = await told(using("a", 9), using("b", 5));
  expect(findings.filter((line) => line.includes("limit-changed"))).toHaveLength(400);
});

test("a shared schema that becomes read-only", async () => {
  const using = (more: object): Document => documentOf([{ body: fields({ f: to("Stamp") }) }], { Stamp: { type: "string", ...more } });
  expect(await told(using({}), using({ readOnly: true }))).toEqual(["breaks | read-only-changed | Stamp"]);
});

test("parameters, bodies, headers and answers that operations share are told once, as what they share", async () => {
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
  expect(await told(using("string"), using("boolean"))).toEqual([
    "breaks | type-changed | headers/H",
    "breaks | type-changed | parameters/P",
    "breaks | type-changed | requestBodies/B | field b",
    "breaks | type-changed | responses/R | field r",
  ]);
});

test("an alternative is the one of its name, and then the one that demands the same, wherever it stands", async () => {
  const one = fields({ id: { type: "string" }, a: { type: "string" } });
  const other = fields({ id: { type: "string" }, b: { type: "string" } });
  const using = (forms: readonly object[], a: object): Document =>
    documentOf([{ body: { oneOf: forms } }, users], { ...patterns, One: a, Other: other });
  // By their likeness alone the first would be taken for the second.
  expect(await told(using([one, other], one), using([other, one], one))).toEqual([]);
  const changed = fields({ id: { type: "string" }, b: { type: "string" } }, { maxProperties: 1 });
  expect(await told(using([to("One"), to("Other")], one), using([to("Other"), to("One")], changed))).toEqual([
    "breaks | field-removed | One | field a",
    "breaks | limit-changed | One",
    "adds | field-added | One | field b",
  ]);
});

test("a shared response that refers to another one now is compared with that", async () => {
  const using = (name: string): Document => {
    const of = (type: string): object => ({ description: "Done.", ...content({ type }) });
    const responses = { A: of("string"), C: of("boolean"), Alias: { $ref: `#/components/responses/${name}` } };
    const operation = { operationId: "o.a", tags: ["o"], security: [], responses: { "200": { $ref: "#/components/responses/Alias" } } };
    const document = { openapi: "3.1.0", info: { title: "References", version: "1.0.0" }, paths: { "/a": { get: operation } } };
    return { ...document, components: { responses } } as unknown as Document;
  };
  expect(await told(using("A"), using("C"))).toEqual(["breaks | type-changed | responses/Alias"]);
});
