import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { generate } from "../../pipeline/generate.ts";
import { temporaryFolder } from "../workspace.ts";

const replacement = "the\nnewer operation";
const sunsets = {
  all: { date: "2027-02-16", replacement },
  noDate: { date: null, replacement },
  noReplacement: { date: "2027-02-16", replacement: null },
  nothing: { date: null, replacement: null },
  malformed: { date: null },
};

test("the documentation of a deprecated operation states its end date and replacement if they have been announced", async () => {
  const folder = await temporaryFolder();
  const operations = Object.entries(sunsets).map(([operationId, sunset]) => [
    `/${operationId}`,
    { get: { operationId, deprecated: true, "x-sunset": sunset, responses: { 204: { description: "Done." } } } },
  ]);
  const document = { openapi: "3.1.0", info: { title: "Ending", version: "1" }, paths: Object.fromEntries(operations) };
  await writeFile(join(folder, "openapi.json"), JSON.stringify(document));
  await generate(["--document", join(folder, "openapi.json"), "--out", join(folder, "out")]);

  const functions = await readFile(join(folder, "out/client/areas/default.ts"), "utf8");
  const sentences = [...functions.matchAll(/@deprecated (.*)\n \*\/\nexport function (\w+)/g)].map(([, sentence, name]) => [
    name,
    sentence,
  ]);
  expect(Object.fromEntries(sentences)).toEqual({
    all: "Ends on 2027-02-16. Replacement: the newer operation",
    noDate: "No end date has been announced. Replacement: the newer operation",
    noReplacement: "Ends on 2027-02-16. No replacement has been announced.",
    nothing: "Neither an end date nor a replacement has been announced.",
    malformed: "No date has been announced.",
  });

  const { operationTable } = (await import(pathToFileURL(join(folder, "out/types/data.ts")).href)) as {
    operationTable: Record<string, { sunset?: unknown }>;
  };
  const { malformed: _, ...wellFormed } = sunsets;
  expect(Object.fromEntries(Object.entries(operationTable).map(([id, { sunset }]) => [id, sunset]))).toEqual({
    ...wellFormed,
    malformed: undefined,
  });
});
