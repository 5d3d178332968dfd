import { readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createMock } from "@crm-platform/mock";
import { type OpenApiDocument, readOperations, schemasAt } from "@crm-platform/mock/contract";
import openapiTypeScript, { astToString, type OpenAPI3 } from "openapi-typescript";
import ts from "typescript";
import { expect, onTestFinished, test } from "vitest";
import { redocly } from "../redocly.ts";
import { root, temporaryFolder } from "../workspace.ts";

/** The parts of a document that the tests read. */
interface Served {
  readonly info: { readonly title: string };
  readonly paths: Readonly<Record<string, Readonly<Partial<Record<"get" | "post" | "delete", ServedOperation>>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, ServedSchema>> };
}

interface ServedOperation {
  readonly deprecated?: boolean;
  readonly parameters?: unknown;
  readonly responses: object;
}

interface ServedSchema {
  readonly required?: readonly string[];
  readonly properties?: object;
}

async function served(path: string): Promise<{ status: number; document: Served }> {
  const mock = await createMock();
  onTestFinished(() => mock.close());
  const response = await mock.fetch(`${mock.url}/openapi.json${path}`);
  return { status: response.status, document: (await response.json()) as Served };
}

const versions = ["v1", "v2", "v3", "v4", "2025-09", "2026-03", "2026-09"];

test.each(versions)("the document of version %s has only this version's paths, and passes lint and openapi-typescript", async (version) => {
  const { status, document } = await served(`?version=${version}`);
  expect([status, document.info.title]).toEqual([200, `CRM Platform API, version ${version}`]);
  const paths = Object.keys(document.paths);
  expect(paths).not.toEqual([]);
  expect(paths.filter((path) => !path.split("/").includes(version))).toEqual([]);

  const file = join(await temporaryFolder(), "openapi.json");
  await writeFile(file, JSON.stringify(document));
  const { stdout, stderr, ok } = await redocly(["lint", "--extends", "recommended", "--format", "json", file]);
  const { problems } = JSON.parse(stdout) as { problems: readonly { ruleId: string; message: string }[] };
  // The described document has the same paths, which match the same requests.
  expect([ok, problems.filter(({ ruleId }) => ruleId !== "no-ambiguous-paths"), stderr.includes("Error")]).toEqual([true, [], false]);

  const types = astToString(await openapiTypeScript(document as unknown as OpenAPI3));
  const source = ts.createSourceFile("types.ts", types, ts.ScriptTarget.ESNext);
  expect((source as unknown as { parseDiagnostics: readonly unknown[] }).parseDiagnostics).toEqual([]);
  for (const path of paths) expect(types).toContain(`${JSON.stringify(path)}: {`);
});

test("the document of v3 contains the described associations v3", async () => {
  const { document } = await served("?version=v3");
  expect(document.paths).toHaveProperty(["/crm/v3/associations/{fromObjectType}/{toObjectType}/types", "get"]);
  expect(document.paths).toHaveProperty(["/crm/v3/objects/{objectType}/search", "post"]);
  expect(document.paths).not.toHaveProperty("/crm/v3/objects/{fromObjectType}/{fromObjectId}/associations/{toObjectType}");
});

test("the documents state the differences of their versions", async () => {
  const [v3, v4, older, described, newer] = (await Promise.all(
    ["v3", "v4", "2025-09", "2026-03", "2026-09"].map(async (version) => (await served(`?version=${version}`)).document),
  )) as [Served, Served, Served, Served, Served];
  const required = ({ components }: Served, name: string) => components.schemas[name]?.required;
  expect(required(v3, "PropertyOptionInput")).toEqual(["label", "value", "hidden"]);
  expect(required(described, "PropertyOptionInput")).toEqual(["label", "value", "displayOrder", "hidden"]);
  expect(required(v3, "WebhookSubscriptionInput")).toEqual(["eventType"]);
  expect(required(described, "WebhookSubscriptionInput")).toEqual(["eventType", "active"]);

  const statuses = ({ paths }: Served, path: string) =>
    Object.keys(paths[path]?.post?.responses ?? {}).filter((status) => status.startsWith("2"));
  expect(statuses(v4, "/crm/v4/associations/{fromObjectType}/{toObjectType}/batch/archive")).toEqual(["204"]);
  expect(statuses(described, "/crm/associations/2026-03/{fromObjectType}/{toObjectType}/batch/archive")).toEqual(["200"]);
  expect(statuses(v3, "/crm/v3/objects/{objectType}/batch/create")).toEqual(["201", "207"]);
  expect(statuses(newer, "/crm/objects/2026-09/{objectType}/batch/create")).toEqual(["201"]);

  const fields = ({ components }: Served, name: string) => Object.keys(components.schemas[name]?.properties ?? {});
  expect(fields(v4, "LabeledAssociation")).toContain("fromObjectTypeId");
  expect(fields(older, "LabeledAssociation")).not.toContain("fromObjectTypeId");
  expect(fields(newer, "CrmRecord")).not.toContain("warnings");
  expect(fields(described, "CrmRecord")).toContain("warnings");
  expect(fields(newer, "PropertyCreateInput")).not.toContain("numberDisplayHint");
  const stage = "/{objectType}/{pipelineId}/stages/{stageId}";
  const parameters = ({ paths }: Served, path: string) => JSON.stringify(paths[path]?.delete?.parameters);
  expect(parameters(described, `/crm/pipelines/2026-03${stage}`)).toContain("ValidateReferencesBeforeDelete");
  expect(parameters(newer, `/crm/pipelines/2026-09${stage}`)).not.toContain("ValidateReferencesBeforeDelete");
  expect(newer.components.schemas).not.toHaveProperty("ClientCredentialsGrant");
  expect(described.components.schemas).toHaveProperty("ClientCredentialsGrant");
  expect(v3.paths["/crm/v3/objects/{objectType}"]?.get).toMatchObject({ deprecated: true, "x-sunset": { date: "2027-09-01" } });
  expect(described.paths["/crm/objects/2026-03/{objectType}"]?.get?.deprecated).toBe(undefined);
});

test("the error for an unknown version names the versions", async () => {
  const { status, document } = await served("?version=v9");
  expect([status, document]).toMatchObject([
    404,
    { category: "RESOURCE_NOT_FOUND", message: `No interface has the version v9. Versions: ${versions.join(", ")}.` },
  ]);
});

test("the versions refer to areas, operations, paths, statuses and fields that the document has", () => {
  const document: OpenApiDocument = JSON.parse(readFileSync(join(root, "packages/types/src/generated/openapi.json"), "utf8"));
  const operations = readOperations(document);
  const areas = new Set(operations.map(({ operationId }) => operationId.split(".")[0]));
  const missing: string[] = [];
  const expectIn = (isThere: boolean, reference: string) => {
    if (!isThere) missing.push(reference);
  };
  for (const { prefix, areas: ownAreas, versions: ownVersions } of Object.values(document["x-versions"]?.interfaces ?? {})) {
    for (const area of ownAreas) expectIn(areas.has(area), area);
    for (const { differences = [] } of Object.values(ownVersions)) {
      for (const difference of differences) {
        const { operations: ids, status = {}, absentFields = [], absentParameters = [], absentValues = {}, optional = {} } = difference;
        const pointers = [...absentFields, ...Object.keys(absentValues), ...Object.keys(optional)];
        for (const id of ids) {
          const operation = operations.find(({ operationId, path }) => operationId === id && path.startsWith(prefix));
          const schemas = operation ? [operation.body?.schema, ...operation.responses.map(({ schema }) => schema)] : [];
          const hasField = (pointer: string) =>
            schemas.some((schema) => schemasAt(document, schema, pointer.replaceAll("*", "0").split("/").slice(1)).length > 0);
          expectIn(operation !== undefined, id);
          for (const code of Object.keys(status))
            expectIn(operation?.responses.some((one) => one.status === code) ?? false, `${id} ${code}`);
          for (const name of absentParameters)
            expectIn(operation?.parameters.some((parameter) => parameter.name === name) ?? false, `${id} ${name}`);
          for (const pointer of pointers) expectIn(hasField(pointer), `${id} ${pointer}`);
        }
      }
    }
  }
  expect(missing).toEqual([]);
});
