import { expect, test } from "vitest";
import { buildModel } from "../../pipeline/model/build.ts";
import type { Model } from "../../pipeline/model/model.ts";
import { changes, documentsOf } from "./changes.ts";

/** Changes of the generated code that users do not notice: types take and give the same as before. */
const unnoticed = [
  "allOf in another order",
  "alternatives in another order",
  "an enum in another order",
  "fields moved into allOf",
  "parameters in another order",
  // In reverse: a type that is no longer `readonly` takes all that it took, and a value that is no longer suggested is still taken.
  "a field becomes read-only",
  "a known value added",
  "a required field becomes read-only",
];

/** What is generated for the operation of a change, without texts. */
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

test("where other code is generated, the gate reports more than a text", async () => {
  const silent = new Set<string>();
  for (const list of [changes.body, changes.response, changes.operation]) {
    const [before, after] = (await Promise.all(documentsOf(list, false).map((document) => buildModel(document)))) as [Model, Model];
    for (const [index, { title, verdicts }] of list.entries()) {
      if (generated(before, index) === generated(after, index)) continue;
      const isText = (verdict: string): boolean => verdict.split(" + ").every((one) => one === "" || one.startsWith("reads "));
      if (verdicts.some(isText)) silent.add(title);
    }
  }
  expect([...silent].sort()).toEqual(unnoticed.toSorted());
});
