import { expect, test } from "vitest";
import type { Document } from "../../openapi/document.ts";
import { findingsBetween } from "../decide.ts";
import type { Finding } from "../judge/judge.ts";
import { changes, documentOf, documentsOf, idAt, withBody, withResponse } from "./changes.ts";

const directions = Object.entries(changes).flatMap(([name, list]) => [
  { name, list, isReverse: false },
  { name, list, isReverse: true },
]);

test.each(directions)("each change in the table $name has the expected effects (reverse: $isReverse)", ({ list, isReverse }) => {
  const [before, after] = documentsOf(list, isReverse);
  const findings = findingsBetween(before, after);
  const wrong = list.flatMap(({ title, verdicts }, index) => {
    const found = findings.filter(({ subject }) => subject === idAt(after, index));
    const expected = (isReverse ? verdicts[1] : verdicts[0]).split(" + ").filter(Boolean);
    return matches(found, expected) ? [] : [{ title, expected, found: found.map(({ effect, message }) => `${effect} ${message}`) }];
  });
  expect(wrong).toEqual([]);
});

function matches(found: readonly Finding[], expected: readonly string[]): boolean {
  const left = found.map(({ effect, message }) => `${effect} ${message}`);
  for (const one of expected) {
    const index = left.findIndex((verdict) => verdict.startsWith(one));
    if (index < 0) return false;
    left.splice(index, 1);
  }
  return left.length === 0;
}

test("if a shared schema is used in requests and responses, the more severe effect of a change applies to all operations that use it", () => {
  const shared = { $ref: "#/components/schemas/Shared" };
  const wrapped = { type: "object", properties: { a: { $ref: "#/components/schemas/Wrapped" } } };
  const operations = [{ ...withBody(shared), ...withResponse(shared) }, withResponse(shared), withBody(wrapped)];
  const documentWith = (type: unknown): Document =>
    documentOf(operations, {
      schemas: { Shared: { type: "object", properties: { f: { type } } }, Wrapped: { type: "array", items: { type } } },
    });
  const there = findingsBetween(documentWith("string"), documentWith(["string", "null"]));
  expect(there).toMatchObject([
    { subject: "Shared", effect: "breaks", operations: ["case.op0", "case.op1"], directions: ["request", "response"], place: "field f" },
    { subject: "Wrapped", effect: "adds", operations: ["case.op2"], directions: ["request"], place: "item" },
  ]);
  const back = findingsBetween(documentWith(["string", "null"]), documentWith("string"));
  expect(back.map(({ subject, effect }) => [subject, effect])).toEqual([
    ["Shared", "breaks"],
    ["Wrapped", "breaks"],
  ]);
});
