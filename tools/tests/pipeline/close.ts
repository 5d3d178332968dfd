import type { Document, Schema } from "../../openapi/document.ts";

/**
 * A copy of a document in which no object may have fields that its schema does not declare. Every named schema gets a closed
 * twin, `<name>.closed`; the open one stays, because a schema that is a part of another (`allOf`) must not close it.
 */
export function closeSchemas(document: Document): object {
  const schemas = Object.entries(document.components?.schemas ?? {});
  return {
    components: {
      schemas: Object.fromEntries(
        schemas.flatMap(([name, schema]) => [
          [name, part(schema, "")],
          [`${name}.closed`, closed(schema, "")],
        ]),
      ),
    },
  };
}

/**
 * The schema of a value: it is closed, and so is every value in it.
 * @param documentId the id of the closed document, for a schema that stands outside of it.
 */
export function closed(schema: Schema, documentId: string): Schema & { unevaluatedProperties?: boolean } {
  if (schema.$ref !== undefined) return { $ref: `${documentId}${schema.$ref}.closed` };
  const open = schema.properties === undefined && schema.allOf === undefined && schema.oneOf === undefined;
  return open ? part(schema, documentId) : { ...part(schema, documentId), unevaluatedProperties: false };
}

/** The schema of a part of a value: the values in it are closed, itself it is not. */
function part(schema: Schema, documentId: string): Schema {
  if (schema.$ref !== undefined) return { $ref: `${documentId}${schema.$ref}` };
  const parts = (list: readonly Schema[] | undefined): readonly Schema[] | undefined => list?.map((one) => part(one, documentId));
  const copy: Record<string, unknown> = {
    ...schema,
    allOf: parts(schema.allOf),
    oneOf: parts(schema.oneOf),
    anyOf: parts(schema.anyOf),
    items: schema.items && closed(schema.items, documentId),
    properties:
      schema.properties &&
      Object.fromEntries(Object.entries(schema.properties).map(([name, property]) => [name, closed(property, documentId)])),
    additionalProperties:
      typeof schema.additionalProperties === "object" ? closed(schema.additionalProperties, documentId) : schema.additionalProperties,
  };
  return Object.fromEntries(Object.entries(copy).filter(([, value]) => value !== undefined)) as Schema;
}
