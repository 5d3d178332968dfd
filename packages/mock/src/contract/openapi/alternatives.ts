import { isObject, type JsonObject, type OpenApiDocument, objectAt, resolve } from "./document.ts";

export interface Alternatives {
  readonly propertyName: string;
  readonly schemaOf: ReadonlyMap<unknown, JsonObject>;
}

export function alternativesOf(document: OpenApiDocument, schema: unknown): Alternatives | undefined {
  if (!isObject(schema) || !isObject(schema["discriminator"]) || !Array.isArray(schema["oneOf"])) return undefined;
  const propertyName = String(schema["discriminator"]["propertyName"]);
  const branches = schema["oneOf"].map((branch) => resolve(document, branch)).filter(isObject);
  const entries = branches.flatMap((branch) => valuesIn(document, branch, propertyName).map((value) => [value, branch] as const));
  return { propertyName, schemaOf: new Map(entries) };
}

/** Returns the values of the discriminator that select a branch. */
function valuesIn(document: OpenApiDocument, schema: JsonObject, propertyName: string): readonly unknown[] {
  const property = objectAt(document, objectAt(document, schema, "properties"), propertyName);
  if (Array.isArray(property["enum"])) return property["enum"];
  return "const" in property ? [property["const"]] : [];
}
