import { existsSync, globSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { Ajv } from "ajv";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { root } from "../workspace.ts";

const read = (file: string): string => readFileSync(join(root, file), "utf8");
const settings = JSON.parse(read(".vscode/settings.json")) as { "yaml.schemas": Record<string, string[]> };
const folder = "tools/authoring/schemas";
const ajv = new Ajv({ strict: false, allErrors: true, formats: { date: true } });
const schemaFiles = globSync([`${folder}/*.json`, "tools/openapi/extensions/*.json"], { cwd: root });
const urlOf = (file: string): string => pathToFileURL(resolve("/", file)).href;
for (const file of schemaFiles) ajv.addSchema(JSON.parse(read(file)) as object, urlOf(file));

function filesOf(patterns: readonly string[]): string[] {
  const found = patterns.filter((pattern) => !pattern.startsWith("!")).flatMap((pattern) => globSync(pattern, { cwd: root }));
  const excluded = new Set(
    patterns.filter((pattern) => pattern.startsWith("!")).flatMap((pattern) => globSync(pattern.slice(1), { cwd: root })),
  );
  return found.filter((file) => !excluded.has(file));
}

const mapped = Object.entries(settings["yaml.schemas"]).map(([schema, patterns]) => ({ schema, files: filesOf(patterns) }));

function problemsOf(schema: string, value: unknown): string[] {
  ajv.validate(urlOf(schema), value);
  return (ajv.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}

test("editors do not load schemas from the network", () => {
  expect(settings).toMatchObject({ "yaml.schemaStore.enable": false });
  for (const file of schemaFiles) expect(read(file).match(/"\$ref": "https?:/g), file).toBe(null);
  expect(mapped.filter(({ schema }) => !existsSync(join(root, schema)))).toEqual([]);
});

test("the editor settings map each file of the spec to exactly one schema, except for one-off files", () => {
  const files = mapped.flatMap((entry) => entry.files);
  expect(files.filter((file) => file.startsWith("spec/released/"))).toEqual([]);
  expect(files.filter((file, index) => files.indexOf(file) !== index)).toEqual([]);
  expect(
    globSync("spec/**/*.yaml", { cwd: root })
      // A command writes the released files, so editors do not have to validate them.
      .filter((file) => !file.startsWith("spec/released/") && !files.includes(file))
      .sort(),
  ).toEqual([
    "spec/control/shared/controlToken.yaml",
    "spec/eventDefinitions/defaultProperties.yaml",
    "spec/shared/associationTypes.yaml",
    "spec/shared/oauth2.yaml",
    "spec/sunsetInterfaces.yaml",
    "spec/versions/interfaces.yaml",
  ]);
});

test.each(mapped)("every file matches $schema", ({ schema, files }) => {
  expect(files).not.toEqual([]);
  for (const file of files) expect(problemsOf(schema, parse(read(file))), file).toEqual([]);
});

test.each([
  { schema: `${folder}/pathItem.json`, file: "spec/tickets/archive.yaml", text: "summary: Archive", by: "sumary: Archive" },
  { schema: `${folder}/pathItem.json`, file: "spec/tickets/archive.yaml", text: "x-retry: safe", by: "x-retry: always" },
  { schema: `${folder}/pathItem.json`, file: "spec/tickets/archive.yaml", text: "grade: documented", by: "grade: described" },
  { schema: `${folder}/pathItem.json`, file: "spec/domainsV1/get.yaml", text: "examples:", by: "example:" },
  { schema: `${folder}/schema.json`, file: "spec/domainsV1/schemas/DomainV1.yaml", text: "type: object", by: "type: objekt" },
  { schema: `${folder}/index.json`, file: "spec/openapi.yaml", text: "$ref: ./tickets/archive.yaml", by: "$ref: ./tickets/archive" },
  { schema: `${folder}/workflow.json`, file: "spec/workflows/send.arazzo.yaml", text: "stepId:", by: "step:" },
])("$by is reported in $file", ({ schema, file, text, by }) => {
  const before = read(file);
  expect(before).toContain(text);
  expect(problemsOf(schema, parse(before.replace(text, by)))).not.toEqual([]);
});
