import { describe, expect, test } from "vitest";
import type { Document } from "../../openapi/document.ts";
import { compareDocuments } from "../compare/compare.ts";
import type { Finding } from "../compare/finding.ts";
import { documentOf, withAnswer, withBody, withParameter } from "./caseDocument.ts";
import { type OperationCase, operationCases } from "./operationCases.ts";
import { type SchemaCase, schemaCases } from "./schemaCases.ts";

const verdictsOf = (findings: readonly Finding[]): string[] => findings.map(({ effect, rule }) => `${effect} ${rule}`).sort();

/** The verdicts on each operation, in the order of the cases. */
async function verdicts(before: readonly object[], after: readonly object[]): Promise<string[][]> {
  const findings = await compareDocuments(documentOf(before), documentOf(after));
  return after.map((operation, index) => {
    const id = (operation as { operationId?: string }).operationId ?? `case.${index}`;
    return verdictsOf(findings.filter(({ subject }) => subject === id));
  });
}

function told(cases: readonly { readonly title: string }[], all: readonly (readonly string[])[]): object {
  return Object.fromEntries(cases.map(({ title }, index) => [title, all[index]]));
}

describe("schemas", () => {
  const expected = (direction: "request" | "answer", way: 0 | 1): object =>
    told(
      schemaCases,
      schemaCases.map((one) => [...one[direction][way]].sort()),
    );
  const sides = (wrap: (schema: object) => object): [object[], object[]] => [
    schemaCases.map(({ before }: SchemaCase) => wrap(before)),
    schemaCases.map(({ after }: SchemaCase) => wrap(after)),
  ];

  test("in what is sent", async () => {
    const [before, after] = sides(withBody);
    expect(told(schemaCases, await verdicts(before, after))).toEqual(expected("request", 0));
    expect(told(schemaCases, await verdicts(after, before))).toEqual(expected("request", 1));
  });

  test("in parameters", async () => {
    const [before, after] = sides(withParameter);
    expect(told(schemaCases, await verdicts(before, after))).toEqual(expected("request", 0));
    expect(told(schemaCases, await verdicts(after, before))).toEqual(expected("request", 1));
  });

  test("in what is answered", async () => {
    const [before, after] = sides(withAnswer);
    expect(told(schemaCases, await verdicts(before, after))).toEqual(expected("answer", 0));
    expect(told(schemaCases, await verdicts(after, before))).toEqual(expected("answer", 1));
  });

  test("a shared schema counts in the graver of its directions, for all operations that it is in", async () => {
    const shared = { $ref: "#/components/schemas/Shared" };
    const wrapped = { schema: { type: "object", properties: { a: { $ref: "#/components/schemas/Wrapped" } } } };
    const operations = [{ ...withBody(shared), ...withAnswer(shared) }, withAnswer(shared), withBody(wrapped.schema)];
    const documents = (type: unknown): Document =>
      documentOf(operations, {
        schemas: { Shared: { type: "object", properties: { f: { type } } }, Wrapped: { type: "array", items: { type } } },
      });
    const there = await compareDocuments(documents("string"), documents(["string", "null"]));
    expect(there).toMatchObject([
      { subject: "Shared", effect: "breaks", operations: ["case.0", "case.1"], directions: ["request", "answer"], place: "field f" },
      { subject: "Wrapped", effect: "adds", operations: ["case.2"], directions: ["request"], place: "item" },
    ]);
    const back = await compareDocuments(documents(["string", "null"]), documents("string"));
    expect(back.map(({ subject, effect }) => [subject, effect])).toEqual([
      ["Shared", "breaks"],
      ["Wrapped", "breaks"],
    ]);
  });
});

test("the message on a bound names the keywords that the documents have", async () => {
  const message = async (before: object, after: object): Promise<string | undefined> => {
    const [old, now] = [before, after].map((bound) => documentOf([withBody({ type: "number", ...bound })]));
    return (await compareDocuments(old as Document, now as Document))[0]?.message;
  };
  expect(await message({ exclusiveMinimum: 0 }, { exclusiveMinimum: 5 })).toMatch(/^Its `exclusiveMinimum` is `5` now, not `0`: /);
  expect(await message({ minimum: 0 }, { exclusiveMinimum: 5 })).toMatch(/^Its `exclusiveMinimum` is `5` now, and its `minimum` was `0`: /);
  expect(await message({ exclusiveMaximum: 9 }, {})).toBe("Its `exclusiveMaximum` was `9` and is no more: more is accepted.");
});

test("operations", async () => {
  const before = operationCases.map((one: OperationCase) => one.before);
  const after = operationCases.map((one: OperationCase) => one.after);
  const expected = (way: "there" | "back"): object =>
    told(
      operationCases,
      operationCases.map((one) => [...one[way]].sort()),
    );
  expect(told(operationCases, await verdicts(before, after))).toEqual(expected("there"));
  expect(told(operationCases, await verdicts(after, before))).toEqual(expected("back"));
});
