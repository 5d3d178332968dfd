import type { Problem } from "../message.ts";
import { isObject, type JsonObject, type OpenApiDocument, objectAt, resolve } from "./document.ts";

interface BodyContent {
  readonly schema?: unknown;
}

interface WithBody {
  readonly request?: { readonly body?: { readonly contents?: readonly BodyContent[] } } | undefined;
}

/** The alternatives of a body that marks itself in one of its fields. */
export interface Alternatives {
  readonly propertyName: string;
  readonly schemaOf: ReadonlyMap<unknown, JsonObject>;
}

/**
 * Finds the one alternative that a body claims to be, by the `discriminator` of its schema. Ajv does not look at it and
 * complains about every alternative at once; checked against the one that was meant, each problem is named once.
 *
 * The returned function gives the operation with that alternative as its body, or `undefined` when there is no
 * discriminator or the body names no alternative.
 */
export function byDiscriminator<Model extends WithBody>(document: OpenApiDocument, operation: Model): (body: unknown) => Model | undefined {
  const content = operation.request?.body?.contents?.[0];
  const alternatives = alternativesOf(document, content?.schema);
  if (!alternatives || !isObject(content?.schema)) return () => undefined;
  const dialect = { $schema: content.schema["$schema"] };
  const variants = new Map<unknown, Model>();
  for (const [value, schema] of alternatives.schemaOf) {
    const body = { ...operation.request?.body, contents: [{ ...content, schema: { ...dialect, ...schema } }] };
    variants.set(value, { ...operation, request: { ...operation.request, body } });
  }
  return (body) => (isObject(body) ? variants.get(body[alternatives.propertyName]) : undefined);
}

/** The problem of a body that names no alternative, or one that does not exist. */
export function unknownAlternative(document: OpenApiDocument, schema: unknown, body: unknown): Problem | undefined {
  const alternatives = alternativesOf(document, schema);
  if (!alternatives || !isObject(body) || alternatives.schemaOf.has(body[alternatives.propertyName])) return undefined;
  const name = alternatives.propertyName;
  if (!Object.hasOwn(body, name)) return { in: name, code: "required", message: `${name} is required` };
  return { in: name, code: "enum", message: `${name} must be one of ${[...alternatives.schemaOf.keys()].join(", ")}` };
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
