import { expect, test } from "vitest";
import { buildModel } from "../../pipeline/model/build.ts";
import type { Model } from "../../pipeline/model/model.ts";
import { documentOf, withAnswer, withBody } from "./caseDocument.ts";
import { operationCases } from "./operationCases.ts";
import { schemaCases } from "./schemaCases.ts";

/** Rows whose types are written otherwise and are the same, or take and give the same. */
const sameInOtherWords = [
  "parts in another order",
  "the same fields in parts",
  "alternatives in another order",
  "a closed set in another order",
  "parameters in another order",
  // Back: a type that is no longer `readonly` takes all that it took, and what is no longer suggested is still taken.
  "a field that is only read",
  "a required field that is only read",
  "a value more in an open set",
];

/** What is generated for the call of a case, without texts. */
function generated({ operations }: Model, index: number): string {
  const operation = operations.find(({ id }) => id === `case.${index}`) ?? operations[index];
  const parameters = [...(operation?.queryParameters ?? []), ...(operation?.headerParameters ?? [])];
  const types = {
    body: operation?.body && [operation.body.placement, operation.body.required, operation.body.mediaType, operation.body.type.text],
    parameters: parameters.map(({ member, required, type }) => [member, required, type.text]),
    results: operation?.results.map(({ status, mediaType, type }) => [status, mediaType, type.text]),
    methods: [operation?.batch !== undefined, operation?.pagination !== undefined],
  };
  return JSON.stringify(types)
    .replace(/\/\*\*.*?\*\//g, "")
    .replace(/(\\n|\s)+/g, " ");
}

interface Row {
  readonly title: string;
  readonly before: object;
  readonly after: object;
  /** The verdicts there, and those on the way back. */
  readonly verdicts: readonly [readonly string[], readonly string[]];
}

const rows: readonly (readonly [string, readonly Row[]])[] = [
  [
    "what is sent",
    schemaCases.map(({ title, before, after, request }) => ({
      title,
      before: withBody(before),
      after: withBody(after),
      verdicts: request,
    })),
  ],
  [
    "what is answered",
    schemaCases.map(({ title, before, after, answer }) => ({
      title,
      before: withAnswer(before),
      after: withAnswer(after),
      verdicts: answer,
    })),
  ],
  [
    "operations",
    operationCases.map(({ title, before, after, there, back }) => ({ title, before, after, verdicts: [there, back] as const })),
  ],
];

test("where other code is generated, the gate says more than that a text reads differently", async () => {
  const silent = new Set<string>();
  for (const [, own] of rows) {
    const sides = await Promise.all(
      [own.map(({ before }) => before), own.map(({ after }) => after)].map((all) => buildModel(documentOf(all))),
    );
    const [before, after] = sides as [Model, Model];
    for (const [index, { title, verdicts }] of own.entries()) {
      if (generated(before, index) === generated(after, index)) continue;
      if (verdicts.some((found) => found.every((verdict) => verdict.startsWith("reads")))) silent.add(title);
    }
  }
  expect([...silent].sort()).toEqual([...sameInOtherWords].sort());
});
