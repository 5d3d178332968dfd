import { isObject, type JsonObject, type OpenApiDocument, objectAt, resolve } from "./document.ts";

/** The alternatives of a body that marks itself in one of its fields. */
export interface Alternatives {
  readonly propertyName: string;
  readonly schemaOf: ReadonlyMap<unknown, JsonObject>;
}

/** The alternatives of a schema that has a discriminator; `undefined` when it has none. */
export function alternativesOf(document: OpenApiDocument, schema: unknown): Alternatives | undefined {
  if (!isObject(schema) || !isObject(schema["discriminator"]) || !Array.isArray(schema["oneOf"])) return undefined;
  const propertyName = String(schema["discriminator"]["propertyName"]);
  const branches = schema["oneOf"].map((branch) => resolve(document, branch)).filter(isObject);
  const entries = branches.flatMap((branch) => marks(document, branch, propertyName).map((mark) => [mark, branch] as const));
  return { propertyName, schemaOf: new Map(entries) };
}

/** The values by which a schema marks itself in a property: its `const`, or its `enum`. */
function marks(document: OpenApiDocument, schema: JsonObject, propertyName: string): readonly unknown[] {
  const property = objectAt(document, objectAt(document, schema, "properties"), propertyName);
  if (Array.isArray(property["enum"])) return property["enum"];
  return "const" in property ? [property["const"]] : [];
}
