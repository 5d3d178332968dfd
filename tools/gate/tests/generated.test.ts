import { expect, test } from "vitest";
import type { Document } from "../../openapi/document.ts";
import { bodyType, parameterType, resultType } from "../../pipeline/emit/types/operationTypes.ts";
import { type PrintedTypes, printTypes } from "../../pipeline/emit/types/typeScript.ts";
import { buildModel } from "../../pipeline/model/build.ts";
import type { Model, Parameter } from "../../pipeline/model/model.ts";
import { changes, documentsOf } from "./changes.ts";

/** Changes to the generated code that do not affect users, because the types accept and return the same values. */
const unnoticed = [
  "allOf in another order",
  "alternatives in another order",
  "an enum in another order",
  "fields moved into allOf",
  "parameters in another order",
  // Included for their reverse: types that no longer suggest a value accept the same values.
  "a known value added",
];

interface Generated {
  readonly model: Model;
  readonly types: PrintedTypes;
}

async function generate(document: Document): Promise<Generated> {
  const model = buildModel(document);
  return { model, types: printTypes(document) };
}

function generated({ model: { operations }, types }: Generated, index: number): string {
  const operation = operations.find(({ id }) => id === `case.op${index}`) ?? operations[index];
  if (operation === undefined) return "";
  const { body, queryParameters, headerParameters, results, batch, pagination } = operation;
  const given = (place: "query" | "header", parameters: readonly Parameter[]): unknown[] =>
    parameters.map((one) => [one.name, one.required, parameterType(types, operation, place, one).text]);
  const parts = {
    body: body && [body.placement, body.required, body.mediaType, bodyType(types, operation, body).text],
    parameters: [...given("query", queryParameters), ...given("header", headerParameters)],
    results: results.map((one) => [one.status, one.mediaType, resultType(types, operation, one).text]),
    methods: [batch !== undefined, pagination !== undefined],
  };
  return JSON.stringify(parts)
    .replace(/\/\*\*.*?\*\//g, "")
    .replace(/(\\n|\s)+/g, " ");
}

test("the gate reports every change to the generated code as more than a changed text", async () => {
  const silent = new Set<string>();
  for (const list of [changes.body, changes.response, changes.operation]) {
    const [before, after] = (await Promise.all(documentsOf(list, false).map(generate))) as [Generated, Generated];
    for (const [index, { title, verdicts }] of list.entries()) {
      if (generated(before, index) === generated(after, index)) continue;
      const isText = (verdict: string): boolean => verdict.split(" + ").every((one) => one === "" || one.startsWith("reads "));
      if (verdicts.some(isText)) silent.add(title);
    }
  }
  expect([...silent].sort()).toEqual(unnoticed.toSorted());
});
