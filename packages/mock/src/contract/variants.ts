import { isObject } from "./document.ts";

interface BodyContent {
  readonly schema?: unknown;
}

interface WithBody {
  readonly request?: { readonly body?: { readonly contents?: readonly BodyContent[] } } | undefined;
}

/**
 * Finds the one alternative that a body claims to be, by the `discriminator` of its schema. Ajv does not look at it and
 * complains about every alternative at once; checked against the one that was meant, each problem is named once.
 *
 * The returned function gives the operation with that alternative as its body, or `undefined` when there is no
 * discriminator or the body names no alternative.
 */
export function byDiscriminator<Model extends WithBody>(operation: Model): (body: unknown) => Model | undefined {
  const content = operation.request?.body?.contents?.[0];
  const schema = content?.schema;
  if (!isObject(schema) || !isObject(schema["discriminator"]) || !Array.isArray(schema["oneOf"])) return () => undefined;
  const propertyName = String(schema["discriminator"]["propertyName"]);
  const variants = new Map<unknown, Model>();
  for (const branch of schema["oneOf"].filter(isObject)) {
    const body = { ...operation.request?.body, contents: [{ ...content, schema: { $schema: schema["$schema"], ...branch } }] };
    const variant = { ...operation, request: { ...operation.request, body } };
    for (const value of valuesOf(branch, propertyName)) variants.set(value, variant);
  }
  return (body) => (isObject(body) ? variants.get(body[propertyName]) : undefined);
}

/** The values by which a schema marks itself in a property: its `const`, or its `enum`. */
export function valuesOf(schema: unknown, propertyName: string): readonly unknown[] {
  const properties = isObject(schema) ? schema["properties"] : undefined;
  const property = isObject(properties) ? properties[propertyName] : undefined;
  if (!isObject(property)) return [];
  return Array.isArray(property["enum"]) ? property["enum"] : "const" in property ? [property["const"]] : [];
}
