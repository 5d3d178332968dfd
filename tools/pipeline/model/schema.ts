import { referenceKeys } from "@crm-platform/mock/contract";
import type { Document, Json, Schema } from "../../openapi/document.ts";
import { resolve } from "../../openapi/resolve.ts";

/** References are separate nodes, so the tree of a circular schema is finite. */
export type SchemaNode =
  | ReferenceNode
  | ObjectNode
  | ArrayNode
  | CombinedNode
  | EnumNode
  | ConstantNode
  | ScalarNode
  | (Described & { readonly kind: "null" | "unknown" });

interface Described {
  readonly description: string;
  readonly deprecated: boolean;
  readonly sensitive: boolean;
}

export interface ReferenceNode extends Described {
  readonly kind: "reference";
  readonly key: string;
}

export interface ObjectNode extends Described {
  readonly kind: "object";
  readonly properties: ReadonlyMap<string, SchemaNode>;
  /** Required properties need not be declared in `properties`. */
  readonly required: readonly string[];
  /** The schema of additional properties, or whether they are allowed; `undefined` if not specified. */
  readonly additional: SchemaNode | boolean | undefined;
}

export interface ArrayNode extends Described {
  readonly kind: "array";
  readonly items: SchemaNode | undefined;
  readonly maxItems: number | undefined;
}

/** A union is `oneOf` or several types; an intersection is `allOf`. */
export interface CombinedNode extends Described {
  readonly kind: "union" | "intersection";
  readonly parts: readonly SchemaNode[];
}

export interface EnumNode extends Described {
  readonly kind: "enum";
  readonly values: readonly Json[];
}

export interface ConstantNode extends Described {
  readonly kind: "constant";
  readonly value: Json;
}

export interface ScalarNode extends Described {
  readonly kind: "string" | "number" | "integer" | "boolean";
  readonly format: string | undefined;
  /** The list of values is open: other values are also valid. */
  readonly knownValues: readonly string[];
}

export interface Schemas {
  readonly byName: ReadonlyMap<string, SchemaNode>;
  read(schema: Schema): SchemaNode;
}

/** @throws ProblemsError if a reference has no target or is circular */
export function readSchemas(document: Document): Schemas {
  const schemas = Object.entries(document.components?.schemas ?? {});
  for (const [, schema] of schemas) resolve(document, schema);
  return { byName: new Map(schemas.map(([key, schema]) => [key, readSchema(schema)])), read: readSchema };
}

function readSchema(schema: Schema): SchemaNode {
  const annotations = describedBy(schema);
  if (schema.$ref !== undefined) return { kind: "reference", key: referenceKeys(schema.$ref).at(-1) ?? "", ...annotations };
  const own = readOwn(schema);
  const union: SchemaNode | undefined = schema.oneOf && { kind: "union", parts: schema.oneOf.map(readSchema), ...annotations };
  if (schema.allOf === undefined && (own === undefined || union === undefined)) return own ?? union ?? { kind: "unknown", ...annotations };
  const parts = [own, ...(schema.allOf ?? []).map(readSchema), union].filter((part) => part !== undefined);
  return { kind: "intersection", parts, ...annotations };
}

function readOwn(schema: Schema): SchemaNode | undefined {
  const annotations = describedBy(schema);
  if (schema.const !== undefined) return { kind: "constant", value: schema.const, ...annotations };
  if (schema.enum !== undefined) return { kind: "enum", values: schema.enum, ...annotations };
  const types = schema.type === undefined ? impliedTypes(schema) : [schema.type].flat();
  const parts = types.map((type) => readType(type, schema));
  return parts.length > 1 ? { kind: "union", parts, ...annotations } : parts[0];
}

function impliedTypes({ properties, required, additionalProperties, items, maxItems }: Schema): string[] {
  if ((properties ?? required ?? additionalProperties) !== undefined) return ["object"];
  return (items ?? maxItems) === undefined ? [] : ["array"];
}

function readType(type: string, schema: Schema): SchemaNode {
  const annotations = describedBy(schema);
  switch (type) {
    case "object": {
      const properties = Object.entries(schema.properties ?? {}).map(([name, property]) => [name, readSchema(property)] as const);
      const others = schema.additionalProperties;
      const additional = typeof others === "object" ? readSchema(others) : others;
      return { kind: "object", properties: new Map(properties), required: schema.required ?? [], additional, ...annotations };
    }
    case "array": {
      const items = schema.items === undefined ? undefined : readSchema(schema.items);
      return { kind: "array", items, maxItems: schema.maxItems, ...annotations };
    }
    case "string":
    case "number":
    case "integer":
    case "boolean":
      return { kind: type, format: schema.format, knownValues: schema["x-known-values"] ?? [], ...annotations };
    default:
      return { kind: type === "null" ? "null" : "unknown", ...annotations };
  }
}

function describedBy(schema: Schema): Described {
  return {
    description: schema.description ?? "",
    deprecated: schema.deprecated === true,
    sensitive: schema["x-sensitive"] === true,
  };
}
