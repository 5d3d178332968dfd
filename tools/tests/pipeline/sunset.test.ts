import { expect, test } from "vitest";
import type { Document } from "../../openapi/document.ts";
import { emitClient } from "../../pipeline/emit/client/index.ts";
import { describeBundle } from "../../pipeline/pipeline.ts";

const replacement = "the\nnewer operation";
const sunsets = {
  getAll: { date: "2027-02-16", replacement },
  getNoDate: { date: null, replacement },
  getNoReplacement: { date: "2027-02-16", replacement: null },
  getNothing: { date: null, replacement: null },
};

function documentOf(all: Readonly<Record<string, object>>): Document {
  const operations = Object.entries(all).map(([name, sunset]) => {
    const responses = { 204: { description: "Done." } };
    return [`/${name}`, { get: { operationId: `things.${name}`, deprecated: true, "x-sunset": sunset, responses } }];
  });
  return { openapi: "3.1.0", info: { title: "Ending", version: "1" }, paths: Object.fromEntries(operations) };
}

test("the documentation of a deprecated operation states its end date and replacement if they have been announced", () => {
  const { model, types } = describeBundle(documentOf(sunsets));
  const files = emitClient(model, types, {
    types: "@crm-platform/types",
    names: "@crm-platform/types/properties",
    engine: "../engine/index.ts",
  });
  const functions = files.find(({ path }) => path === "areas/things.ts")?.content ?? "";
  const sentences = [...functions.matchAll(/@deprecated (.*)\n \*\/\nexport function (\w+)/g)].map(([, sentence, name]) => [
    name,
    sentence,
  ]);
  expect(Object.fromEntries(sentences)).toEqual({
    getAll: "Ends on 2027-02-16. Replacement: the newer operation",
    getNoDate: "No end date has been announced. Replacement: the newer operation",
    getNoReplacement: "Ends on 2027-02-16. No replacement has been announced.",
    getNothing: "Neither an end date nor a replacement has been announced.",
  });
  expect(Object.fromEntries(model.operations.map(({ name, sunset }) => [name, sunset]))).toEqual(sunsets);
});

test("a malformed extension is an error", () => {
  expect(() => describeBundle(documentOf({ getMalformed: { date: null } }))).toThrow(
    /^x-sunset is not well-formed: must have required property 'replacement'\. Expected: .*\. Found: \{"date":null\}\.$/,
  );
});
