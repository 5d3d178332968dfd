import {
  alternativesOf,
  formats,
  type JsonObject,
  type OpenApiDocument,
  type Operation,
  placeOf,
  resolve,
  schemasAt,
  type Validate,
} from "@crm-platform/mock/contract";
import { _, Ajv2020, type AnySchema, type ValidateFunction } from "ajv/dist/2020.js";
import standalone from "ajv/dist/standalone/index.js";
import { enough, plainSchema } from "./plainSchema.ts";

export interface CompiledSchemas {
  readonly validators: Readonly<Record<string, Validate>>;
  /** `names` contains the name of the function for each place. */
  code(): { readonly code: string; readonly names: ReadonlyMap<string, string> };
}

/**
 * @param closed whether to reject fields that the schema does not declare; applies only to requests
 * @throws Error with the place of a schema that cannot be compiled
 */
export function compileSchemas(document: OpenApiDocument, operations: readonly Operation[], closed: boolean): CompiledSchemas {
  const ajv = createAjv();
  const references = new Map<string, string>();
  const names = new Map<string, string>();
  const namesOfSchemas = new Map<string, string>();
  const validators: Record<string, Validate> = {};
  const options = { nameOf, isClosed: (schema: JsonObject) => closed && declaresFields(document, schema) };
  for (const operation of operations) {
    for (const [place, schema] of schemasOf(document, operation, closed)) validators[place] = compile(place, schema);
  }
  return {
    validators,
    code: () => ({ code: standalone.default(ajv, Object.fromEntries([...names.values()].map((name) => [name, name]))), names }),
  };

  function compile(place: string, schema: JsonObject): Validate {
    try {
      const plain = plainSchema(schema, options, false) as AnySchema;
      const text = JSON.stringify(plain);
      const name = namesOfSchemas.get(text) ?? `check${namesOfSchemas.size + 1}`;
      if (!namesOfSchemas.has(text)) ajv.addSchema(plain, name);
      namesOfSchemas.set(text, name);
      names.set(place, name);
      return ajv.getSchema(name) as Validate & ValidateFunction;
    } catch (error) {
      throw new Error(`The schema of ${place} cannot be compiled: ${error instanceof Error ? error.message : error}`);
    }
  }

  function nameOf(reference: string): string {
    const existingName = references.get(reference);
    if (existingName !== undefined) return existingName;
    const name = `/${references.size + 1}`;
    // The name is registered before the schema is read, because a schema may refer to itself.
    references.set(reference, name);
    ajv.addSchema(plainSchema(resolve(document, { $ref: reference }), options, true) as AnySchema, name);
    return name;
  }
}

function schemasOf(document: OpenApiDocument, operation: Operation, ofRequests: boolean): (readonly [string, JsonObject])[] {
  const { parameters, body, responses } = operation;
  const alternatives = [...(alternativesOf(document, body?.schema)?.schemaOf ?? [])];
  return [
    ...parameters.map((parameter) => [placeOf.parameter(operation, parameter), parameter.schema] as const),
    ...(body ? [[placeOf.requestBody(operation), body.schema] as const] : []),
    ...alternatives.map(([mark, schema]) => [placeOf.alternative(operation, mark), schema] as const),
    ...(ofRequests ? [] : responses).flatMap(({ status, schema, headers }) => [
      [placeOf.responseBody(operation, status), schema] as const,
      ...[...headers].map(([name, header]) => [placeOf.header(operation, status, name), header] as const),
    ]),
  ];
}

function declaresFields(document: OpenApiDocument, schema: JsonObject): boolean {
  const all = schemasAt(document, schema, []);
  return all.some((one) => one["properties"] !== undefined) && all.every((one) => one["additionalProperties"] === undefined);
}

function createAjv(): Ajv2020 {
  const ajv = new Ajv2020({
    allErrors: true,
    allowUnionTypes: true,
    // Ajv's optimizer would double the compile time, and the bundler optimizes the published file anyway.
    code: { source: true, esm: true, formats: _`formats`, optimize: false },
    // Without this option, every alternative would report errors.
    discriminator: true,
    formats,
    logger: false,
    messages: false,
    // The schemas are not validated here, because the linter validates them, and compiling the meta-schema takes 30 ms.
    meta: false,
    strict: true,
    // A part of a schema may require a property that another part declares.
    strictRequired: false,
    strictTuples: false,
    strictTypes: false,
    validateSchema: false,
  });
  return ajv.addKeyword(enough) as Ajv2020;
}
