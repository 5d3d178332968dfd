import { alternativesOf } from "../openapi/alternatives.ts";
import { isObject, type OpenApiDocument } from "../openapi/document.ts";

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
