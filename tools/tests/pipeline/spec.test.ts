import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { escapePointer } from "@crm-platform/mock/contract";
import { describe, expect, test } from "vitest";
import type { Document, MediaType, Operation, Parameter, Schema } from "../../openapi/document.ts";
import { resolve } from "../../openapi/resolve.ts";
import { listOperations, type OperationSource } from "../../pipeline/model/sources.ts";
import { root } from "../workspace.ts";
import { describedAssociationScopes, describedFields, describedOperations, describedParameters, describedRules } from "./described.ts";

const document = JSON.parse(await readFile(join(root, "packages/types/src/generated/openapi.json"), "utf8")) as Document;
const operations = listOperations(document, "paths");

function operationById(id: string): OperationSource {
  const found = operations.find((operation) => operation.id === id);
  if (found === undefined) throw new Error(`Unknown operation: ${id}.`);
  return found;
}

function fieldsOf(schemaOrReference: Schema): { properties: Record<string, Schema>; required: string[] } {
  const schema = resolve(document, schemaOrReference);
  const parts = (schema.allOf ?? []).map(fieldsOf);
  return {
    properties: Object.assign({}, ...parts.map((part) => part.properties), schema.properties),
    required: [...parts.flatMap((part) => part.required), ...(schema.required ?? [])],
  };
}

function hasType(schemaOrReference: Schema, type: string): boolean {
  const schema = resolve(document, schemaOrReference) as Schema & { format?: string; const?: unknown };
  if (type === "?") return schema.type === undefined && schema.properties === undefined && schema.enum === undefined;
  if (["date-time", "uuid", "int32"].includes(type)) return schema.format === type;
  return [schema.type].flat().includes(type);
}

describe("the spec contains", () => {
  test("every described operation, in the order of the description", () => {
    const titles = operations.map(({ id, method, path }) => `${id} ${method.toUpperCase()} ${path}`);
    expect(titles.filter((title) => describedOperations.includes(title))).toEqual(describedOperations);
  });

  test("every other operation as a companion", () => {
    const added = operations.filter(({ id, method, path }) => !describedOperations.includes(`${id} ${method.toUpperCase()} ${path}`));
    const companions = operations.filter(({ operation }) => operation["x-companion"] === true);
    expect(companions).toEqual(added);
  });

  test.each(Object.entries(describedFields))("every field of %s", (name, text) => {
    const schema = document.components?.schemas?.[name];
    expect(schema, `schema ${name}`).toBeDefined();
    const { properties, required } = fieldsOf(schema as Schema);
    for (const field of text.split(" ")) {
      const [, property = "", type = "", mark = ""] = /^(\w+):([\w?-]+?)(!?)$/.exec(field) ?? [];
      expect(properties[property], `${name}.${property}`).toBeDefined();
      expect(hasType(properties[property] as Schema, type), `${name}.${property} is ${type}`).toBe(true);
      if (mark === "!") expect(required, `${name}.${property} is required`).toContain(property);
    }
  });

  test("exactly 75 page fields", () => {
    expect(Object.keys(fieldsOf(document.components?.schemas?.["Page"] as Schema).properties)).toHaveLength(75);
    expect(describedFields["Page"]?.split(" ")).toHaveLength(75);
  });

  test.each(Object.entries(describedRules))("%s", (pointer, value) => {
    const found = pointer
      .slice(2)
      .split("/")
      .reduce<unknown>((node, key) => (node as Record<string, unknown> | undefined)?.[key], document);
    expect(found).toEqual(value);
  });

  test.each(describedParameters)("%s takes %s", (id, name, schema) => {
    const parameter = (operationById(id).operation.parameters ?? [])
      .map((one) => resolve<Parameter>(document, one))
      .find((one) => one.name === name);
    expect(parameter?.schema).toMatchObject(schema);
  });

  test("the limit of 100 associations v1 in a batch", () => {
    const body = bodyOf(operationById("associationsV1.batchCreate").operation);
    expect(body["application/json"]?.schema).toMatchObject({ type: "array", maxItems: 100 });
  });

  test("65 alternative scopes of the v3 associations", () => {
    expect(describedAssociationScopes).toHaveLength(65);
    const v3 = operations.filter(({ id }) => id.startsWith("associationsV3."));
    expect(v3).toHaveLength(4);
    for (const { operation } of v3) {
      expect(operation.security?.map((requirement) => Object.values(requirement))).toSatisfy((alternatives: string[][][]) =>
        alternatives.every((schemes) => schemes.length === 1 && schemes[0]?.length === 1),
      );
      expect(new Set(operation.security?.flatMap((requirement) => requirement["oauth2"]))).toEqual(new Set(describedAssociationScopes));
    }
  });

  test("the token request as a form", () => {
    expect(Object.keys(bodyOf(operationById("oauthV1.createToken").operation))).toEqual(["application/x-www-form-urlencoded"]);
  });

  test("five sunset interfaces", () => {
    const interfaces = document["x-sunset-interfaces"] as readonly { name: string; date: string }[];
    expect(interfaces.map(({ date }) => date).sort()).toEqual(["2023-02-28", "2023-02-28", "2023-08-31", "2024-04-09", "2024-12-16"]);
  });
});

function bodyOf(operation: Operation): Readonly<Record<string, MediaType>> {
  return operation.requestBody === undefined ? {} : (resolve(document, operation.requestBody).content ?? {});
}

test("the descriptions of shared responses fit every operation, because they name no area's objects", () => {
  const descriptions = Object.values(document.components?.responses ?? {}).map((response) => response.description);
  expect(descriptions.length).toBeGreaterThan(10);
  expect(descriptions.filter((text) => /\b(meeting|ticket|contact|domain|broadcast|email|page|event)s?\b/i.test(text ?? ""))).toEqual([]);
});

describe("fidelity", () => {
  function evidenceMarks(node: unknown, pointer: string): string[] {
    if (typeof node !== "object" || node === null) return [];
    return Object.entries(node).flatMap(([key, value]) =>
      key === "x-evidence"
        ? [`${(value as { grade: string }).grade} ${pointer}`]
        : evidenceMarks(value, `${pointer}/${escapePointer(key)}`),
    );
  }

  test("the table lists every mark", async () => {
    const { fidelity } = await import("@crm-platform/types");
    const listed = fidelity.map(({ grade, pointer }) => `${grade} ${pointer}`);
    expect(listed.toSorted()).toEqual(evidenceMarks(document, "#").toSorted());
  });
});
