import { alternativesOf } from "../openapi/alternatives.ts";
import { isObject, type OpenApiDocument } from "../openapi/document.ts";

interface BodyContent {
  readonly schema?: unknown;
}

interface WithBody {
  readonly request?: { readonly body?: { readonly contents?: readonly BodyContent[] } } | undefined;
}

/** Selects the alternative that the discriminator names. Prism's Ajv ignores discriminators and reports the errors of all alternatives. */
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
